import type { Message } from "@tau-ts/ai";
import type { PutLate } from "../commit.ts";

/** The transcript that late replacements go into. */
export interface Transcript {
  messages(): readonly Message[];
  /** Whether something goes on that must not be disturbed. */
  isBusy(): boolean;
  replace(messages: readonly Message[]): void;
}

/**
 * Transcripts that were saved, but so late that the stop did not wait for them any more. Each takes the place of the
 * messages that there were when its saving began, as soon as nothing goes on: record and log are the same again. One
 * whose messages were replaced meanwhile comes too late for good, since what replaced them was read from the log.
 */
export class LateReplacements {
  readonly #transcript: Transcript;
  #replacements = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
  }

  /** A saving begins. */
  begin(): PutLate {
    const { length } = this.#transcript.messages();
    const replacements = this.#replacements;
    return (messages) => {
      const put = (): void => {
        if (this.#replacements !== replacements) return;
        const since = this.#transcript.messages().slice(length);
        this.#transcript.replace([...messages, ...since.slice(overlap(messages, since))]);
      };
      if (this.#transcript.isBusy()) this.#waiting.push(put);
      else put();
    };
  }

  /** All messages were replaced by others. */
  replaced(): void {
    this.#replacements += 1;
  }

  /** Nothing goes on any more. */
  idle(): void {
    for (const put of this.#waiting.splice(0)) put();
  }
}

/** How many of the messages that came since are read from the log already, at the end of what replaces the others. */
function overlap(messages: readonly Message[], since: readonly Message[]): number {
  for (let count = Math.min(messages.length, since.length); count > 0; count -= 1)
    if (JSON.stringify(messages.slice(-count)) === JSON.stringify(since.slice(0, count)))
      return count;
  return 0;
}
