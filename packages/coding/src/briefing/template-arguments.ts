/** Words apart by blanks. Quotes, single or double, keep a word together; they have no escapes. */
export function splitArguments(text: string): string[] {
  const words: string[] = [];
  // A word is a run of quoted and unquoted pieces. A quote that is never closed is a letter like another.
  for (const [word] of text.matchAll(/(?:"[^"]*"|'[^']*'|\S)+/g))
    words.push(
      word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => String(double ?? single)),
    );
  return words;
}

/**
 * `$1`, `$@` and `$ARGUMENTS`, `${1}`, `${1:-default}`, `${@:-default}`, `${@:2}` and `${@:2:3}`. Numbers count from 1.
 */
const placeholder =
  /\$(?:(\d+)|(@|ARGUMENTS\b)|\{(?:(\d+)|(@))(?::-([^}]*)|:(\d+)(?::(\d+))?)?\})/g;

/**
 * A template filled in with arguments. Arguments are put in as they are: one that looks like a placeholder is none. A
 * template without placeholders gets the arguments after a blank line.
 */
export function fillTemplate(template: string, argumentText: string): string {
  const words = splitArguments(argumentText);
  let hasPlaceholder = false;
  const filled = template.replaceAll(placeholder, (whole, ...groups: unknown[]) => {
    const [plain, all, braced, bracedAll, otherwise, from, length] = groups.map(textOrUndefined);
    const isSlice = from !== undefined;
    if (isSlice && bracedAll === undefined) return whole; // `${1:2}` means nothing here.
    hasPlaceholder = true;
    if (isSlice)
      return slice(words, Number(from), length === undefined ? undefined : Number(length));
    const position = plain ?? braced;
    const value = (all ?? bracedAll) ? words.join(" ") : words[Number(position) - 1];
    return value === undefined || value === "" ? (otherwise ?? "") : value;
  });
  const rest = argumentText.trim();
  return hasPlaceholder || rest === "" ? filled : `${filled}\n\n${rest}`;
}

function slice(words: readonly string[], from: number, length: number | undefined): string {
  const start = Math.max(from, 1) - 1;
  return words.slice(start, length === undefined ? undefined : start + length).join(" ");
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
