import type { AssistantEvent } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { describe, expect, it } from "vitest";
import type { CodingAgentEvent } from "../../src/agent/agent-events.ts";
import { makeAgent, named, says } from "../support/agent.ts";

const error = { kind: "overloaded", message: "busy" };
const retry = { type: "retry", attempt: 2, maxAttempts: 4, delayMs: 5, error } as const;
const again = { ...retry, attempt: 3 };
const done = { type: "done", reason: "stop", message: says("the notes") } as const;

function told(events: readonly CodingAgentEvent[]): readonly object[] {
  return events
    .filter(({ type }) => type.startsWith("summarization") || type.startsWith("compaction"))
    .map((event) => ({ ...event, sessionId: undefined }));
}

describe("repeats of a summary's call", () => {
  it("C13.8 go by Pi's names, between the ends of the compaction they are for", async () => {
    const model = scriptedModel(["old ".repeat(2_000), "recent", [retry, again, done]]);
    const { agent, events } = await makeAgent({ model, compaction: { keepRecentTokens: 100 } });
    await agent.prompt("1");
    await agent.prompt("2");
    expect(await agent.compact()).toMatchObject({ summary: expect.stringContaining("the notes") });
    const scheduled = { type: "summarization_retry_scheduled", delayMs: 5, errorMessage: "busy" };
    const begun = { type: "summarization_retry_attempt_start" };
    const purpose = { source: "compaction", reason: "manual" };
    expect(told(events)).toEqual([
      { type: "compaction_start", reason: "manual" },
      { ...scheduled, attempt: 1, maxAttempts: 3 },
      { ...begun, ...purpose },
      { ...scheduled, attempt: 2, maxAttempts: 3 },
      { ...begun, ...purpose },
      { type: "summarization_retry_finished" },
      expect.objectContaining({ type: "compaction_end" }),
    ]);
  });

  it("C13.8 say why a run makes room, and that a branch is left", async () => {
    const summaries: readonly (readonly AssistantEvent[])[] = [
      [retry, done],
      [retry, done],
    ];
    const info = { id: "small", provider: "test", contextWindow: 2_000 };
    const model = scriptedModel(["old ".repeat(1_300), "recent ".repeat(200), "ok"], { info });
    const summariser = scriptedModel(summaries, { info });
    const compaction = { model: summariser, keepRecentTokens: 100 };
    const { agent, events } = await makeAgent({ model, compaction });
    await agent.prompt("1");
    const [first] = await agent.session.entries();
    await agent.prompt("2");
    await agent.prompt("3");
    expect(await agent.branch(first?.id ?? null, { summarize: true })).toBe(true);
    const begun = told(events).filter(
      (event) => "type" in event && event.type === "summarization_retry_attempt_start",
    );
    expect(begun).toEqual([
      {
        type: "summarization_retry_attempt_start",
        source: "compaction",
        reason: "threshold",
      },
      { type: "summarization_retry_attempt_start", source: "branchSummary" },
    ]);
  });

  it("C6.5 a stop during the wait ends them without another call", async () => {
    const aborted = {
      type: "error",
      reason: "aborted",
      error: { ...says(""), stopReason: "aborted" as const, errorMessage: "Operation aborted" },
    } as const;
    const model = named("m", "old ".repeat(2_000), "recent", [retry, aborted]);
    const { agent, events } = await makeAgent({ model, compaction: { keepRecentTokens: 100 } });
    await agent.prompt("1");
    await agent.prompt("2");
    expect(await agent.compact()).toBeUndefined();
    expect(told(events)).toMatchObject([
      { type: "compaction_start" },
      { type: "summarization_retry_scheduled" },
      { type: "summarization_retry_finished" },
      { type: "compaction_end" },
    ]);
  });
});
