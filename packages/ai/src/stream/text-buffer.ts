/** Pieces that are joined at a time. */
const PIECES = 256;

/**
 * A text that grows by many small pieces. Plain `+=` keeps every piece alive beside the bookkeeping of how they hang
 * together, several times the text itself; here they are joined a few hundred at a time, once each.
 */
export class TextBuffer {
  /** Everything that was joined. */
  #joined = "";
  #pieces: string[] = [];
  #text = "";

  /** All pieces so far. */
  get text(): string {
    return this.#text;
  }

  /** Takes one piece and gives the whole text. */
  append(piece: string): string {
    this.#pieces.push(piece);
    if (this.#pieces.length < PIECES) {
      this.#text += piece;
    } else {
      this.#joined += this.#pieces.join("");
      this.#pieces = [];
      this.#text = this.#joined;
    }
    return this.#text;
  }

  clear(): void {
    this.#joined = "";
    this.#pieces = [];
    this.#text = "";
  }
}
