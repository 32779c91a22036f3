import type { AgentSessionEvent, CodingAgentEvent, CodingAgentListener } from "./agent-events.ts";

/** Tells the listeners of an agent what happens, one after the other. */
export class Announcer {
  #listeners: readonly CodingAgentListener[] = [];
  readonly #onError: (error: unknown) => void;

  /** `onError` hears of listeners that fail when no run is there to fail with them. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Returns a function that unsubscribes, as often as it is called. */
  add(listener: CodingAgentListener): () => void {
    const entry: CodingAgentListener = (event) => listener(event);
    this.#listeners = [...this.#listeners, entry];
    return () => (this.#listeners = this.#listeners.filter((other) => other !== entry));
  }

  /**
   * Everybody hears the event, also when one has thrown; then this throws, or rejects with, the first failure. Nothing is
   * waited for unless a listener asks for it: most events are pieces of a reply.
   */
  tell(sessionId: string, event: AgentSessionEvent): Promise<void> | undefined {
    const told: CodingAgentEvent = { ...event, sessionId };
    const listeners = this.#listeners;
    const failures: unknown[] = [];
    for (const [index, listener] of listeners.entries()) {
      const answer = answerOf(listener, told, failures);
      if (answer) return finish(answer, listeners.slice(index + 1), told, failures);
    }
    if (failures.length > 0) throw failures[0];
    return undefined;
  }

  /** Tells of something outside of a run, without waiting. The listeners are called at once, up to the first that waits. */
  post(sessionId: string, event: AgentSessionEvent): void {
    try {
      this.tell(sessionId, event)?.catch(this.#onError);
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** A promise that the listener wants to be waited for. */
function answerOf(
  listener: CodingAgentListener,
  event: CodingAgentEvent,
  failures: unknown[],
): PromiseLike<unknown> | undefined {
  try {
    const answer = listener(event);
    return isPromiseLike(answer) ? answer : undefined;
  } catch (error) {
    failures.push(error);
    return undefined;
  }
}

async function finish(
  first: PromiseLike<unknown>,
  others: readonly CodingAgentListener[],
  event: CodingAgentEvent,
  failures: unknown[],
): Promise<void> {
  const waits: (() => PromiseLike<unknown> | undefined)[] = [
    () => first,
    ...others.map((listener) => () => answerOf(listener, event, failures)),
  ];
  for (const wait of waits) {
    try {
      await wait();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}
