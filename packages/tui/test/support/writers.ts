import type { TextWriter } from "@tau-ts/tui";

/** Keeps what is written. */
export class MemoryWriter implements TextWriter {
  text = "";

  write(text: string): void {
    this.text += text;
  }
}
