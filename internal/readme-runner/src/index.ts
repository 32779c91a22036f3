import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The TypeScript blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
}

/**
 * Runs blocks of `README.md` of a package, one after the other as one module, in a new folder where that package and
 * what it depends on are installed, from the sources of all packages. `indexes` chooses the blocks, the first by
 * default. Returns what the code printed. Rejects when it fails, takes longer than a minute, or when there is no such
 * block.
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
  const folder = await mkdtemp(join(tmpdir(), "readme-"));
  try {
    await install(packageFolder, folder);
    const args = ["--conditions=tau-ts:source", "--input-type=module-typescript", "--eval"];
    const options = { cwd: folder, timeout: 60_000 };
    const { stdout } = await run(process.execPath, [...args, code.join("\n")], options);
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Links a package, and everything it may import, into a folder's `node_modules`. */
async function install(packageFolder: string, folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), '{\n  "type": "module"\n}\n');
  const { name, dependencies, devDependencies } = await manifestOf(packageFolder);
  await link(packageFolder, join(folder, "node_modules", name));
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies }))
    await link(
      join(packageFolder, "node_modules", dependency),
      join(folder, "node_modules", dependency),
    );
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, "junction");
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

async function manifestOf(packageFolder: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(
    await readFile(join(packageFolder, "package.json"), "utf8"),
  );
  return manifest;
}
