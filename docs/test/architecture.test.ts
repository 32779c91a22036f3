import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

/** What the map of the house names below each folder: `a · b/   what they are` is `a` and `b`. */
function namedParts(): ReadonlyMap<string, readonly string[]> {
  const map = /^## Where things are\n+```\n(.*?)^```/ms.exec(text)?.[1] ?? "";
  const parts = new Map<string, string[]>();
  let folder = "";
  for (const line of map.split("\n")) {
    const [name = ""] = line.trimStart().split(/ {2,}/);
    if (/^\S/.test(line) && line.endsWith("/")) parts.set((folder = name.replace(/\/$/, "")), []);
    else if (/^ {2}\S/.test(line)) parts.get(folder)?.push(...name.split(" · "));
    else if (/^\S/.test(line)) parts.set(name, []);
  }
  return parts;
}

describe("ARCHITECTURE.md", () => {
  const parts = namedParts();

  it("names only what is there", () => {
    const missing: string[] = [];
    for (const [folder, names] of parts) {
      if (!existsSync(join(root, folder))) missing.push(folder);
      for (const name of names) {
        const path = join(root, folder, name.replace(/<.*$/, ""));
        if (!existsSync(path) && !existsSync(`${path}.ts`)) missing.push(`${folder}: ${name}`);
      }
    }
    expect(parts.size).toBeGreaterThan(4);
    expect(missing).toEqual([]);
  });

  it("names every folder of every package", () => {
    const unnamed: string[] = [];
    for (const [folder, names] of parts) {
      if (!folder.endsWith("/src")) continue;
      const first = new Set(names.map((name) => name.split("/")[0]));
      for (const entry of readdirSync(join(root, folder), { withFileTypes: true }))
        if (entry.isDirectory() && !first.has(entry.name)) unnamed.push(`${folder}/${entry.name}`);
    }
    expect(unnamed).toEqual([]);
  });
});
