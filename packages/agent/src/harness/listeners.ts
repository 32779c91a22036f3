import type { Message } from "@tau-ts/ai";
import { listenerFailure } from "../errors.ts";
import type { AgentEvent } from "../events.ts";

/** Hears events. One that returns a promise is waited for before the next listener hears the event. */
export type AgentListener = (event: AgentEvent) => unknown;

/**
 * Who hears the events of a harness: `first` listeners (savers) before all others, each group in order of subscription.
 */
export class Listeners {
  #first: readonly AgentListener[] = [];
  #others: readonly AgentListener[] = [];

  /** Returns a function that unsubscribes, as often as it is called. */
  add(listener: AgentListener, first: boolean): () => void {
    // A wrapper of its own: the same function may be subscribed twice and is then two listeners.
    const entry: AgentListener = (event) => listener(event);
    if (first) this.#first = [...this.#first, entry];
    else this.#others = [...this.#others, entry];
    return () => {
      this.#first = this.#first.filter((candidate) => candidate !== entry);
      this.#others = this.#others.filter((candidate) => candidate !== entry);
    };
  }

  /**
   * Tells everybody, one after the other, also after one has thrown. `wait` decides how long a listener's promise is
   * waited for; `onError` hears every failure.
   */
  async tell(
    event: AgentEvent,
    wait: (promise: PromiseLike<unknown>) => Promise<unknown>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    for (const listener of [...this.#first, ...this.#others]) {
      try {
        const answer = listener(event);
        if (isPromiseLike(answer)) await wait(answer);
      } catch (error) {
        onError(error);
      }
    }
  }

  /**
   * Announces a message outside of a run. Rejects with a HarnessError `listener` when a listener failed; all have heard
   * it by then.
   */
  async announce(message: Message): Promise<void> {
    const failures: unknown[] = [];
    for (const type of ["message_start", "message_end"] as const)
      await this.tell(
        { type, message },
        async (promise) => promise,
        (error) => failures.push(error),
      );
    if (failures.length > 0) throw listenerFailure(failures[0]);
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}
