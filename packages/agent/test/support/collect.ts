import type { AgentEvent } from "../../src/events.ts";

/** Everything an iterable yields. */
export async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** Everything a run yields; calls back on each event. */
export async function follow(
  events: AsyncIterable<AgentEvent>,
  onEvent: (event: AgentEvent, index: number) => unknown,
): Promise<AgentEvent[]> {
  const collected: AgentEvent[] = [];
  for await (const event of events) {
    collected.push(event);
    await onEvent(event, collected.length - 1);
  }
  return collected;
}

/** Lets every microtask that is ready, and one macrotask, run. */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
