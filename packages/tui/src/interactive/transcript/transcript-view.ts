import type { Size } from "../../terminal/geometry.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { Highlighter } from "../markdown/highlighter.ts";
import { loadLexer, plainLex } from "../markdown/lexer.ts";
import type { Lex } from "../markdown/lexer.ts";
import { blockLines, plainTail } from "./block-lines.ts";
import { lookLines } from "./call-lines.ts";
import { nextChangeOf, passingLines } from "./passing-lines.ts";
import type { Place } from "./place.ts";
import { pushAll } from "./push-all.ts";
import { rehearse } from "./rehearse.ts";
import { TextView, textLines } from "./text-view.ts";
import type { PartFrame } from "./text-view.ts";
import { itemAt, startOfItemBefore } from "./transcript-item.ts";
import type { Item } from "./transcript-item.ts";
import { blockCount } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

export interface TranscriptViewOptions {
  readonly theme: Theme;
  /** Called when something that was being loaded is there: the next frame looks different. */
  readonly onChange?: (() => void) | undefined;
  /** Called when code has its colours: the next frame looks a little different. Default: `onChange`. */
  readonly onColours?: (() => void) | undefined;
  /** Lines of an older conversation that are shown when it is opened, about. Default 400. */
  readonly earlierLines?: number | undefined;
  /** Cuts Markdown. Default: it is loaded when there is a text to show for the first time. */
  readonly lex?: Lex | undefined;
}

export interface TranscriptSize extends Size {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Shows what a model thought, and not one line about it. Default false. */
  readonly isThinkingShown?: boolean | undefined;
}

export interface TranscriptFrame {
  /** Lines that became final since the last frame. */
  readonly finished: readonly string[];
  /** The lines that may still change. `rows` of the size says how many are wanted; there may be more. */
  readonly live: readonly string[];
  /** When the frame looks different by itself, in milliseconds since 1970; undefined when it never does. */
  readonly nextChangeMs?: number | undefined;
}

/**
 * Shows a transcript: gives out each line once, as soon as it is final, and remembers none of them. The work of a frame
 * depends on what is live only, not on how long the conversation is.
 */
export class TranscriptView {
  readonly #theme: Theme;
  readonly #onChange: () => void;
  readonly #earlierLines: number;
  readonly #highlighter: Highlighter;
  #lex: Lex | undefined;
  #isLoading = false;
  #transcript: Transcript | undefined;
  #isThinkingShown = false;
  /** The first block that is shown, and the first that is not given out whole. */
  #first = 0;
  #next = 0;
  /** What stands above the first block. */
  #above: readonly string[] = [];
  readonly #texts = new Map<number, TextView>();

  constructor(options: TranscriptViewOptions) {
    const { theme, onChange = () => undefined, earlierLines = 400, lex } = options;
    const { onColours = onChange } = options;
    this.#theme = theme;
    this.#lex = lex;
    this.#onChange = onChange;
    this.#earlierLines = earlierLines;
    this.#highlighter = new Highlighter({ theme, onReady: onColours });
  }

