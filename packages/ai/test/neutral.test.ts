import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const source = new URL("../src/", import.meta.url);
/** Entries for one platform. Every other entry of the package runs anywhere. */
const NODE_ENTRIES = new Set(["./node", "./testing/node"]);

interface Reach {
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

/** Whatever an entry imports, directly or not, for its types or lazily as well. */
function reach(entry: string): Reach {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [new URL(entry, source).href];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const name of importsOf(readFileSync(new URL(file), "utf8"))) {
      if (name.startsWith(".")) waiting.push(new URL(name, file).href);
      else packages.add(name);
    }
  }
  return { files, packages };
}

function importsOf(text: string): string[] {
  const patterns = [/\bfrom\s+"([^"]+)"/g, /\bimport\s*\(\s*"([^"]+)"/g, /^import\s+"([^"]+)"/gm];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
}

/** The package's entries and their sources, as `package.json` says. */
function entries(): (readonly [string, string])[] {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { exports } = JSON.parse(text) as {
    exports: Record<string, string | Record<string, string>>;
  };
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === "string"
      ? []
      : [[name, `../${target["tau-ts:source"]?.replace(/^\.\//, "")}`] as const],
  );
}

describe("where the package runs", () => {
  const neutral = entries().filter(([name]) => !NODE_ENTRIES.has(name));

  it.each(neutral)("house rule 8: nothing behind %s imports a node: module", (_, entry) => {
    const { files, packages } = reach(entry);
    expect(files.size).toBeGreaterThan(1);
    expect([...packages].filter((name) => name !== "eventsource-parser")).toEqual([]);
    expect([...files].filter((file) => file.includes("/node/"))).toEqual([]);
  });

  it("house rule 8: the one dependency imports nothing of Node either", () => {
    const file = fileURLToPath(import.meta.resolve("eventsource-parser"));
    expect(importsOf(readFileSync(file, "utf8")).filter((name) => !name.startsWith("."))).toEqual(
      [],
    );
  });

  it("C13.1 the Node transport loads Node's modules when it is first used, not when it is imported", () => {
    const folder = new URL("node/", source);
    const lines = readdirSync(folder).flatMap(
      (name) => readFileSync(new URL(name, folder), "utf8").match(/^import .*"node:.*$/gm) ?? [],
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^import type /);
  });
});
