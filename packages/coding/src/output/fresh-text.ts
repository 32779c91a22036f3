import { Sanitiser } from "./sanitise.ts";

/** More than this between two looks is a flood of which only the end is shown. In characters. */
const mostCharacters = 64 * 1024;

/** The clean text of what has come since somebody last looked. */
export class FreshText {
  readonly #decoder = new TextDecoder();
  readonly #sanitiser = new Sanitiser();
  #text = "";
  #isCut = false;

  /** The chunk is used up when this returns. */
  push(chunk: Uint8Array): void {
    this.#add(this.#sanitiser.push(this.#decoder.decode(chunk, { stream: true })));
  }

  /** Nothing more comes. */
  end(): void {
    this.#add(this.#sanitiser.push(this.#decoder.decode()));
    this.#add(this.#sanitiser.end());
  }

  take(): string {
    const text = this.#isCut ? `[…]\n${this.#text}` : this.#text;
    this.#text = "";
    this.#isCut = false;
    return text;
  }

  #add(text: string): void {
    this.#text += text;
    if (this.#text.length <= mostCharacters) return;
    // Not within a character of two code units.
    this.#text = this.#text.slice(-mostCharacters).replace(/^[\uDC00-\uDFFF]/, "");
    this.#isCut = true;
  }
}
