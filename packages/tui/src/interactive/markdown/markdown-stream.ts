import type { Token, Tokens } from "marked";
import { cleanText } from "../../terminal/text/clean.ts";
import { cutOf } from "./cut.ts";
import { FenceReader, codeOf, codesWithin, isFencedCode } from "./fence.ts";
import { plainLex } from "./lexer.ts";
import type { Lex, Links } from "./lexer.ts";
import { OpenParagraph, paragraphLine } from "./open-paragraph.ts";
import type { CodePiece, ItemPiece, Piece } from "./piece.ts";

/** Complete lines are looked at together once there are so many characters of them, or twice as many as the last time. */
const lookAfter = 1024;

/** Of a block that has grown longer than this only the end is shown, without its markup, until it is closed. */
const longTail = 16_384;

const paragraphAndSpace = /^[^\n]+\n\n+$/;

/**
 * A text in Markdown that may still be growing. What is closed becomes a piece, once and for all, and is never looked at
 * again; only the rest is. The pieces are the same however the text arrived, all at once or letter by letter.
 *
 * A block is closed when another one begins below it whose first line is complete. For this to hold, a link's definition
 * counts for what comes after it only.
 */
export class MarkdownStream {
  /** What is closed, in order; code between fences also while it grows. */
  readonly pieces: Piece[] = [];
  readonly #lex: Lex;
  readonly #links: Links = {};
  /** Characters of the text that were taken: always whole lines until the end. */
  #taken = 0;
  /** Complete lines that are not closed. */
  #tail = "";
  #lookAt = lookAfter;
  /** The line that is not complete yet. */
  #partial = "";
  #fence: { readonly reader: FenceReader; readonly code: CodePiece } | undefined;
  /** The number of the next item, when the tail begins with a further item of a list; NaN without numbers. */
  #nextItem: number | undefined;
  #open: readonly Piece[] | undefined;
  /** The first line of what is not closed, if it is a paragraph. */
  #paragraph: OpenParagraph | undefined;

  constructor(lex: Lex) {
    this.#lex = lex;
  }

  /** Takes the text as it is now: what was there before and more. `isComplete`: nothing comes after it. */
  advance(text: string, isComplete: boolean): void {
    if (text.length === this.#taken + this.#partial.length && !isComplete) return;
    const end = isComplete ? text.length : text.lastIndexOf("\n") + 1;
    const fresh = end > this.#taken ? text.slice(this.#taken, end) : "";
    this.#taken = Math.max(this.#taken, end);
    this.#partial = text.slice(this.#taken);
    this.#open = undefined;
    if (fresh !== "") this.#takeLines(fresh);
    if (isComplete) this.#finish();
  }

  /** What is not closed, as it looks now. Code that is still open gives its incomplete line only. */
  get open(): readonly Piece[] {
    this.#open ??= this.#openPieces();
    return this.#open;
  }

  #takeLines(fresh: string): void {
    for (const line of fresh.split("\n").slice(0, fresh.endsWith("\n") ? -1 : undefined))
      // A line break that only some terminals make must not make two lines out of one here.
      for (const clean of cleanText(line).split("\n")) this.#takeLine(`${clean}\n`);
  }

