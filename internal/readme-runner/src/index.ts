import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The TypeScript blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
}

/**
 * Runs blocks of `README.md` in a package's folder, one after the other as one module, from the sources of all packages.
 * `indexes` chooses the blocks, the first by default. Returns what the code printed. Rejects when it fails, takes longer
 * than a minute, or when there is no such block.
 */
export async function runReadme(
  packageFolder: string,
  indexes: readonly number[] = [0],
): Promise<string> {
  const blocks = codeBlocks(await readFile(join(packageFolder, "README.md"), "utf8"));
  const code = indexes.map((index) => {
    const block = blocks[index];
    if (block === undefined)
      throw new Error(`README.md has no TypeScript block ${index}, only ${blocks.length}`);
    return block;
  });
  const args = [
    "--conditions=tau-ts:source",
    "--input-type=module-typescript",
    "--eval",
    code.join("\n"),
  ];
  const { stdout } = await run(process.execPath, args, { cwd: packageFolder, timeout: 60_000 });
  return stdout;
}
