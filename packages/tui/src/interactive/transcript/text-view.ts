import type { Highlighter } from "../markdown/highlighter.ts";
import type { Lex } from "../markdown/lexer.ts";
import { MarkdownStream } from "../markdown/markdown-stream.ts";
import type { CodePiece, Piece } from "../markdown/piece.ts";
import {
  closingFence,
  codeLines,
  hasGap,
  openingFence,
  renderPiece,
} from "../markdown/render-pieces.ts";
import type { Layout } from "../markdown/render-pieces.ts";
import type { TextBlock } from "./block.ts";
import type { Place } from "./place.ts";
import { pushAll } from "./push-all.ts";

/** What a part of the transcript looks like: what of it became final just now, and what may still change. */
export interface PartFrame {
  readonly finished: readonly string[];
  readonly live: readonly string[];
  /** All of it is final. */
  readonly isOver: boolean;
}

/**
 * A text of a model's while it is on its way into the scrollback: each piece is given out once, as soon as it is closed
 * and has its colours. Only what is not given out is laid out again.
 */
export class TextView {
  readonly #stream: MarkdownStream;
  readonly #highlighter: Highlighter;
  /** Pieces that were given out. */
  #given = 0;
  /** Of the piece after them, if it is code: its lines that were given out; its fence counts as the first. */
  #givenCode = 0;
  /** Closed pieces that wait for something, laid out for a width. */
  readonly #waiting = new Map<
    Piece,
    { readonly width: number; readonly lines: readonly string[] }
  >();

  constructor(lex: Lex, highlighter: Highlighter) {
    this.#stream = new MarkdownStream(lex);
    this.#highlighter = highlighter;
  }

  /** Whether anything was given out. */
  get hasBegun(): boolean {
    return this.#given > 0 || this.#givenCode > 0;
  }

