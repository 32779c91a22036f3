/** Lines as they look: spaces at their ends cannot be seen. */
export function visible(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/ +$/, ""));
}
