/** Characters of a line that are looked at. */
const LINE = 200;

/** Follows a Markdown text character by character and knows whether it is inside a fenced code block. */
export class CodeFence {
  #line = "";
  /** The marks that opened the block. */
  #open: string | undefined;
  #isOpening = false;

  get isInside(): boolean {
    return this.#open !== undefined;
  }

  read(character: string): void {
    if (character === "\n") {
      this.#endLine();
      this.#line = "";
      return;
    }
    if (this.#line.length >= LINE) return;
    this.#line += character;
    if (this.#open === undefined && /^ {0,3}(?:```|~~~)$/.test(this.#line)) {
      this.#open = this.#line.trimStart();
      this.#isOpening = true;
    }
  }

  /** A block ends with a line of nothing but marks, as many as opened it or more. */
  #endLine(): void {
    const [, marks = "", rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(this.#line) ?? [];
    if (this.#isOpening) {
      this.#isOpening = false;
      // Marks that open and close in one line are code in a sentence.
      this.#open = marks.startsWith("`") && rest.includes("`") ? undefined : marks;
    } else if (this.#open !== undefined && marks.startsWith(this.#open) && rest.trim() === "") {
      this.#open = undefined;
    }
  }
}