  /** All of it as it is now, while something above it is not final: nothing is given out. */
  peek({ text, isOpen }: TextBlock, place: Place): PartFrame {
    this.#stream.advance(text, !isOpen);
    return { finished: [], live: this.#live(place), isOver: false };
  }

  /** `rows`: lines that may stay live. Code that is longer is given out line by line, as it is. */
  frame({ text, isOpen }: TextBlock, place: Place, rows: number): PartFrame {
    const stream = this.#stream;
    stream.advance(text, !isOpen);
    const finished: string[] = [];
    for (;;) {
      const piece = stream.pieces[this.#given];
      if (!piece || !this.#isReady(piece)) break;
      this.#waiting.delete(piece);
      pushAll(finished, this.#rest(piece, this.#given, place));
      this.#given += 1;
      this.#givenCode = 0;
    }
    let live = this.#live(place);
    const piece = stream.pieces[this.#given];
    if (piece?.kind === "code" && live.length > rows) {
      pushAll(finished, this.#giveCode(piece, live.length - rows, place));
      live = this.#live(place);
    }
    return { finished, live, isOver: !isOpen && this.#given === stream.pieces.length };
  }

  /** What was given out, laid out for a place. */
  given(place: Place): readonly string[] {
    const layout = this.#layout(place, (code) => this.#highlighter.linesNow(code));
    const lines: string[] = [];
    for (const [index, piece] of this.#stream.pieces.slice(0, this.#given).entries()) {
      if (index > 0 && hasGap(piece)) lines.push("");
      pushAll(lines, renderPiece(piece, place.width, layout));
    }
    const piece = this.#stream.pieces[this.#given];
    if (piece?.kind !== "code" || this.#givenCode === 0) return lines;
    if (this.#given > 0) lines.push("");
    lines.push(openingFence(piece, place.width, place.theme));
    const code = { ...piece, lines: piece.lines.slice(0, this.#givenCode - 1) };
    pushAll(lines, codeLines(code, 0, place.width, { theme: place.theme }));
    return lines;
  }

  #isReady(piece: Piece): boolean {
    if (piece.kind === "code")
      return piece.isClosed && this.#highlighter.linesOf(piece) !== "pending";
    let isReady = true;
    for (const code of piece.codes?.values() ?? [])
      if (this.#highlighter.linesOf(code) === "pending") isReady = false;
    return isReady;
  }

  /** Gives out as many lines of code as are too many. */
  #giveCode(piece: CodePiece, tooMany: number, place: Place): readonly string[] {
    const lines: string[] = [];
    const { width, theme } = place;
    if (this.#givenCode === 0) {
      if (this.#given > 0) lines.push("");
      lines.push(openingFence(piece, width, theme));
      this.#givenCode = 1;
    }
    while (lines.length < tooMany && this.#givenCode <= piece.lines.length) {
      const line = { ...piece, lines: piece.lines.slice(this.#givenCode - 1, this.#givenCode) };
      pushAll(lines, codeLines(line, 0, width, { theme }));
      this.#givenCode += 1;
    }
    return lines;
  }

  #live(place: Place): readonly string[] {
    const { pieces, open } = this.#stream;
    const lines: string[] = [];
    for (let index = this.#given; index < pieces.length; index += 1) {
      const piece = pieces[index];
      if (piece) pushAll(lines, this.#restWaiting(piece, index, place));
    }
    const isInCode = isOpenCode(pieces.at(-1));
    for (const [index, piece] of open.entries()) {
      if (isInCode && piece.kind === "code") {
        pushAll(lines, codeLines(piece, 0, place.width, { theme: place.theme }));
        continue;
      }
      if (pieces.length + index > 0 && hasGap(piece)) lines.push("");
      pushAll(lines, renderPiece(piece, place.width, { theme: place.theme }));
    }
    return lines;
  }

  /** As `#rest`, but laid out once only for a piece that is closed and waits. Its colours come when it is given out. */
  #restWaiting(piece: Piece, index: number, place: Place): readonly string[] {
    const isGrowing = piece.kind === "code" && !piece.isClosed;
    if (isGrowing || index === this.#given) return this.#rest(piece, index, place);
    const waiting = this.#waiting.get(piece);
    if (waiting?.width === place.width) return waiting.lines;
    const lines = this.#rest(piece, index, place);
    this.#waiting.set(piece, { width: place.width, lines });
    return lines;
  }

  /** The lines of a piece without those that were given out. */
  #rest(piece: Piece, index: number, place: Place): readonly string[] {
    const layout = this.#layout(place, (code) => this.#highlighter.knownLinesOf(code));
    const { width, theme } = place;
    if (index === this.#given && this.#givenCode > 0 && piece.kind === "code")
      return [
        ...codeLines(piece, this.#givenCode - 1, width, layout),
        ...(piece.isClosed ? [closingFence(width, theme)] : []),
      ];
    const gap = index > 0 && hasGap(piece) ? [""] : [];
    return [...gap, ...renderPiece(piece, width, layout)];
  }

  #layout(place: Place, linesOf: (code: CodePiece) => readonly string[] | "plain"): Layout {
    return {
      theme: place.theme,
      highlighted: (code) => {
        const lines = linesOf(code);
        return lines === "plain" ? undefined : lines;
      },
    };
  }
}

/** The lines of a text that is complete, all at once. Its code has the colours that can be had at once. */
export function textLines(
  block: TextBlock,
  place: Place,
  lex: Lex,
  highlighter: Highlighter,
): readonly string[] {
  const stream = new MarkdownStream(lex);
  stream.advance(block.text, true);
  const highlighted = (code: CodePiece): readonly string[] | undefined => {
    const lines = highlighter.linesNow(code);
    return lines === "plain" ? undefined : lines;
  };
  const lines: string[] = [];
  for (const [index, piece] of stream.pieces.entries()) {
    if (index > 0 && hasGap(piece)) lines.push("");
    pushAll(lines, renderPiece(piece, place.width, { theme: place.theme, highlighted }));
  }
  return lines;
}

function isOpenCode(piece: Piece | undefined): boolean {
  return piece?.kind === "code" && !piece.isClosed;
}
