import { readFileSync } from "node:fs";
import { estimateTokens } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import { textOf } from "@tau-ts/ai";
import type { AssistantMessage } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import type { ScriptedModel } from "@tau-ts/ai/testing";
import { describe, expect, it } from "vitest";
import { roomIn } from "../../src/agent/compaction-settings.ts";
import { asks, makeAgent, makeHome, says } from "../support/agent.ts";

function small(
  contextWindow: number,
  ...replies: Parameters<typeof scriptedModel>[0]
): ScriptedModel {
  return scriptedModel(replies, { info: { id: "small", provider: "test", contextWindow } });
}

const overflow: AssistantMessage = {
  role: "assistant",
  content: [],
  stopReason: "error",
  errorMessage: "prompt is too long",
  diagnostics: [{ type: "provider_error", kind: "context-overflow", retryable: false }],
};

describe("compaction", () => {
  it("TAU-6.1.9 makes room in the middle of a long tool loop, and the session replays as the model saw it", async () => {
    const summariser = small(
      2_000,
      ...Array.from({ length: 20 }, (_, index) => says(`notes ${index}`, 50, 0.25)),
    );
    const calls = Array.from({ length: 12 }, (_, index) =>
      asks("bash", { command: `: ${"x".repeat(1600)}` }, `c${index}`),
    );
    const home = makeHome();
    const model = small(2_000, ...calls, "done");
    const { agent, events } = await makeAgent({
      ...home,
      model,
      compaction: { model: summariser },
    });
    const { outcome, text } = await agent.prompt("loop");
    expect([outcome, text]).toEqual(["completed", "done"]);
    const ends = events.filter(({ type }) => type === "compaction_end");
    expect(ends.length).toBeGreaterThan(2);
    expect(new Set(ends.map((event) => "reason" in event && event.reason))).toEqual(
      new Set(["threshold"]),
    );
    for (const request of model.requests.slice(3))
      expect(estimateTokens(request.messages)).toBeLessThan(2_000);
    const log = await JsonlLog.open(agent.session.path ?? "", { readOnly: true });
    expect(await log.replay()).toEqual(agent.messages);
    const { cost, compactions } = await agent.session.statistics();
    expect(compactions).toBe(ends.length);
    expect(cost).toEqual({ usd: ends.length / 4, unknownCalls: 13 });
  });

  it("C10.1 in a tool loop whose outputs are long, old outputs are masked and no summary is needed", async () => {
    const calls = Array.from({ length: 12 }, (_, index) =>
      asks("bash", { command: `head -c 1600 /dev/zero | tr '\\0' x` }, `c${index}`),
    );
    const model = small(2_000, ...calls, "done");
    const { agent, events } = await makeAgent({ model });
    expect((await agent.prompt("loop")).text).toBe("done");
    expect(events.filter(({ type }) => type === "compaction_end")).toEqual([]);
    for (const request of model.requests)
      expect(estimateTokens(request.messages)).toBeLessThan(2_000);
    const results = agent.messages.filter((message) => message.role === "toolResult");
    expect(results).toHaveLength(12);
    for (const result of results) expect(textOf(result)).toContain("x".repeat(1600));
  });

  it("TAU-6.1.9 asked for, it leaves the recent messages as they are", async () => {
    const model = small(100_000, "a".repeat(8_000), "b".repeat(400), "the notes", "ok");
    const { agent, events } = await makeAgent({ model, compaction: { keepRecentTokens: 500 } });
    await agent.prompt("old");
    await agent.prompt("recent");
    const recent = agent.messages.slice(2);
    const result = await agent.compact("names of files");
    expect(result).toMatchObject({ summary: "the notes" });
    expect(result?.estimatedTokensAfter).toBeLessThan(result?.tokensBefore ?? 0);
    expect(agent.messages.slice(1)).toEqual(recent);
    expect(JSON.stringify(model.requests[2])).toContain("Pay special attention to: names of files");
    expect(events.slice(-2)).toMatchObject([
      { type: "compaction_start", reason: "manual" },
      {
        type: "compaction_end",
        reason: "manual",
        result: { summary: "the notes" },
        aborted: false,
      },
    ]);
    expect((await agent.prompt("more")).text).toBe("ok");
  });

  it("C10.3 with nothing to sum up it says so and changes nothing", async () => {
    const { agent, events } = await makeAgent({ model: small(100_000, "hello") });
    await agent.prompt("hi");
    const before = readFileSync(agent.session.path ?? "");
    expect(await agent.compact()).toBeUndefined();
    expect(events.at(-1)).toMatchObject({
      errorMessage: expect.stringContaining("nothing to sum up"),
    });
    expect(readFileSync(agent.session.path ?? "")).toEqual(before);
  });

  it("C10.1 a request that was too long is made again once, with less in it", async () => {
    const model = small(
      1_000_000,
      "x".repeat(4_000),
      "y".repeat(400),
      overflow,
      "the notes",
      "ok",
      overflow,
      overflow,
    );
    const { agent, events } = await makeAgent({ model, compaction: { keepRecentTokens: 200 } });
    await agent.prompt("1");
    await agent.prompt("2");
    expect((await agent.prompt("3")).text).toBe("ok");
    const ends = events.filter(({ type }) => type === "compaction_end");
    expect(ends).toMatchObject([{ reason: "overflow", willRetry: true }]);
    expect(model.requests).toHaveLength(5);
    expect(agent.messages.map((message) => textOf(message)).join()).toContain("the notes");
  });

  it("C10.1 switched off it is not done, whatever the window", async () => {
    const model = small(500, "x".repeat(4_000), "ok");
    const { agent } = await makeAgent({ model, compaction: { enabled: false } });
    await agent.prompt("1");
    expect((await agent.prompt("2")).text).toBe("ok");
    expect(model.requests).toHaveLength(2);
  });

  it("C10.1 the window of the model that answers now counts", async () => {
    const big = small(1_000_000, "x".repeat(8_000));
    const { agent } = await makeAgent({ model: big });
    await agent.prompt("1");
    const little = small(2_000, "the notes", says("ok", 100));
    await agent.setModel(little);
    expect((await agent.prompt("2")).text).toBe("ok");
    expect((await agent.session.statistics()).context).toEqual({ tokens: 100, window: 2_000 });
  });

  it("C10.1 in a small window little is kept free and little is kept back", () => {
    const settings = { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 };
    expect(roomIn(200_000, settings)).toEqual({
      window: 200_000,
      reserve: 16_384,
      keepRecentTokens: 20_000,
    });
    expect(roomIn(4_000, settings)).toEqual({
      window: 4_000,
      reserve: 1_000,
      keepRecentTokens: 1_500,
    });
    expect(roomIn(undefined, settings).window).toBe(128_000);
  });

  it("C3.6 what summaries and names take counts towards the limits", async () => {
    const model = small(
      100_000,
      says("a".repeat(8_000), 100),
      says("b", 100),
      says("the notes", 800),
      says("ok", 100),
    );
    const { agent } = await makeAgent({
      model,
      limits: { tokens: 300 },
      compaction: { keepRecentTokens: 500 },
    });
    await agent.prompt("1");
    await agent.prompt("2");
    await agent.compact();
    expect((await agent.session.statistics()).tokens.total).toBe(1_000);
    const { outcome, message } = await agent.prompt("3");
    expect(outcome).toBe("error");
    expect(message?.errorMessage).toContain("the limit of 300 tokens is used up");
  });
});
