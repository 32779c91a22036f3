import type { ResolvedBudget } from "./budget.ts";
import { overwrite } from "./sanitise.ts";
import { countLineFeeds, truncateTail } from "./truncate.ts";
import type { Truncated } from "./truncate.ts";

/**
 * The end of a text that arrives piece by piece, however long the whole gets: memory is bounded by the budget. Expects
 * sanitised text, in which a carriage return means that its line is written anew.
 */
export class OutputTail {
  readonly #budget: ResolvedBudget;
  #text = "";
  #lineFeeds = 0;
  #isCut = false;
  /** A carriage return was the last thing that came; it counts once something other than a line feed follows. */
  #hasReturned = false;

  constructor(budget: ResolvedBudget) {
    this.#budget = budget;
  }

  push(text: string): void {
    if (text === "") return;
    const whole = this.#hasReturned ? `\r${text}` : text;
    this.#hasReturned = whole.endsWith("\r");
    if (!whole.includes("\r")) return this.#append(whole);
    const firstLine = whole.slice(0, (whole.indexOf("\n") + 1 || whole.length + 1) - 1);
    if (/\r[^\r]/.test(firstLine)) this.#dropCurrentLine();
    this.#append(overwrite(whole));
  }

  /** What a result shows of everything so far. */
  read(): Truncated {
    const shown = truncateTail(this.#text, this.#budget);
    const isMidLine = this.#text !== "" && !this.#text.endsWith("\n");
    const totalLines = this.#lineFeeds + (isMidLine ? 1 : 0);
    if (!this.#isCut) return { ...shown, totalLines };
    const text = shown.truncated ? shown.text : shown.text.replace(/\n$/, "");
    return { ...shown, text, totalLines, truncated: true };
  }

  #append(text: string): void {
    this.#lineFeeds += countLineFeeds(text);
    const { maxBytes } = this.#budget;
    this.#text += text;
    // A character takes a byte at least, so as many characters as the budget has bytes are always enough. Twice as many
    // are kept: then a first line that was cut and is dropped was either over the budget or is not missed.
    if (this.#text.length <= 4 * maxBytes) return;
    const kept = this.#text.slice(-2 * maxBytes);
    const lineEnd = kept.indexOf("\n");
    this.#text = lineEnd === -1 || lineEnd === kept.length - 1 ? kept : kept.slice(lineEnd + 1);
    this.#isCut = true;
  }

  #dropCurrentLine(): void {
    this.#text = this.#text.slice(0, this.#text.lastIndexOf("\n") + 1);
  }
}