  #takeLine(line: string): void {
    if (this.#fence) {
      this.#takeCode(line);
      return;
    }
    if (line === "\n") {
      // Above a block, behind code for one, an empty line means nothing.
      if (this.#tail === "") return;
      this.#tail += line;
      // Of one paragraph nothing can be closed.
      if (!isOneParagraph(this.#tail)) this.#lookAtTail();
      return;
    }
    this.#closeParagraph();
    this.#tail += line;
    if (isFenceLine(line) || this.#tail.length >= this.#lookAt) this.#lookAtTail();
  }

  #lookAtTail(): void {
    this.#close(this.#tail.length);
    this.#lookAt = Math.max(lookAfter, 2 * this.#tail.length);
  }

  /** One line with an empty line below it is a paragraph, if it begins like one: most of it was read as it came. */
  #closeParagraph(): void {
    const { inline } = this.#lex;
    if (!inline || !isOneParagraph(this.#tail)) return;
    const piece = this.#paragraphPiece(this.#tail.replace(/\n+$/, ""), inline);
    this.#paragraph = undefined;
    this.#nextItem = undefined;
    this.pieces.push(piece);
    this.#tail = "";
  }

  #paragraphPiece(line: string, inline: NonNullable<Lex["inline"]>): Piece {
    this.#paragraph ??= new OpenParagraph(inline);
    return this.#paragraph.piece(line, this.#links);
  }

  #takeCode(line: string): void {
    const { reader, code } = this.#fence ?? {};
    if (!reader || !code) return;
    if (reader.isEnd(line)) {
      code.isClosed = true;
      this.#fence = undefined;
    } else code.lines.push(reader.contentOf(line));
  }

  #finish(): void {
    this.#closeParagraph();
    while (this.#tail !== "") {
      const before = this.#tail.length;
      this.#close(before);
      if (this.#tail.length < before) continue;
      for (const token of this.#lex(this.#tail, this.#links)) this.#emit(token);
      this.#tail = "";
    }
    if (this.#fence) this.#fence.code.isClosed = true;
    this.#fence = undefined;
    this.#nextItem = undefined;
    this.#open = [];
  }

  /** Closes what can be closed of the tail. */
  #close(completeLength: number): void {
    for (;;) {
      const tail = this.#tail;
      const tokens = this.#lex(tail, this.#links);
      const cut = cutOf(tokens, tail, completeLength);
      if (cut.kind === "none") return this.#closeItems(tokens, tail);
      // Definitions count for what comes after them only.
      const closed =
        cut.kind === "definition" ? this.#lex(tail.slice(0, cut.at), this.#links) : cut.closed;
      for (const token of closed) this.#emit(token);
      this.#nextItem = undefined;
      if (cut.kind === "definition") this.#define(cut.token);
      if (cut.kind !== "fence") {
        this.#tail = tail.slice(cut.to);
        completeLength = this.#tail.length;
        if (cut.kind === "definition") continue;
        return this.#closeItems(tokens.slice(closed.length), this.#tail);
      }
      this.#openFence(tail.slice(cut.at));
      if (this.#fence || this.#tail === "") return;
      completeLength = this.#tail.length;
    }
  }

  #define({ tag, href, title }: Tokens.Def): void {
    this.#links[tag] = { href, title };
    this.#paragraph = undefined;
  }

  /** Of a list that may go on, all items but the last are closed once that one's first line is complete. */
  #closeItems(tokens: readonly Token[], tail: string): void {
    const list = tokens.find((token) => token.type !== "space");
    if (!isList(list) || tokens[0] !== list || list.items.length < 2) return;
    const items = list.items.slice(0, -1);
    const end = items.reduce((sum, { raw }) => sum + raw.length, 0);
    if (!tail.startsWith(items.map(({ raw }) => raw).join(""))) return;
    if (tail.indexOf("\n", end) === -1) return;
    for (const item of items) this.#emitItem(item, list);
    this.#tail = tail.slice(end);
  }

  #openFence(source: string): void {
    this.#tail = "";
    const lines = source.split(/(?<=\n)/);
    const reader = new FenceReader(lines[0] ?? "");
    const code: CodePiece = { kind: "code", language: reader.language, lines: [], isClosed: false };
    this.pieces.push(code);
    this.#fence = { reader, code };
    for (const line of lines.slice(1)) {
      if (this.#fence) this.#takeCode(line);
      else this.#tail += line;
    }
  }

  #emit(token: Token): void {
    this.#paragraph = undefined;
    if (token.type === "space" || token.type === "def") return;
    if (isList(token)) {
      for (const item of token.items) this.#emitItem(item, token);
      this.#nextItem = undefined;
      return;
    }
    this.#nextItem = undefined;
    this.pieces.push(closedPiece(token));
  }

  #emitItem(item: Tokens.ListItem, list: Tokens.List): void {
    const piece = itemPiece(item, list, this.#nextItem);
    const codes = /```|~~~/.test(item.raw) ? codesWithin(item.tokens) : undefined;
    this.pieces.push(codes ? { ...piece, codes } : piece);
    this.#nextItem = (piece.number ?? Number.NaN) + 1;
  }

  #openPieces(): readonly Piece[] {
    const partial = cleanText(this.#partial);
    if (this.#fence) {
      if (partial === "" || this.#fence.reader.mayBeEnd(partial)) return [];
      const line = this.#fence.reader.contentOf(partial);
      return [{ kind: "code", language: "", lines: [line], isClosed: false }];
    }
    const source = this.#tail + partial;
    const line = source.length > longTail ? undefined : paragraphLine(source);
    const { inline } = this.#lex;
    if (!inline || line === undefined) return this.#read(source);
    const paragraph = this.#paragraphPiece(line, inline);
    return [paragraph, ...this.#read(source.slice(line.length))];
  }

  /** The pieces of a text that is not closed. */
  #read(source: string): readonly Piece[] {
    if (source.trim() === "") return [];
    const tokens =
      source.length > longTail ? plainLex(source.slice(-longTail)) : this.#lex(source, this.#links);
    let next = this.#nextItem;
    return tokens.flatMap((token): Piece[] => {
      if (token.type === "space" || token.type === "def") return [];
      if (!isList(token)) {
        next = undefined;
        return [pieceOf(token)];
      }
      const items = token.items.map((item) => {
        const piece = itemPiece(item, token, next);
        next = (piece.number ?? Number.NaN) + 1;
        return piece;
      });
      next = undefined;
      return items;
    });
  }
}

function pieceOf(token: Token): Piece {
  return isFencedCode(token) ? codeOf(token) : { kind: "block", token };
}

/** A piece that is closed. */
function closedPiece(token: Token): Piece {
  const codes = /```|~~~/.test(token.raw) ? codesWithin([token]) : undefined;
  return { kind: "block", token, ...(codes && { codes }) };
}

function itemPiece(item: Tokens.ListItem, list: Tokens.List, next: number | undefined): ItemPiece {
  const isFurther = next !== undefined;
  if (!list.ordered) return { kind: "item", item, isFurther };
  const start = typeof list.start === "number" ? list.start : 1;
  return {
    kind: "item",
    item,
    isFurther,
    number: next === undefined || Number.isNaN(next) ? start : next,
  };
}

function isList(token: Token | undefined): token is Tokens.List {
  return token?.type === "list";
}

function isOneParagraph(text: string): boolean {
  return paragraphAndSpace.test(text) && paragraphLine(text) !== undefined;
}

function isFenceLine(line: string): boolean {
  return /^ {0,3}(?:```|~~~)/.test(line);
}
