import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a program to its end, two minutes at most, and gives what it wrote. Rejects with its complaints. */
export async function run(
  program: string,
  words: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  // What this process was started with must not reach strangers' programs.
  const { NODE_OPTIONS: _, ...env } = environment;
  try {
    const options = { cwd, env, timeout: 120_000, maxBuffer: 2 ** 26 };
    return (await promisify(execFile)(program, words, options)).stdout;
  } catch (error) {
    const said = ["stdout", "stderr"]
      .map((name) => Reflect.get(Object(error), name) ?? "")
      .join("");
    throw new Error(`${program} ${words.join(" ").slice(0, 200)} failed: ${said.slice(0, 4_000)}`, {
      cause: error,
    });
  }
}
