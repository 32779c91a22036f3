import type { AssistantMessage, Message, Model } from "@tau-ts/ai";
import { compactDuringRun } from "../../src/compaction/maybe-compact.ts";
import type { MaybeCompactOptions } from "../../src/compaction/maybe-compact.ts";
import type { AgentEvent } from "../../src/events.ts";
import { Harness } from "../../src/harness/harness.ts";
import { MemoryLog } from "../../src/session/memory-log.ts";
import { persistTo } from "../../src/session/persist.ts";
import { fill } from "./compaction-fixtures.ts";
import { playing, says } from "./models.ts";
import { eventNames } from "./shapes.ts";
import { tool } from "./tools.ts";

export const settings = { window: 1_000, reserve: 100, keepRecentTokens: 250 };
const output = "r".repeat(900);
export const read = tool("read", () => output);

/** A reply for which a provider counted so many tokens. */
export function counted(message: AssistantMessage, totalTokens: number): AssistantMessage {
  const usage = { input: totalTokens, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens };
  return { ...message, usage };
}

export function overflowed(): AssistantMessage {
  return {
    ...says(""),
    content: [],
    stopReason: "error",
    errorMessage: "prompt is too long",
    diagnostics: [{ type: "provider_error", kind: "context-overflow", retryable: false }],
  };
}

export interface Own {
  readonly harness: Harness;
  readonly log: MemoryLog;
  readonly summariser: ReturnType<typeof playing>;
  readonly errors: unknown[];
}

/** A harness that is saved and compacts by itself. Every event finds log and record the same. */
export async function own(
  model: Model,
  summaries: Parameters<typeof playing>,
  messages: readonly Message[] = [],
  options: Partial<MaybeCompactOptions> = {},
): Promise<Own> {
  const log = new MemoryLog();
  await fill(log, messages);
  const summariser = playing(...summaries);
  const harness = new Harness({
    model,
    tools: [read],
    messages: await log.replay(),
    hooks: { compact: compactDuringRun(log, () => summariser, { ...settings, ...options }) },
    graceMs: 5,
    flushMs: 50,
  });
  const errors: unknown[] = [];
  harness.subscribe(persistTo(log), { first: true });
  harness.subscribe(async (event) => {
    // A message is on the record first; its saver hears of it when it is complete.
    if (event.type === "message_start") return;
    const isSame = JSON.stringify(harness.messages) === JSON.stringify(await log.replay());
    if (!isSame) errors.push(event.type);
  });
  return { harness, log, summariser, errors };
}

export function compactionEvents(events: readonly AgentEvent[]): string[] {
  return eventNames(events).filter((name) => /^(?:turn|compaction|ms|agent_end)/.test(name));
}
