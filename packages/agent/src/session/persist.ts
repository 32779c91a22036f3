import type { Message } from "@tau-ts/ai";
import type { AgentEvent } from "../events.ts";
import { SessionError } from "./errors.ts";
import type { SessionLog } from "./log.ts";

/** How failed writes are met. */
export interface PersistOptions {
  /**
   * Told once when writes begin to fail, with the number of messages that wait; the run goes on meanwhile. Left out, a
   * failed write throws.
   */
  readonly onError?: ((error: unknown, waiting: number) => void) | undefined;
}

/**
 * A listener that saves every message as it completes: subscribe it with `{ first: true }`, so that whoever hears of a
 * message after it can rely on the log.
 *
 * A message that could not be written is kept, and nothing is written before it: it is tried again before the next
 * message and at `agent_end`. Without `onError` the failure is thrown at once. With it the failure is reported once per
 * outage, and thrown at `agent_end` if messages still wait then, so that the run counts as failed. A failure that trying
 * again cannot cure (a lost lease, a damaged file, a closed log) is thrown at once either way.
 */
export function persistTo(
  log: Pick<SessionLog, "append">,
  { onError }: PersistOptions = {},
): (event: AgentEvent) => Promise<void> {
  const waiting: Message[] = [];
  let reported = false;
  let queue: Promise<unknown> = Promise.resolve();

  async function writeWaiting(): Promise<void> {
    for (let message = waiting[0]; message !== undefined; message = waiting[0]) {
      await log.append(message);
      waiting.shift();
    }
    reported = false;
  }

  async function save(isLast: boolean): Promise<void> {
    try {
      await writeWaiting();
    } catch (error) {
      if (onError === undefined || isFatal(error)) throw error;
      if (!reported) {
        reported = true;
        onError(error, waiting.length);
      }
      if (isLast) throw error;
    }
  }

  return async (event) => {
    if (event.type !== "message_end" && event.type !== "agent_end") return;
    if (event.type === "message_end") waiting.push(event.message);
    // One at a time, even when the harness stopped waiting for an earlier one: order holds and nothing is written twice.
    const saved = queue.then(() => save(event.type === "agent_end"));
    queue = saved.catch(() => undefined);
    await saved;
  };
}

function isFatal(error: unknown): boolean {
  return SessionError.isInstance(error) && error.kind !== "io";
}
