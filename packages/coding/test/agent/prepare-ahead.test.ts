import { JsonlLog } from "@tau-ts/agent/node";
import { userMessage } from "@tau-ts/ai";
import type { Message, Model } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { describe, expect, it } from "vitest";
import { asks, makeAgent, makeHome, says } from "../support/agent.ts";
import type { TestAgent } from "../support/agent.ts";

const exchanges = 1_100;

/** A model that notes what it was handed ahead, and what it was asked in the end. */
function noting(contextWindow: number) {
  const prepared: (readonly Message[])[] = [];
  const { info, requests, stream } = scriptedModel(["one", "two"], {
    info: { id: `of-${contextWindow}`, provider: "test", contextWindow },
  });
  const model: Model = {
    info,
    stream,
    prepare: ({ messages }) => void prepared.push(messages),
  };
  return { model, prepared, requests };
}

/** An agent that goes on with 4,400 messages, of which a quarter is output of 1,000 characters. */
async function longSession(model: Model): Promise<TestAgent> {
  const home = makeHome();
  const log = await JsonlLog.open(`${home.tauHome}/long.jsonl`, { cwd: home.cwd });
  const rows: Promise<unknown>[] = [];
  for (let at = 0; at < exchanges; at += 1) {
    const id = `c${at}`;
    const content = [{ type: "text" as const, text: "r".repeat(1_000) }];
    const result = { role: "toolResult" as const, toolCallId: id, toolName: "read", content };
    rows.push(
      log.append(userMessage(`question ${at}`)),
      log.append(asks("read", { path: "a" }, id)),
      log.append({ ...result, isError: false, timestamp: 1 }),
      log.append(says(`answer ${at}`)),
    );
  }
  await Promise.all(rows);
  await log.close();
  return makeAgent({ ...home, model, session: { path: log.path } });
}

function maskedCount(messages: readonly Message[] | undefined): number {
  return JSON.stringify(messages).split("Old output left out").length - 1;
}

describe("what is done ahead for the next request", () => {
  it("C11.2 hands the model the conversation in parts, as the request will have it", async () => {
    const { model, prepared, requests } = noting(2_000_000);
    const { agent } = await longSession(model);
    await agent.prepare();
    expect(prepared.map(({ length }) => length)).toEqual([2000, 4000, 4400]);
    expect(requests).toEqual([]);
    await agent.prompt("go on");
    const asked = requests[0]?.messages ?? [];
    expect(asked).toHaveLength(4401);
    for (const messages of prepared)
      for (const [index, message] of messages.entries()) expect(asked[index]).toBe(message);
  });

  it("C10.1 puts on the masks that the request will need, and they stay on", async () => {
    const [small, large] = [noting(150_000), noting(2_000_000)];
    const { agent } = await longSession(small.model);
    await agent.prepare();
    const count = maskedCount(small.prepared.at(-1));
    expect(count).toBeGreaterThan(exchanges / 2);
    await agent.prompt("go on");
    const asked = small.requests[0]?.messages ?? [];
    expect(maskedCount(asked)).toBe(count);
    for (const [index, message] of (small.prepared.at(-1) ?? []).entries())
      expect(asked[index]).toBe(message);
    await agent.setModel(large.model);
    await agent.prompt("and on");
    expect(maskedCount(large.requests[0]?.messages)).toBe(count);
  });

  it("C10.1 masks that no request has shown are not kept for a model that needs none", async () => {
    const [small, large] = [noting(150_000), noting(2_000_000)];
    const { agent } = await longSession(small.model);
    await agent.prepare();
    await agent.setModel(large.model);
    await agent.prompt("go on");
    expect(maskedCount(large.requests[0]?.messages)).toBe(0);
  });

  it("a model that fails at it is asked all the same, later", async () => {
    const { model, requests } = noting(2_000_000);
    const prepare = (): never => {
      throw new Error("not now");
    };
    const { agent } = await longSession({ ...model, prepare });
    await agent.prepare();
    expect((await agent.prompt("go on")).outcome).toBe("completed");
    expect(requests).toHaveLength(1);
  });

  it("ends when a run begins, and with a model that does nothing ahead at once", async () => {
    const { model, prepared } = noting(2_000_000);
    const { agent } = await longSession(model);
    const preparing = agent.prepare();
    await agent.prompt("go on");
    await preparing;
    expect(prepared.length).toBeLessThan(2);
    await agent.setModel(scriptedModel(["x"]));
    await agent.prepare();
    expect(prepared.length).toBeLessThan(2);
  });
});
