import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";

export type PackageName = "ai" | "agent" | "coding" | "tui";

/** The packages, what each may take on disk with everything it needs, and how many packages that may be. */
export const packages: readonly {
  readonly name: PackageName;
  readonly mostBytes: number;
  readonly mostPackages: number;
}[] = [
  { name: "ai", mostBytes: 2_700_000, mostPackages: 3 },
  { name: "agent", mostBytes: 4_200_000, mostPackages: 5 },
  { name: "coding", mostBytes: 16_000_000, mostPackages: 14 },
  { name: "tui", mostBytes: 28_000_000, mostPackages: 18 },
];

/** A package and the siblings it needs, which are on no registry yet. */
const needs: Readonly<Record<PackageName, readonly PackageName[]>> = {
  ai: ["ai"],
  agent: ["ai", "agent"],
  coding: ["ai", "agent", "coding"],
  tui: ["ai", "agent", "coding", "tui"],
};

/** The paths of the packed packages. */
export type Tarballs = Readonly<Record<PackageName, string>>;

/** Packs all packages as they would be published. */
export async function pack(root: string, folder: string): Promise<Tarballs> {
  await mkdir(folder, { recursive: true });
  const paths = { ai: "", agent: "", coding: "", tui: "" };
  for (const { name } of packages) {
    const words = ["-y", "pnpm@12.21.0", "pack", "--pack-destination", folder];
    await run("npx", words, join(root, "packages", name));
    const file = (await readdir(folder)).find((one) => one.startsWith(`tau-ts-${name}-`));
    if (file === undefined) throw new Error(`no tarball of ${name} was packed into ${folder}`);
    paths[name] = join(folder, file);
  }
  return paths;
}

/** Installs a package in an empty folder with npm, and counts what arrived. */
export async function installAlone(
  folder: string,
  name: PackageName,
  tarballs: Tarballs,
): Promise<{ readonly bytes: number; readonly count: number }> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{\n  "private": true,\n  "type": "module"\n}\n');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...quiet, ...needs[name].map((one) => tarballs[one])], folder);
  const lock: { readonly packages: Readonly<Record<string, unknown>> } = JSON.parse(
    await readFile(join(folder, "node_modules/.package-lock.json"), "utf8"),
  );
  return {
    bytes: await sizeOf(join(folder, "node_modules")),
    count: Object.keys(lock.packages).length,
  };
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
