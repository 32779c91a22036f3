import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { code, prose, table } from "./markdown.ts";

const command = join(import.meta.dirname, "../../../packages/tui/src/bin.ts");

/** Options, sub-commands, variables and exit codes, out of what `tau --help` prints; one table by its heading. */
export function commandLineReference(): Readonly<Record<string, string>> {
  const help = execFileSync(process.execPath, ["--conditions=tau-ts:source", command, "--help"], {
    encoding: "utf8",
  });
  const sections = [...help.matchAll(/^(\w[\w -]*):\n((?: .*\n)+)/gm)];
  return Object.fromEntries(
    sections.map(([, title = "", body = ""]) => [
      title,
      table(
        ["", "meaning"],
        entries(body).map(([name, meaning]) => [code(name), prose(meaning)]),
      ),
    ]),
  );
}

/** Names at the left, meanings at a column of their own, or on the lines below when the name is too long for that. */
function entries(body: string): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  for (const line of body.trimEnd().split("\n")) {
    const last = found.at(-1);
    if (/^ {10}/.test(line) && last) {
      last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const [name = "", ...rest] = line.trim().split(/ {2,}/);
    found.push([name, rest.join(" ")]);
  }
  return found;
}
