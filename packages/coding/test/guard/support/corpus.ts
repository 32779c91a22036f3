import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface CorpusRow {
  readonly kind: string;
  readonly command: string;
}

/** Reads a corpus: `# kind` begins a kind, and a line with `%` stands between two rows. */
export function readCorpus(name: "smuggled" | "harmless"): readonly CorpusRow[] {
  const text = readFileSync(join(import.meta.dirname, "..", "corpus", `${name}.txt`), "utf8");
  const kinds = text.split(/^# (?=[a-z][a-z -]*$)/m).filter((part) => part !== "");
  return kinds.flatMap((part) => {
    const end = part.indexOf("\n");
    const rows = part
      .slice(end + 1)
      .replace(/\n$/, "")
      .split(/\n%\n/);
    return rows.map((command) => ({ kind: part.slice(0, end), command }));
  });
}

/** The row with every word replaced by its place among the row's words: rows that differ in names only become equal. */
export function withoutNames(command: string): string {
  const names: string[] = [];
  return command.replace(/[A-Za-z_][A-Za-z_0-9]*/g, (word) => {
    if (!names.includes(word)) names.push(word);
    return `w${names.indexOf(word)}`;
  });
}

/** The rows without those that another one equals but for its names. */
export function distinctRows(rows: readonly CorpusRow[]): readonly CorpusRow[] {
  const seen = new Map(rows.toReversed().map((row) => [withoutNames(row.command), row]));
  return [...seen.values()].toReversed();
}