  /** Loads what the first answer needs while nobody waits for it. Resolves when it is there. */
  async prepare(size: TranscriptSize): Promise<void> {
    await this.#load();
    if (this.#lex) await rehearse(this.#lex, this.#highlighter, this.#placeOf(size));
  }

  /** What to show of the transcript now. */
  frame(transcript: Transcript, size: TranscriptSize): TranscriptFrame {
    const place = this.#placeOf(size);
    this.#isThinkingShown = place.isThinkingShown;
    const finished: string[] = [];
    const live: string[] = [];
    if (this.#transcript?.origin !== transcript.origin) this.#begin(transcript, place, finished);
    this.#transcript = transcript;
    let before = this.#itemBefore(transcript, this.#next);
    let isOver = true;
    let item = itemAt(transcript, this.#next);
    while (item) {
      const part = this.#partOf(item, place, size.rows);
      const gap = this.#gap(before, item, part);
      if (isOver) pushAll(part.finished.length > 0 ? finished : live, gap);
      else pushAll(live, gap);
      pushAll(isOver ? finished : live, part.finished);
      pushAll(live, part.live);
      isOver &&= part.isOver;
      if (isOver) this.#giveOut(item);
      if (part.finished.length + part.live.length > 0 || part.isBegun) before = item;
      item = itemAt(transcript, item.end);
    }
    const passing = passingLines(transcript, place);
    if (passing.length > 0) pushAll(live, [...(live.length > 0 || before ? [""] : []), ...passing]);
    return { finished, live, nextChangeMs: nextChangeOf(transcript, this.#next, size.nowMs) };
  }

  /** The last lines of what was given out, for another width; as many as there are rows, or all. */
  recent(size: Size & Partial<TranscriptSize>): readonly string[] {
    const transcript = this.#transcript;
    if (!transcript) return [];
    const place = this.#placeOf({ nowMs: 0, isThinkingShown: this.#isThinkingShown, ...size });
    const parts: { readonly item: Item; readonly lines: readonly string[] }[] = [];
    let count = 0;
    const current = itemAt(transcript, this.#next);
    const given = this.#texts.get(this.#next)?.given(place) ?? [];
    if (current && given.length > 0) parts.push({ item: current, lines: given });
    count += given.length;
    let end = this.#next;
    while (end > this.#first && count < size.rows) {
      const start = startOfItemBefore(transcript, end, this.#first);
      const item = itemAt(transcript, start);
      if (!item) break;
      const lines = this.#linesOf({ ...item, end }, place);
      if (lines.length > 0) parts.push({ item, lines });
      count += lines.length;
      end = start;
    }
    const lines: string[] = end === this.#first ? [...this.#above] : [];
    let before: Item | undefined;
    for (const { item, lines: shown } of parts.toReversed()) {
      if (lines.length > 0 && isApart(before, item)) lines.push("");
      pushAll(lines, shown);
      before = item;
    }
    return lines.slice(-size.rows).map((line) => fitText(line, place.width));
  }

  /** Goes to another conversation: what was shown stays above. Of a long one only the end is shown. */
  #begin(transcript: Transcript, place: Place, finished: string[]): void {
    const hasShown =
      this.#transcript !== undefined && (this.#next > this.#first || this.#above.length > 0);
    this.#texts.clear();
    const count = blockCount(transcript);
    let first = count;
    let rows = 0;
    while (first > 0 && rows < this.#earlierLines) {
      first = startOfItemBefore(transcript, first, 0);
      rows += estimatedRows(itemAt(transcript, first), place.width);
    }
    this.#first = first;
    this.#next = first;
    const { width, theme } = place;
    const above: string[] = [];
    if (hasShown) above.push("", theme.paint("muted", "═".repeat(Math.min(width, 100))));
    if (first > 0) {
      const text = `… ${first} earlier parts of this conversation are not shown`;
      above.push(theme.paint("muted", fitText(text, width)));
    }
    this.#above = above;
    pushAll(finished, above);
  }

  /** The item before a place, if it is shown. */
  #itemBefore(transcript: Transcript, end: number): Item | undefined {
    if (end <= this.#first) return undefined;
    const item = itemAt(transcript, startOfItemBefore(transcript, end, this.#first));
    return item && { ...item, end };
  }

  #partOf(item: Item, place: Place, rows: number): PartFrame & { readonly isBegun?: boolean } {
    const { block, start } = item;
    if (block.kind !== "text") {
      const lines = this.#linesOf(item, place);
      const { isClosed: isOver } = item;
      return isOver ? { finished: lines, live: [], isOver } : { finished: [], live: lines, isOver };
    }
    if (!this.#lex) {
      void this.#load();
      return { finished: [], live: plainTail(block.text, rows, place), isOver: false };
    }
    const view = this.#texts.get(start) ?? new TextView(this.#lex, this.#highlighter);
    this.#texts.set(start, view);
    const isBegun = view.hasBegun;
    // Nothing is given out past a part that is still live: it would stand above it.
    const part = start === this.#next ? view.frame(block, place, rows) : view.peek(block, place);
    return { ...part, isBegun };
  }

  #gap(before: Item | undefined, item: Item, part: PartFrame & { isBegun?: boolean }): string[] {
    const isEmpty = part.finished.length + part.live.length === 0;
    if (isEmpty || part.isBegun === true) return [];
    return (before || this.#above.length > 0) && isApart(before, item) ? [""] : [];
  }

  #giveOut(item: Item): void {
    this.#next = item.end;
    this.#texts.delete(item.start);
  }

  #linesOf({ block, looks, start, end }: Item, place: Place): readonly string[] {
    if (looks) return lookLines(looks.slice(0, end - start), place);
    if (block.kind !== "text") return blockLines(block, place);
    return this.#lex ? textLines(block, place, this.#lex, this.#highlighter) : [];
  }

  #placeOf({ columns, nowMs, isThinkingShown = false }: TranscriptSize): Place {
    return { width: Math.max(1, columns), theme: this.#theme, nowMs, isThinkingShown };
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      this.#lex = await loadLexer();
    } catch {
      // Without the parser the words are all there, only not laid out.
      this.#lex = plainLex;
    }
    this.#onChange();
  }
}

/** Calls stand close together; everything else has an empty line above it. */
function isApart(before: Item | undefined, item: Item): boolean {
  return before?.block.kind !== "tool" || item.block.kind !== "tool";
}

/** About how many lines an item takes. */
function estimatedRows(item: Item | undefined, width: number): number {
  if (!item) return 1;
  const { block, looks } = item;
  if (looks) return looks.length + 1;
  if (block.kind === "text") return 1 + rowsOf(block.text, width);
  if (block.kind === "user")
    return 1 + (typeof block.content === "string" ? rowsOf(block.content, width) : 3);
  return 6;
}

function rowsOf(text: string, width: number): number {
  let breaks = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks += 1;
  return breaks + Math.floor(text.length / width);
}
