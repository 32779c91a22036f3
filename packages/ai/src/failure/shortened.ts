/** The beginning of a text that is to be quoted, with an ellipsis when it goes on. `limit` counts UTF-16 units. */
export function shortened(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
