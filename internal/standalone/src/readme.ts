import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeBlocks } from "@tau-ts/readme-runner";
import { anthropicText, startModelServer } from "@tau-ts/test-server";
import type { PackageName } from "./packages.ts";
import { run } from "./run.ts";

/** Runs the first block of an installed package's README as a file of the user's. Resolves with its first line. */
export async function proveReadme(
  folder: string,
  name: PackageName,
  node: string,
): Promise<string> {
  const readme = await readFile(join(folder, "node_modules/@tau-ts", name, "README.md"), "utf8");
  const [block] = codeBlocks(readme);
  if (block === undefined) throw new Error("its README has no block that runs");
  await using server = await startModelServer([anthropicText("It runs.")], { repeatLast: true });
  await writeFile(join(folder, "first.ts"), block);
  const environment = {
    PATH: process.env["PATH"],
    HOME: folder,
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: server.url,
  };
  const output = await run(
    node,
    ["--disable-warning=ExperimentalWarning", "first.ts"],
    folder,
    environment,
  );
  if (output.trim() === "") throw new Error("its first block printed nothing");
  if (name === "tui") await proveCommand(folder, node, environment);
  return (output.split("\n")[0] ?? "").slice(0, 60);
}

/** The command answers without a key, from the files that are there. */
async function proveCommand(
  folder: string,
  node: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const { PATH, HOME } = environment;
  const words = [join(folder, "node_modules/.bin/tau"), "-p", "list the files here"];
  const answer = await run(node, words, folder, { PATH, HOME });
  if (!answer.includes("package.json"))
    throw new Error(`tau -p answered ${JSON.stringify(answer)}`);
}
