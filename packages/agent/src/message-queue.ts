import type { UserMessage } from "@tau-ts/ai";

/** How many queued messages one turn takes. */
export type QueueMode = "one-at-a-time" | "all";

/** Messages that wait for the loop to ask. A waiting message is not history. */
export class MessageQueue {
  #waiting: UserMessage[] = [];

  /** What waits, oldest first. */
  get messages(): readonly UserMessage[] {
    return [...this.#waiting];
  }

  add(message: UserMessage): void {
    this.#waiting.push(message);
  }

  /** Takes the oldest message, or all of them. */
  take(mode: QueueMode): readonly UserMessage[] {
    return this.#waiting.splice(0, mode === "all" ? this.#waiting.length : 1);
  }

  /** Takes the newest message back. */
  pop(): UserMessage | undefined {
    return this.#waiting.pop();
  }

  /** Empties the queue; returns what waited. */
  clear(): readonly UserMessage[] {
    return this.#waiting.splice(0);
  }
}
