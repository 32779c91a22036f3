import type { AssistantMessage, Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../../src/harness/harness.ts";
import type { AgentHooks, CompactionWork } from "../../src/hooks.ts";
import { runAgent } from "../../src/loop/loop.ts";
import { ContextView } from "../../src/view/view.ts";
import { collect } from "../support/collect.ts";
import { compactionEvents, counted, own, read } from "../support/compacting-harness.ts";
import { checkValid, turns } from "../support/compaction-fixtures.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { user } from "../support/session-fixtures.ts";
import { checkBalance, shape } from "../support/shapes.ts";

describe("inside a run", () => {
  it("C10.1 PEER-45 compacts at the top of a turn, before a request that would be too large, and announces it", async () => {
    const model = playing(
      ...["c1", "c2", "c3", "c4"].map((id) => asks(call(id, "read", { path: id }))),
      says("done"),
    );
    const { harness, log, summariser, errors } = await own(model, [says("the notes")]);
    const events = await collect(harness.prompt("read them"));
    expect(errors).toEqual([]);
    expect(compactionEvents(events).slice(-8)).toEqual([
      "ms(R(c4))",
      "turn_end",
      "turn_start",
      "compaction_start",
      "compaction_end",
      "ms(A)",
      "turn_end",
      "agent_end",
    ]);
    expect(events.filter((event) => event.type === "compaction_start")).toEqual([
      { type: "compaction_start", reason: "threshold" },
    ]);
    const end = events.find((event) => event.type === "compaction_end");
    expect(end).toMatchObject({ reason: "threshold", aborted: false, willRetry: false });
    expect(end?.result).toMatchObject({
      summary: "the notes",
      details: { readFiles: ["c1", "c2", "c3"], modifiedFiles: [] },
    });
    expect(end?.result?.estimatedTokensAfter).toBeLessThan(end?.result?.tokensBefore ?? 0);
    expect(shape(harness.messages)).toBe("U A[c4] R(c4) A");
    expect(model.requests.at(-1)?.messages).toEqual(harness.messages.slice(0, 3));
    expect(await log.replay()).toEqual(harness.messages);
    expect(summariser.requests).toHaveLength(1);
  });

  it("C10.1 C3.4 agent_end carries every message of the run, those that were compacted too", async () => {
    const model = playing(
      ...["c1", "c2", "c3", "c4"].map((id) => asks(call(id, "read"))),
      says("done"),
    );
    const { harness } = await own(model, [says("the notes")], turns(1, 40));
    const run = harness.prompt("read them");
    const events = await collect(run);
    const { messages } = await run.result;
    expect(shape(messages)).toBe("U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A[c4] R(c4) A");
    checkBalance(events, messages);
  });

  it("C10.1 C7.1 the view after it is made anew, also when the replacement is as long as what it replaced", async () => {
    const record: Message[] = [user("old 1"), says("old 2"), user("old 3")];
    const view = new ContextView();
    view.of(record);
    const model = playing(says("done"));
    const hooks: AgentHooks = {
      compact: () => async (commit) => {
        await commit(() =>
          Promise.resolve({
            messages: [user("new 1"), says("new 2"), user("new 3"), user("new 4")],
          }),
        );
      },
    };
    await collect(runAgent({ model, messages: record, prompt: "go", hooks, view }));
    expect(shape(record)).toBe("U A U U A");
    expect(model.requests[0]?.messages).toEqual(record.slice(0, 4));
    expect(record[0]).toEqual(user("new 1"));
  });

  it("C4.1 the snapshot of messages follows a replacement of the same length", async () => {
    const model = playing(says("done"));
    let harness: Harness | undefined;
    const seen: string[] = [];
    const hooks: AgentHooks = {
      compact: (messages) => async (commit) => {
        seen.push(shape(harness?.messages ?? []));
        await commit(() => Promise.resolve({ messages: messages.map(() => user("new")) }));
      },
    };
    harness = new Harness({ model, hooks, messages: [user("old"), says("old")] });
    harness.subscribe((event) => {
      if (event.type === "compaction_end") seen.push(shape(harness?.messages ?? []));
    });
    await harness.prompt("go").result;
    expect(seen).toEqual(["U A U", "U U U"]);
    expect(harness.messages.slice(0, 3)).toEqual([user("new"), user("new"), user("new")]);
  });

  it("F86 PEER-45 one that does not help is not repeated: system prompt above the window, ten turns", async () => {
    const replies = Array.from({ length: 10 }, (_, turn) =>
      counted(asks(call(`c${turn}`, "read")), 5_000),
    );
    const model = playing(...replies, counted(says("done"), 5_000), counted(says("done"), 5_000));
    const { harness, summariser, errors } = await own(model, [says("1"), says("2"), says("3")]);
    expect((await harness.prompt("go").result).outcome).toBe("completed");
    expect(summariser.requests).toHaveLength(1);
    expect((await harness.prompt("and now?").result).outcome).toBe("completed");
    expect(summariser.requests).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  it("F86 C3.8 when the user speaks in the middle of a run it may be tried again", async () => {
    const replies = Array.from({ length: 6 }, (_, turn) => asks(call(`c${turn}`, "read")));
    const model = playing(...replies, says("done"));
    const attempts: number[] = [];
    const harness = new Harness({
      model,
      tools: [read],
      hooks: { compact: () => async () => void attempts.push(model.requests.length) },
    });
    harness.subscribe((event) => {
      if (event.type === "tool_execution_end" && event.toolCallId === "c3") harness.steer("wait");
    });
    await harness.prompt("go").result;
    expect(attempts).toEqual([0, 4]);
  });

  it("F86 one that did help may be followed by others: a long run stays within the window", async () => {
    const replies = Array.from({ length: 30 }, (_, turn) => asks(call(`c${turn}`, "read")));
    const model = playing(...replies, says("done"));
    const summaries = Array.from({ length: 30 }, () => says("the notes"));
    const { harness, summariser, errors } = await own(model, summaries);
    expect((await harness.prompt("go").result).outcome).toBe("completed");
    expect(summariser.requests.length).toBeGreaterThan(5);
    expect(errors).toEqual([]);
    for (const { messages } of model.requests) checkValid(messages);
    const longest = Math.max(...model.requests.map(({ messages }) => messages.length));
    expect(longest).toBeLessThan(12);
  });

  it("C10.3 F86 a summary that fails changes nothing: it is announced once, and the run goes on", async () => {
    const failing: AssistantMessage = { ...says(""), stopReason: "error", errorMessage: "busy" };
    const model = playing(asks(call("c1", "read")), says("done"));
    const messages = turns(6, 400);
    const { harness, log, summariser } = await own(model, [failing], messages);
    const run = harness.prompt("go");
    const events = await collect(run);
    expect((await run.result).outcome).toBe("completed");
    expect(events.find((event) => event.type === "compaction_end")).toEqual({
      type: "compaction_end",
      reason: "threshold",
      aborted: false,
      willRetry: false,
      errorMessage: expect.stringContaining("busy"),
    });
    expect(summariser.requests).toHaveLength(1);
    expect(harness.messages.slice(0, 12)).toEqual(messages);
    expect(await log.replay()).toEqual(harness.messages);
  });

  it("C10.3 a hook that throws, at once or later, does not end the run", async () => {
    const throwing: (() => CompactionWork)[] = [
      () => {
        throw new Error("broken hook");
      },
      () => () => Promise.reject(new Error("broken hook")),
    ];
    for (const compact of throwing) {
      const events = await collect(
        runAgent({ model: playing(says("done")), messages: [], prompt: "go", hooks: { compact } }),
      );
      expect(events.at(-1)).toMatchObject({ outcome: "completed" });
      expect(events.find((event) => event.type === "compaction_end")).toMatchObject({
        errorMessage: "broken hook",
      });
    }
  });

  it("F87 C10.3 messages that are not in the log yet keep it from compacting", async () => {
    const model = playing(says("done"));
    const { harness, summariser } = await own(model, [says("no")], turns(6, 400));
    harness.replaceMessages([...harness.messages, user("not on disk yet")]);
    const events = await collect(harness.prompt("go"));
    expect(summariser.requests).toHaveLength(0);
    expect(events.find((event) => event.type === "compaction_end")).toMatchObject({
      errorMessage: expect.stringContaining("not in the log yet"),
    });
    expect(harness.messages).toContainEqual(user("not on disk yet"));
  });
});
