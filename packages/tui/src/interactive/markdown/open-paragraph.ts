import type { Token } from "marked";
import type { Theme } from "../../terminal/text/theme.ts";
import { wrapText } from "../../terminal/text/wrap.ts";
import type { Lex, Links } from "./lexer.ts";
import type { BlockPiece } from "./piece.ts";
import { renderInline } from "./render-inline.ts";

/** What may begin a mark that is not complete yet. An underscore within a word marks nothing. */
const mayOpen = /[*`[<~]|(?<!\w)_|_(?!\w)/;

/** Where there is none of these, words are words: no mark, no link, no reference to a character, no address. */
const mayBeMore = /[\\`*_~<&[@\n]|:\/\/|www\./i;

/** Marks around words that may hold others. */
const marks: ReadonlySet<string> = new Set(["strong", "em", "del", "link"]);

interface Layout {
  readonly width: number;
  readonly theme: Theme;
  /** How many of the settled tokens are in it. */
  taken: number;
  /** Lines that nothing changes any more, and the one that goes on. */
  readonly lines: string[];
  line: string;
}

/** The first line of a text, if that is a paragraph of its own: there is nothing, or an empty line, below it. */
export function paragraphLine(text: string): string | undefined {
  return /^(?:[\p{L}"'(“]|\*\*(?=\p{L})|`(?=\w))[^\n]*(?=\n*$|\n\n)/u.exec(text)?.[0];
}

/**
 * A paragraph of one line that grows. Its words are read and laid out once, up to the last space before which every mark is
 * complete; with each look only the rest is.
 */
export class OpenParagraph {
  readonly #inline: NonNullable<Lex["inline"]>;
  /** What is settled: it ends before a space, so that no word goes on. */
  #source = "";
  #settled: Token[] = [];
  #layout: Layout | undefined;

  constructor(inline: NonNullable<Lex["inline"]>) {
    this.#inline = inline;
  }

  /** The paragraph as it is now: what was there before and more. */
  piece(source: string, links: Links): BlockPiece {
    if (!source.startsWith(this.#source)) this.#startAnew();
    const fresh = source.slice(this.#source.length);
    // Most of the time only words come: the reader, whose cost is the greatest of a frame, is not asked about them.
    const tokens = mayBeMore.test(fresh) ? this.#inline(fresh, links) : [textToken(fresh)];
    const rest = this.#settle(tokens);
    const laidOut = (width: number, theme: Theme): readonly string[] =>
      this.#lines(rest, width, theme);
    return { kind: "block", token: { type: "paragraph", raw: source, text: source }, laidOut };
  }

  #startAnew(): void {
    this.#source = "";
    this.#settled = [];
    this.#layout = undefined;
  }

  /** Keeps what is settled of the tokens; gives the others. */
  #settle(tokens: readonly Token[]): readonly Token[] {
    const { count, length } = settledOf(tokens);
    const settled = tokens.slice(0, count);
    const rest = tokens.slice(count);
    const [divided] = rest;
    if (divided && length > 0) {
      settled.push(textToken(divided.raw.slice(0, length)));
      rest[0] = textToken(divided.raw.slice(length));
    }
    for (const token of settled) {
      this.#settled.push(token);
      this.#source += token.raw;
    }
    return rest;
  }

  #lines(rest: readonly Token[], width: number, theme: Theme): readonly string[] {
    if (this.#layout?.width !== width || this.#layout.theme !== theme)
      this.#layout = { width, theme, taken: 0, lines: [], line: "" };
    const layout = this.#layout;
    if (layout.taken < this.#settled.length) {
      const fresh = renderInline(this.#settled.slice(layout.taken), theme);
      const wrapped = wrapText(layout.line + fresh, width);
      for (const line of wrapped.slice(0, -1)) layout.lines.push(line);
      layout.line = wrapped.at(-1) ?? "";
      layout.taken = this.#settled.length;
    }
    return [...layout.lines, ...wrapText(layout.line + renderInline(rest, theme), width)];
  }
}

/** How many tokens are settled, and how many characters of the text after them. */
function settledOf(tokens: readonly Token[]): { readonly count: number; readonly length: number } {
  let settled = { count: 0, length: 0 };
  for (const [index, token] of tokens.entries()) {
    if (isComplete(token)) continue;
    if (token.type !== "text") break;
    const open = token.raw.search(mayOpen);
    const space = (open === -1 ? token.raw : token.raw.slice(0, open)).search(/ +[^ ]*$/);
    if (space !== -1) settled = { count: index, length: space };
    if (open !== -1) break;
  }
  return settled;
}

/** Whether the token is a mark of which nothing that follows, after a space, makes anything else. */
function isComplete(token: Token): boolean {
  if (token.type === "codespan" || token.type === "escape") return true;
  if (!marks.has(token.type) || !("tokens" in token)) return false;
  return (token.tokens ?? []).every(
    (part) => isComplete(part) || (part.type === "text" && !mayOpen.test(part.raw)),
  );
}

function textToken(text: string): Token {
  return { type: "text", raw: text, text };
}
