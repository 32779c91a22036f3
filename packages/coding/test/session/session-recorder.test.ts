import { MemoryLog, SessionError } from "@tau-ts/agent";
import type { AgentEvent, NewEntry } from "@tau-ts/agent";
import { userMessage } from "@tau-ts/ai";
import { expect, it } from "vitest";
import { SessionRecorder } from "../../src/session/session-recorder.ts";

/** A log on a disk that is full while `isFull`. */
class FullLog extends MemoryLog {
  isFull = false;

  override append(...given: Parameters<MemoryLog["append"]>): Promise<string> {
    return this.isFull ? refuse() : super.append(...given);
  }

  override appendEntry(entry: NewEntry): Promise<string> {
    return this.isFull ? refuse() : super.appendEntry(entry);
  }
}

async function refuse(): Promise<never> {
  throw new SessionError("io", "no space left");
}

const words = (text: string): AgentEvent => ({ type: "message_end", message: userMessage(text) });
const end: AgentEvent = { type: "agent_end", messages: [], outcome: "completed" };

it("C9.3 an outage is told of once, whatever could not be written, and a new one again", async () => {
  const log = new FullLog();
  const told: unknown[] = [];
  const recorder = new SessionRecorder(log, {
    hasBegun: false,
    onError: (error) => told.push(error),
  });
  log.isFull = true;
  recorder.prepare({ type: "thinking_level_change", thinkingLevel: "high" });
  await recorder.save(words("one"));
  await recorder.note({ type: "session_info", name: "a name" });
  await expect(recorder.save(end)).rejects.toThrow("no space left");
  expect(told).toHaveLength(1);
  log.isFull = false;
  await recorder.save(words("two"));
  expect((await log.entries()).map(({ type }) => type)).toEqual([
    "thinking_level_change",
    "session_info",
    "message",
    "message",
  ]);
  log.isFull = true;
  await recorder.save(words("three"));
  expect(told).toHaveLength(2);
});

it("C9.3 a choice that could not be written is written at the end of the run, when there is room again", async () => {
  const log = new FullLog();
  const recorder = new SessionRecorder(log, { hasBegun: true, onError: () => undefined });
  log.isFull = true;
  await recorder.note({ type: "session_info", name: "a name" });
  await recorder.save(words("one"));
  log.isFull = false;
  await recorder.save(end);
  expect((await log.entries()).map(({ type }) => type)).toEqual(["message", "session_info"]);
});
