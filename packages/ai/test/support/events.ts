import { toolCalls, type AssistantEvent, type AssistantMessage } from "../../src/index.ts";

export async function collect(events: AsyncIterable<AssistantEvent>): Promise<AssistantEvent[]> {
  const all: AssistantEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

export function types(events: readonly AssistantEvent[]): string[] {
  return events.map((event) => event.type);
}

/** The types of the events of one block that grew by so many deltas. */
export function blockTypes(kind: "text" | "thinking" | "toolcall", deltas: number): string[] {
  return [`${kind}_start`, ...Array.from({ length: deltas }, () => `${kind}_delta`), `${kind}_end`];
}

/** Id, name and arguments of each call. */
export function callsOf(message: AssistantMessage): unknown[] {
  return toolCalls(message).map(({ id, name, arguments: given }) => [id, name, given]);
}

/** The message of the one terminal; throws unless there is exactly one and it comes last. */
export function finalMessage(events: readonly AssistantEvent[]): AssistantMessage {
  const terminals = events.filter((event) => event.type === "done" || event.type === "error");
  const last = events.at(-1);
  if (terminals.length !== 1 || last !== terminals[0]) {
    throw new Error(`expected one terminal at the end, got ${types(events).join(" ")}`);
  }
  if (last?.type === "done") return last.message;
  if (last?.type === "error") return last.error;
  throw new Error("no events at all");
}

export async function outcome(events: AsyncIterable<AssistantEvent>): Promise<AssistantMessage> {
  return finalMessage(await collect(events));
}

/** How many listeners a signal has: added minus removed. Begin to count before the signal is used. */
export function countListeners(signal: AbortSignal): () => number {
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  const listeners = new Set<unknown>();
  signal.addEventListener = (...parameters: Parameters<typeof add>): void => {
    listeners.add(parameters[1]);
    count = listeners.size;
    add(...parameters);
  };
  signal.removeEventListener = (...parameters: Parameters<typeof remove>): void => {
    listeners.delete(parameters[1]);
    count = listeners.size;
    remove(...parameters);
  };
  return () => count;
}
