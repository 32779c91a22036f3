const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["mdash", "—"],
  ["ndash", "–"],
  ["hellip", "…"],
  ["copy", "©"],
  ["rarr", "→"],
  ["larr", "←"],
]);

/** The text with its character references resolved. The result may hold control characters: clean it. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/g,
    (reference: string, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? reference;
      const point =
        decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : reference;
    },
  );
}
