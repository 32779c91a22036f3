/**
 * Whether a text is what a page shows. `…` stands for anything within a line, and a line of its own for any number of
 * lines; blanks at the ends of lines do not matter.
 */
export function isShownOutput(shown: string, actual: string): boolean {
  const lines = shown.trim().split("\n");
  const pattern = lines
    .map((line, index) => {
      if (line.trim() === "…") return String.raw`(?:.*\n)*?`;
      const words = line.trimEnd().split("…").map(escaped).join(".*");
      return words + (index === lines.length - 1 ? "" : String.raw`[ \t]*\n`);
    })
    .join("");
  return new RegExp(String.raw`^${pattern}\s*$`).test(actual.replaceAll("\r\n", "\n"));
}

/** The first of the lines that is not in the text in its turn, or undefined when all are. */
export function firstMissing(lines: readonly string[], actual: string): string | undefined {
  const printed = actual.split("\n").map((line) => line.trim());
  let at = 0;
  for (const line of lines) {
    const found = printed.findIndex((text, index) => index >= at && isShownOutput(line, text));
    if (found === -1) return line;
    at = found + 1;
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
