import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { code, prose, table } from "./markdown.ts";

const path = join(
  import.meta.dirname,
  "../../../packages/tui/src/interactive/commands/help-text.ts",
);

/** Keys and commands of the interactive terminal, out of what `/help` shows. */
export async function keysReference(): Promise<Readonly<Record<string, string>>> {
  const sections: Record<string, string[][]> = {};
  let rows: string[][] = [];
  for (const line of await helpLines()) {
    if (line === "") continue;
    if (!line.startsWith(" ")) {
      rows = [];
      sections[line] = rows;
      continue;
    }
    const [name = "", ...rest] = line.trim().split(/ {2,}/);
    rows.push([code(name), prose(rest.join(" "))]);
  }
  return Object.fromEntries(
    Object.entries(sections).map(([title, found]) => [title, table(["", "does"], found)]),
  );
}

async function helpLines(): Promise<readonly string[]> {
  const found: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  const lines: unknown = typeof found["helpLines"] === "function" ? found["helpLines"]([]) : [];
  if (!Array.isArray(lines) || lines.length === 0)
    throw new Error(`${path} has no helpLines: look where it went, and change the reference`);
  return lines.map(String);
}
