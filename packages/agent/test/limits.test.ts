import type { AssistantMessage, Model } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { Harness } from "../src/harness/harness.ts";
import { Limits } from "../src/limits.ts";
import type { LimitOptions } from "../src/limits.ts";
import { asks, call, playing, says } from "./support/models.ts";
import { tool } from "./support/tools.ts";

const work = tool("work", () => "done");

/** A reply that asks for work, with a price tag. */
function priced(tokens: number, dollars?: number): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: dollars ?? 0 };
  const usage = { input: tokens, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: tokens };
  return { ...asks(call("c", "work")), usage: dollars === undefined ? usage : { ...usage, cost } };
}

function endless(reply: AssistantMessage): Model & { calls: number } {
  return {
    calls: 0,
    async *stream() {
      this.calls += 1;
      yield { type: "done", reason: "toolUse", message: reply };
    },
  };
}

describe("limits", () => {
  it.each<[LimitOptions, AssistantMessage, number, string]>([
    [{ turns: 3 }, priced(1), 3, "Agent stopped: the limit of 3 turns is used up"],
    [{ tokens: 250 }, priced(100), 3, "Agent stopped: the limit of 250 tokens is used up"],
    [{ usd: 0.5 }, priced(1, 0.25), 2, "Agent stopped: the limit of 0.5 US dollars is used up"],
    [{ usd: 0.5 }, priced(1), 1, "Agent stopped: the price of unknown is not known"],
  ])("are looked at before each model call: %j", async (limits, reply, calls, errorMessage) => {
    const model = endless(reply);
    const h = new Harness({ model, tools: [work], limits });
    const result = await h.prompt("go").result;
    expect([result.outcome, model.calls]).toEqual(["error", calls]);
    expect(result.message).toMatchObject({ stopReason: "error", errorMessage });
    expect(result.message?.diagnostics).toMatchObject([
      { type: "limit", limit: Object.keys(limits)[0] },
    ]);
    expect((await h.prompt("more").result).message).toMatchObject({ errorMessage });
    expect(model.calls).toBe(calls);
  });

  it("count seconds from the first model call", async () => {
    let now = 1000;
    const clock = { now: () => now, setTimeout: () => 0, clearTimeout: () => undefined };
    const model = playing(
      () => ((now += 6000), asks(call("c", "work"))),
      () => ((now += 6000), asks(call("c", "work"))),
    );
    const h = new Harness({ model, tools: [work], limits: { seconds: 10 }, clock });
    now += 60_000;
    const { message } = await h.prompt("go").result;
    expect(message).toMatchObject({
      errorMessage: "Agent stopped: the limit of 10 seconds is used up",
    });
    expect(model.requests).toHaveLength(2);
  });

  it("are shared by a tree of agents: what a child spends counts", async () => {
    const limits = new Limits({ turns: 4 });
    const delegate = tool("work", async () => {
      const child = new Harness({ model: endless(priced(1)), tools: [work], limits });
      return (await child.prompt("sub-task").result).message?.errorMessage;
    });
    const h = new Harness({ model: endless(priced(1)), tools: [delegate], limits });
    expect((await h.prompt("go").result).outcome).toBe("error");
    expect(limits.spent.turns).toBe(4);
  });

  it("estimate the tokens of a provider that reports none, four characters each", async () => {
    const limits = new Limits({ tokens: 1_000_000 });
    await new Harness({ model: playing(says("x".repeat(4000))), limits }).prompt("y".repeat(4000))
      .result;
    expect(limits.spent.tokens).toBeGreaterThan(2000);
    expect(limits.spent.tokens).toBeLessThan(2200);
  });

  it("an image that was sent counts as an image, not as its data", async () => {
    const limits = new Limits({ tokens: 1_000_000 });
    const image = { type: "image" as const, mimeType: "image/png", data: "A".repeat(400_000) };
    const prompt = { role: "user" as const, content: [image], timestamp: 1 };
    await new Harness({ model: playing(says("a cat")), limits }).prompt(prompt).result;
    expect(limits.spent.tokens).toBeGreaterThan(1200);
    expect(limits.spent.tokens).toBeLessThan(1300);
  });

  it("a budget, and what it stops with, made by another copy of the package counts all the same", async () => {
    vi.resetModules();
    const other = await import("../src/limits.ts");
    expect(other.Limits).not.toBe(Limits);
    const limits = new other.Limits({ turns: 2 });
    const h = new Harness({ model: endless(priced(1)), tools: [work], limits });
    const { message } = await h.prompt("go").result;
    expect(limits.spent.turns).toBe(2);
    expect(message?.diagnostics).toEqual([{ type: "limit", limit: "turns", allowed: 2, spent: 2 }]);
  });

  it("maxTurns says so to programs too", async () => {
    const h = new Harness({ model: endless(priced(1)), tools: [work], maxTurns: 2 });
    const { message } = await h.prompt("go").result;
    expect(message?.diagnostics).toEqual([
      { type: "limit", limit: "maxTurns", allowed: 2, spent: 2 },
    ]);
  });
});

describe("repetition", () => {
  const broken = tool("work", () => {
    throw new Error("no such file");
  });
  const again = (args = {}): AssistantMessage => asks(call("c", "work", args));

  it("of the same failing call is spoken of at three and ends the run at six", async () => {
    const model = endless(again({ a: 1 }));
    const h = new Harness({ model, tools: [broken] });
    const { outcome, message } = await h.prompt("go").result;
    expect([outcome, model.calls]).toEqual(["error", 6]);
    expect(message?.diagnostics).toEqual([
      { type: "limit", limit: "repetition", allowed: 6, spent: 6 },
    ]);
    const texts = h.messages.flatMap((item) =>
      item.role === "toolResult" ? [item.content.length] : [],
    );
    expect(texts).toEqual([1, 1, 2, 2, 2, 2]);
  });

  it("counts only the same arguments with the same error in a row", async () => {
    const replies = [
      again({ a: 1, b: 2 }),
      again({ b: 2, a: 1 }),
      again({ a: 2 }),
      again({ a: 1, b: 2 }),
      says("ok"),
    ];
    const h = new Harness({
      model: playing(...replies),
      tools: [broken],
      repetition: { warnAt: 2, endAt: 3 },
    });
    expect((await h.prompt("go").result).outcome).toBe("completed");
    const lengths = h.messages.flatMap((item) =>
      item.role === "toolResult" ? [item.content.length] : [],
    );
    expect(lengths).toEqual([1, 2, 1, 1]);
  });

  it("of calls that work is nobody's business, and the guard can be turned off", async () => {
    const fine = new Harness({ model: endless(again()), tools: [work], maxTurns: 8 });
    expect((await fine.prompt("go").result).message).toMatchObject({
      errorMessage: "Agent stopped after maxTurns=8",
    });
    const off = new Harness({
      model: endless(again()),
      tools: [broken],
      maxTurns: 8,
      repetition: false,
    });
    expect((await off.prompt("go").result).message).toMatchObject({
      errorMessage: "Agent stopped after maxTurns=8",
    });
  });
});
