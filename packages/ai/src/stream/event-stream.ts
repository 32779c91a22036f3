import { abortText } from "../call/abort-text.ts";
import type { StopSwitch } from "../call/stop-switch.ts";
import type { AssistantEvent } from "../events.ts";
import { forget } from "../forget.ts";
import type { EventQueue } from "./event-queue.ts";

type Step = IteratorResult<AssistantEvent, undefined>;

/** Does the work behind a stream, a chunk at a time: hands out a queue whenever there may be events in it. */
export interface EventSource {
  next(): Promise<IteratorResult<EventQueue<AssistantEvent>, void>>;
  return(): Promise<unknown>;
}

/** The usual source. A generator costs more per chunk than a plain object, which does not matter outside hot paths. */
export type Pump = AsyncGenerator<EventQueue<AssistantEvent>, void>;

/**
 * Hands out events one by one from a queue that a source fills chunk by chunk: a generator step per event would cost more
 * than parsing the event. Nothing happens before the first `next()`, and nothing is read ahead of the consumer.
 * `return()` does not wait behind a pending `next()`: it stops the work, and the pending one is then over.
 */
export class EventStream implements AsyncIterableIterator<AssistantEvent, undefined> {
  readonly #source: EventSource;
  readonly #stop: StopSwitch;
  readonly #signal: AbortSignal | undefined;
  #queue: EventQueue<AssistantEvent> | undefined;
  #ended = false;
  /** Pulls that are not over: each waits for the one before it. */
  #waiting = 0;
  #last: Promise<unknown> | undefined;

  constructor(source: EventSource, stop: StopSwitch, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#stop = stop;
    this.#signal = signal;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    if (this.#waiting === 0) {
      const step = this.#take();
      if (step !== undefined) return Promise.resolve(step);
    }
    const pull = this.#pull(this.#waiting === 0 ? undefined : this.#last);
    this.#last = pull;
    return pull;
  }

  async return(): Promise<Step> {
    this.#ended = true;
    this.#stop.stop("left");
    this.#stop.dispose();
    await this.#source.return();
    return { done: true, value: undefined };
  }

  async #pull(previous: Promise<unknown> | undefined): Promise<Step> {
    this.#waiting += 1;
    try {
      if (previous !== undefined) await previous;
      for (;;) {
        const step = this.#take();
        if (step !== undefined) return step;
        const { done, value } = await this.#source.next();
        if (done === true) this.#ended = true;
        else this.#queue = value;
      }
    } finally {
      this.#waiting -= 1;
    }
  }

  /** The next step without waiting, if there is one. */
  #take(): Step | undefined {
    if (this.#ended) return { done: true, value: undefined };
    const event = this.#queue?.shift();
    if (event === undefined) return undefined;
    if (event.type !== "done" && event.type !== "error") return { done: false, value: event };
    this.#ended = true;
    this.#stop.dispose();
    forget(this.#source.return());
    return { done: false, value: this.#terminal(event) };
  }

  /** Whoever stops before being handed the end gets `aborted`, however much had arrived by then. */
  #terminal(event: AssistantEvent): AssistantEvent {
    if (event.type !== "done" || this.#signal?.aborted !== true) return event;
    const errorMessage = abortText(this.#signal);
    const error = { ...event.message, stopReason: "aborted" as const, errorMessage };
    return { type: "error", reason: "aborted", error };
  }
}
