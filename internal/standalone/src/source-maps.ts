import { readFile, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { PackageName } from "./packages.ts";

/** Resolves when every source that a map of the installed package names is in the map, or in the package beside it. */
export async function proveSourceMaps(folder: string, name: PackageName): Promise<string> {
  const own = join(folder, "node_modules/@tau-ts", name);
  const files = (await readdir(own, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(own, join(entry.parentPath, entry.name)));
  const present = new Set(files);
  const maps = files.filter((file) => file.endsWith(".map"));
  const lost: string[] = [];
  for (const file of maps) {
    const map: { readonly sources: string[]; readonly sourcesContent?: (string | null)[] } =
      JSON.parse(await readFile(join(own, file), "utf8"));
    for (const [at, source] of map.sources.entries())
      if (map.sourcesContent?.[at] == null && !present.has(join(dirname(file), source)))
        lost.push(`${file}: ${source}`);
  }
  if (lost.length > 0)
    throw new Error(`${lost.length} sources are not found, such as ${lost.slice(0, 3).join(", ")}`);
  return `${maps.length} maps`;
}
