/** A table. Cells are Markdown; what would end a cell or begin a tag is written so that it does not. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

/** Text as code, also when it holds what Markdown would read. */
export function code(text: string): string {
  const mark = text.includes("`") ? "``" : "`";
  return `${mark}${text}${mark}`;
}

/** Prose that may hold `code` but no tags. */
export function prose(text: string): string {
  return text
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;")))
    .join("");
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replaceAll("\n", " ");
}
