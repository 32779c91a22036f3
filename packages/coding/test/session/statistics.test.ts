import { userMessage } from "@tau-ts/ai";
import type { AssistantMessage } from "@tau-ts/ai";
import { MemoryLog } from "@tau-ts/agent";
import { expect, it } from "vitest";
import { statisticsOf } from "../../src/session/statistics.ts";
import { usageEntry } from "../../src/session/usage-entry.ts";
import { asks, says, usageOf } from "../support/agent.ts";

const closed: AssistantMessage = {
  role: "assistant",
  content: [],
  stopReason: "aborted",
  usage: { ...usageOf(1), input: 0, output: 0, totalTokens: 0 },
};

it("C13.7 statistics add up over branches, names and summaries, and say what is not known", async () => {
  const log = new MemoryLog();
  const first = await log.append(userMessage("1"));
  const cached = { input: 10, output: 5, cacheRead: 80, cacheWrite: 10, totalTokens: 105 };
  await log.append({
    ...asks("ls", {}),
    usage: {
      ...cached,
      cost: { input: 0.25, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.25 },
    },
  });
  await log.append(closed);
  await log.appendEntry(usageEntry("session_name", { id: "m" }, usageOf(20, 0.5)));
  await log.branch(first);
  await log.append(says("no price", 30));
  await log.append({ ...says(""), usage: closed.usage ?? usageOf(0) });
  await log.appendCompaction("s", first, { usage: usageOf(40, 1) });
  expect(statisticsOf(await log.entries())).toEqual({
    userMessages: 1,
    turns: 3,
    toolCalls: 1,
    compactions: 1,
    tokens: { input: 97, output: 8, cacheRead: 80, cacheWrite: 10, total: 195 },
    cacheHitRate: 80 / 187,
    cost: { usd: 1.75, unknownCalls: 2 },
  });
  expect(statisticsOf([])).not.toHaveProperty("cacheHitRate");
});

it("C13.7 usage that another program wrote counts, and nonsense in it does not", async () => {
  const log = new MemoryLog();
  const usage = {
    input: 0,
    output: 0,
    cacheRead: 50,
    cacheWrite: 0,
    totalTokens: 50,
    cost: { total: 0.5 },
  };
  await log.appendEntry({ type: "usage", kind: "cache_warm", provider: "p", model: "m", usage });
  await log.appendEntry({ type: "usage", kind: "x", usage: "many" });
  await log.appendEntry({ type: "usage", kind: "y", usage: { input: "3" } });
  expect(statisticsOf(await log.entries())).toMatchObject({
    tokens: { cacheRead: 50, total: 50 },
    cost: { usd: 0.5, unknownCalls: 1 },
  });
});
