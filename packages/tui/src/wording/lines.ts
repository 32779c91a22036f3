/** The same words without line breaks. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}

/** What stands before the first line break. */
export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** The text, cut with "…" behind so many characters. Costs the same however long it is. */
export function shortened(text: string, most: number): string {
  // A character takes two code units at most.
  const characters = Array.from(text.slice(0, 2 * most + 1));
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}

/** `a, b or c` */
export function orList(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}
