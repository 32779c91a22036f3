/**
 * Packs the package, installs it alone in an empty folder, and counts what arrived. Build it first.
 *
 * Usage: node packages/ai/scripts/installed-size.ts
 */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { reportGoals } from "./support/goals.ts";
import { runProgram } from "./support/run-program.ts";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

async function install(folder: string): Promise<void> {
  const pnpm = ["npx", "-y", "pnpm@12.21.0"] as const;
  await runProgram([...pnpm, "pack", "--pack-destination", folder], { cwd: packageFolder });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`no tarball was packed into ${folder}`);
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  await runProgram(["npm", "install", ...quiet, `./${tarball}`], { cwd: folder });
}

/** The sizes of all files below a folder, by their paths in it. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    sizes.set(relative(folder, path), (await stat(path)).size);
  }
  return sizes;
}

/** The sources that a map in the folder names and that are neither in it nor in the folder. */
async function lostSources(folder: string, paths: readonly string[]): Promise<string[]> {
  const present = new Set(paths);
  const maps = paths.filter((path) => path.endsWith(".js.map"));
  const lost = maps.map(async (path) => {
    const map: { readonly sources: string[]; readonly sourcesContent?: (string | null)[] } =
      JSON.parse(await readFile(join(folder, path), "utf8"));
    return map.sources.filter(
      (source, at) => map.sourcesContent?.[at] == null && !present.has(join(dirname(path), source)),
    );
  });
  return (await Promise.all(lost)).flat();
}

const folder = await mkdtemp(join(tmpdir(), "installed-size-"));
try {
  await install(folder);
  const installed = join(folder, "node_modules");
  const sizes = await filesIn(installed);
  const own = [...sizes.keys()].filter((path) => path.startsWith("@tau-ts/"));
  const lost = await lostSources(installed, own);
  const packages = [...sizes.keys()].flatMap(
    (path) => /^((?:@[^/]+\/)?[^/.][^/]*)\/package\.json$/.exec(path)?.[1] ?? [],
  );
  const bytes = new Map<string, number>(packages.map((name) => [name, 0]));
  let catalog = 0;
  for (const [path, size] of sizes) {
    const owner = packages.find((name) => path.startsWith(`${name}/`));
    if (owner === undefined) continue;
    if (/\/(?:src|dist)\/catalog\/data\b/.test(path)) catalog += size;
    else bytes.set(owner, (bytes.get(owner) ?? 0) + size);
  }
  for (const [name, size] of bytes) {
    process.stdout.write(`${name.padEnd(24)} ${(size / 1e6).toFixed(3)} MB\n`);
  }
  process.stdout.write(`${"the catalog's data".padEnd(24)} ${(catalog / 1e6).toFixed(3)} MB\n`);
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  reportGoals([
    { name: "sources that maps do not find", value: lost.length, limit: 0, unit: "sources" },
    { name: "packages", value: packages.length, limit: 3, unit: "packages" },
    { name: "size without the catalog's data", value: total / 1e6, limit: 1.2, unit: "MB" },
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
