import type { AssistantEvent, AssistantMessage, Message, Model } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { HarnessError } from "../../src/errors.ts";
import type { AgentEvent } from "../../src/events.ts";
import { Harness } from "../../src/harness/harness.ts";
import { SessionError } from "../../src/session/errors.ts";
import { MemoryLog } from "../../src/session/memory-log.ts";
import { persistTo } from "../../src/session/persist.ts";
import { assistant, texts, toolResult, user } from "../support/session-fixtures.ts";

/** A log whose appends fail as planned: one entry of `plan` for each attempt, `undefined` lets it through. */
function failingLog(plan: (Error | undefined)[]): MemoryLog & { attempts: number } {
  class FailingLog extends MemoryLog {
    attempts = 0;
    override append(message: Message): Promise<string> {
      const error = plan[this.attempts];
      this.attempts += 1;
      return error === undefined ? super.append(message) : Promise.reject(error);
    }
  }
  return new FailingLog();
}

const full = new SessionError("io", "no space left");
const ended = (message: Message): AgentEvent => ({ type: "message_end", message });
const end: AgentEvent = { type: "agent_end", messages: [], outcome: "completed" };

/** A model that gives its replies in turn. */
function replying(...replies: AssistantMessage[]): Model {
  return {
    async *stream(): AsyncGenerator<AssistantEvent> {
      const message = replies.shift() ?? assistant("spare");
      const reason = message.stopReason === "toolUse" ? "toolUse" : "stop";
      yield { type: "done", reason, message };
    },
  };
}

const read = {
  name: "read",
  description: "reads",
  parameters: { type: "object" },
  execute: () => "text",
};

describe("persistTo without onError", () => {
  it("C9.3 saves each message at its message_end and ignores every other event", async () => {
    const log = new MemoryLog();
    const listener = persistTo(log);
    await listener({ type: "agent_start" });
    await listener({ type: "message_start", message: user("a") });
    expect(await log.entries()).toEqual([]);
    await listener(ended(user("a")));
    expect(texts(await log.replay())).toEqual(["a"]);
    await listener(ended(toolResult("c1")));
    await listener(end);
    expect(await log.replay()).toEqual([user("a"), toolResult("c1")]);
  });

  it("C9.3 a failed write throws; the message is not lost, not doubled and not overtaken", async () => {
    const log = failingLog([undefined, full]);
    const listener = persistTo(log);
    await listener(ended(user("a")));
    await expect(listener(ended(user("b")))).rejects.toBe(full);
    await listener(ended(user("c")));
    await listener(end);
    expect(texts(await log.replay())).toEqual(["a", "b", "c"]);
  });

  it("C1.6 C9.3 in a run, the log holds a message before anybody else hears of it, and equals the record", async () => {
    const log = new MemoryLog();
    const harness = new Harness({
      model: replying(assistant("looking", "c1", "c2"), assistant("done")),
      tools: [read],
    });
    const savedWhenHeard: boolean[] = [];
    harness.subscribe(async (event) => {
      if (event.type !== "message_end") return;
      savedWhenHeard.push((await log.replay()).length === harness.messages.length);
    });
    harness.subscribe(persistTo(log), { first: true });
    await harness.prompt("hello").result;
    expect(harness.messages).toHaveLength(5);
    expect(savedWhenHeard).toEqual([true, true, true, true, true]);
    expect(await log.replay()).toEqual(harness.messages);
  });

  it("C9.3 C4.6 in a run, a failed write cancels it, the record stays, and the log catches up", async () => {
    const log = failingLog([undefined, full]);
    const harness = new Harness({ model: replying(assistant("ok", "c1")), tools: [read] });
    harness.subscribe(persistTo(log), { first: true });
    const error: unknown = await harness.prompt("hello").result.catch((reason: unknown) => reason);
    expect(HarnessError.isInstance(error) && error.kind === "listener" && error.cause).toBe(full);
    expect(await log.replay()).toEqual(harness.messages);
    await harness.prompt("again").result;
    expect(await log.replay()).toEqual(harness.messages);
  });
});

describe("persistTo with onError", () => {
  it("F87 C9.3 a write that fails once is reported once and tried again before the next message", async () => {
    const log = failingLog([full, full]);
    const reports: unknown[][] = [];
    const listener = persistTo(log, { onError: (...report) => reports.push(report) });
    await listener(ended(user("a")));
    await listener(ended(user("b")));
    await listener(ended(user("c")));
    await listener(end);
    expect(reports).toEqual([[full, 1]]);
    expect(texts(await log.replay())).toEqual(["a", "b", "c"]);
  });

  it("F87 C9.3 what waits is written at agent_end; the next outage is reported again", async () => {
    const log = failingLog([undefined, full, undefined, full]);
    const reports: unknown[] = [];
    const listener = persistTo(log, { onError: (error) => reports.push(error) });
    await listener(ended(user("a")));
    await listener(ended(user("b")));
    await listener(end);
    expect(texts(await log.replay())).toEqual(["a", "b"]);
    await listener(ended(user("c")));
    await listener(end);
    expect(reports).toEqual([full, full]);
    expect(texts(await log.replay())).toEqual(["a", "b", "c"]);
  });

  it("F87 C9.3 a disk that never works fails the run after agent_end, with one report", async () => {
    const log = failingLog(Array.from({ length: 50 }, () => full));
    const reports: unknown[] = [];
    const harness = new Harness({
      model: replying(assistant("ok", "c1"), assistant("done")),
      tools: [read],
    });
    harness.subscribe(persistTo(log, { onError: (error) => reports.push(error) }), { first: true });
    const outcomes: string[] = [];
    harness.subscribe((event) => {
      if (event.type === "agent_end") outcomes.push(event.outcome);
    });
    const error: unknown = await harness.prompt("hello").result.catch((reason: unknown) => reason);
    expect(outcomes).toEqual(["completed"]);
    expect(HarnessError.isInstance(error) && error.kind === "listener" && error.cause).toBe(full);
    expect(reports).toEqual([full]);
    expect(await log.entries()).toEqual([]);
  });

  it.each(["lease-lost", "damaged", "closed", "read-only", "invalid"] as const)(
    "C9.3 %s is fatal at once",
    async (kind) => {
      const fatal = new SessionError(kind, "it is over");
      const reports: unknown[] = [];
      const listener = persistTo(failingLog([fatal]), { onError: (error) => reports.push(error) });
      await expect(listener(ended(user("a")))).rejects.toBe(fatal);
      expect(reports).toEqual([]);
    },
  );

  it("C9.3 events that come while a write hangs wait their turn: order holds and nothing is doubled", async () => {
    const gate = Promise.withResolvers<void>();
    class SlowLog extends MemoryLog {
      override async append(message: Message): Promise<string> {
        await gate.promise;
        return super.append(message);
      }
    }
    const log = new SlowLog();
    const listener = persistTo(log);
    const waiting = [listener(ended(user("a"))), listener(ended(user("b"))), listener(end)];
    gate.resolve();
    await Promise.all(waiting);
    expect(texts(await log.replay())).toEqual(["a", "b"]);
  });
});
