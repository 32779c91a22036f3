import { createModel, type Model } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../../src/harness/harness.ts";
import { follow } from "../support/collect.ts";
import { checkBalance, shape } from "../support/shapes.ts";
import { tool } from "../support/tools.ts";

const overloaded = (): Response => new Response("{}", { status: 503 });

/** A whole reply of the Chat Completions API. */
function reply(delta: object, reason: string): () => Response {
  const chunk = { choices: [{ index: 0, delta, finish_reason: reason }] };
  const headers = { "content-type": "text/event-stream" };
  return () => new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, { headers });
}

const asksForTool = reply(
  { tool_calls: [{ index: 0, id: "c1", function: { name: "work", arguments: "{}" } }] },
  "tool_calls",
);

/** A real model whose server gives these answers in turn; retries wait for nothing. */
function served(...answers: (() => Response)[]): { model: Model; sent: { messages: unknown[] }[] } {
  const sent: { messages: unknown[] }[] = [];
  const model = createModel({
    wire: "openai-completions",
    model: "m",
    apiKey: "k",
    baseUrl: "http://127.0.0.1:9",
    retry: { sleep: () => Promise.resolve() },
    fetch: async (_url, { body = "" }) => {
      sent.push(JSON.parse(body));
      const answer = answers[sent.length - 1];
      if (answer === undefined) throw new Error(`no answer left for request ${sent.length}`);
      return answer();
    },
  });
  return { model, sent };
}

describe("a provider's model in the harness", () => {
  it("C6.5 F19 a stop during back-off ends the wait at once, as aborted, after one request", async () => {
    let requests = 0;
    const model = createModel({
      wire: "anthropic-messages",
      model: "m",
      apiKey: "k",
      baseUrl: "http://127.0.0.1:9",
      fetch: async () => {
        requests += 1;
        const headers = new Headers({ "retry-after": "30" });
        return new Response("{}", { status: 503, headers });
      },
    });
    const h = new Harness({ model });
    const events = await follow(h.prompt("go"), (event) => {
      if (event.type === "model_retry") h.cancel("changed my mind");
    });
    expect(events.map((event) => event.type)).toContain("model_retry");
    expect([shape(h.messages), requests]).toEqual(["U A(aborted)", 1]);
    expect(h.messages[1]).toMatchObject({ errorMessage: "Operation aborted: changed my mind" });
    checkBalance(events, h.messages);
  });

  it("C4.8 PEER-14 a run is over when its retries, and the tools after them, are", async () => {
    const answers = [overloaded, asksForTool, overloaded, reply({ content: "done" }, "stop")];
    const { model, sent } = served(...answers);
    const order: string[] = [];
    const work = tool("work", () => void order.push("tool"));
    const h = new Harness({ model, tools: [work] });
    const { result } = h.prompt("go");
    const settled = result.finally(() => order.push(`result, running: ${String(h.isRunning)}`));
    const idle = h.waitForIdle().then(() => order.push("idle"));
    expect((await settled).text).toBe("done");
    await idle;
    expect(order).toEqual(["tool", expect.anything(), expect.anything()]);
    expect(order).toContain("result, running: false");
    expect([sent.length, shape(h.messages)]).toEqual([4, "U A[c1] R(c1) A"]);
  });

  it("PEER-16 attempts that failed are neither recorded nor sent", async () => {
    const answers = [overloaded, overloaded, asksForTool, overloaded];
    const { model, sent } = served(...answers, reply({ content: "done" }, "stop"));
    const h = new Harness({ model, tools: [tool("work", () => "ok")] });
    await h.prompt("go").result;
    expect(shape(h.messages)).toBe("U A[c1] R(c1) A");
    expect(sent.map(({ messages }) => messages.length)).toEqual([1, 1, 1, 3, 3]);
  });

  it("F105 PEER-19 a stop while the key is awaited is a stop: not an error, not repeated, nothing sent", async () => {
    const asked = Promise.withResolvers<void>();
    let requests = 0;
    const model = createModel({
      wire: "anthropic-messages",
      model: "m",
      apiKey: () => (asked.resolve(), new Promise(() => undefined)),
      baseUrl: "http://127.0.0.1:9",
      fetch: async () => {
        requests += 1;
        return overloaded();
      },
    });
    const h = new Harness({ model });
    const { result } = h.prompt("go");
    await asked.promise;
    expect(await h.stop({ graceMs: 60_000 })).toBe("clean");
    expect((await result).outcome).toBe("aborted");
    expect([shape(h.messages), requests]).toEqual(["U A(aborted)", 0]);
  });
});
