import type { Message } from "@tau-ts/ai";
import { recorded } from "../recorded.ts";

/** What one run adds to a record, also when a compaction replaces the record's messages meanwhile. */
export class AddedMessages {
  readonly #record: Message[];
  /** Where those begin that came after the last replacement. */
  #start: number;
  readonly #replaced: Message[] = [];

  constructor(record: Message[]) {
    this.#record = record;
    this.#start = record.length;
  }

  /** The messages of the run, oldest first, in an array of its own. */
  get all(): Message[] {
    return [...this.#replaced, ...this.#record.slice(this.#start)];
  }

  /** Puts other messages into the record, in place. */
  replace(messages: readonly Message[]): void {
    const replacement = messages.map(recorded);
    for (const message of this.#record.slice(this.#start)) this.#replaced.push(message);
    this.#record.length = 0;
    for (const message of replacement) this.#record.push(message);
    this.#start = this.#record.length;
  }
}
