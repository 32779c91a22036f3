import { spawn } from "node:child_process";

/** Runs a program to its end and gives what it wrote. Rejects, with what it complained of, unless it ended with 0. */
export function runProgram(
  words: readonly [string, ...string[]],
  options: { readonly cwd?: string | undefined; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const [program, ...parameters] = words;
  const child = spawn(program, parameters, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let complaints = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(
          new Error(`${words.join(" ")} ended with ${code ?? signal}: ${complaints}${output}`),
        );
    });
  });
}
