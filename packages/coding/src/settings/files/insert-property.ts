import type { JsonValue } from "@tau-ts/ai";
import type { Edit, JSONScanner, Node } from "jsonc-parser";

/** How a file is laid out. */
export interface JsonLayout {
  readonly eol: string;
  /** One step of indentation. */
  readonly indent: string;
}

/** The numbers of jsonc-parser's tokens; it declares them as a const enum, which cannot be imported from here. */
const tokens = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, blank: 15 };

/**
 * The edits that put a property behind the last one of an object that has some. A comment at the end of the last one's
 * line stays with it: jsonc-parser's own edit would put the new property between the two.
 */
export function insertProperty(
  text: string,
  scanner: JSONScanner,
  last: Node,
  [key, value]: readonly [string, JsonValue],
  { eol, indent }: JsonLayout,
): Edit[] {
  const end = last.offset + last.length;
  const line = restOfLine(scanner, end);
  const margin = /[^\S\n]*$/.exec(text.slice(0, last.offset))?.[0] ?? "";
  const written = JSON.stringify(value, null, line.isAlone ? indent : undefined);
  const property = `${JSON.stringify(key)}: ${written.replaceAll("\n", `${eol}${margin}`)}`;
  const comma = line.hasComma ? [] : [{ offset: end, length: 0, content: "," }];
  const before = line.isAlone ? `${eol}${margin}` : " ";
  const after = line.hasComma ? "," : "";
  return [...comma, { offset: line.end, length: 0, content: `${before}${property}${after}` }];
}

/** What stands behind a property on its line; `isAlone` when the object goes on in the next one. */
function restOfLine(
  scanner: JSONScanner,
  from: number,
): { readonly end: number; readonly hasComma: boolean; readonly isAlone: boolean } {
  let [end, hasComma] = [from, false];
  scanner.setPosition(from);
  for (;;) {
    const token: number = scanner.scan();
    if (token === tokens.blank) continue;
    const isPart = [tokens.comma, tokens.lineComment, tokens.blockComment].includes(token);
    if (!isPart) return { end, hasComma, isAlone: token === tokens.lineBreak };
    if (token === tokens.comma) hasComma = true;
    end = scanner.getTokenOffset() + scanner.getTokenLength();
  }
}
