import { describe, expect, it, vi } from "vitest";
import { createModel, type Message, type Model, type WireName } from "../../src/index.ts";
import { ModelMemory } from "../../src/transcript/model-memory.ts";
import { call, frozen, replied, result, said } from "../support/conversation.ts";
import { outcome } from "../support/events.ts";
import { WIRES } from "../support/wire.ts";

function longSession(turns: number): Message[] {
  return Array.from({ length: turns }, (_, turn) => [
    said(`question ${turn} ${"q".repeat(50)}`),
    replied([call(`c${turn}`, "read", { arguments: { path: "p".repeat(50) } })]),
    result(`c${turn}`, "r".repeat(200)),
    replied([{ type: "text", text: `answer ${turn}` }]),
  ]).flat();
}

/** Characters that `JSON.stringify` produced while `work` ran. */
async function stringified(work: () => Promise<unknown>): Promise<number> {
  const original = JSON.stringify;
  let characters = 0;
  const spy = vi.spyOn(JSON, "stringify").mockImplementation((value: unknown) => {
    const text = original(value);
    characters += text?.length ?? 0;
    return text;
  });
  await work();
  spy.mockRestore();
  return characters;
}

/** A model whose every request is refused; `onBody` hears what was sent. */
function refused(wire: WireName, onBody: (body: string) => unknown): Model {
  return createModel({
    wire,
    model: "m",
    baseUrl: "https://host",
    compat: { cacheRetention: "short" },
    retry: { maxRetries: 0 },
    fetch: (_url, { body = "" }) => {
      onBody(body);
      return Promise.resolve(new Response("", { status: 500 }));
    },
  });
}

describe("a model's memory", () => {
  it.each(WIRES)(
    "C13.1 %s: a turn of a 10,000-message session serialises what is new, and sends all of it",
    async (wire) => {
      const bodies: string[] = [];
      const model = refused(wire, (body) => bodies.push(body));
      const messages = frozen(longSession(2_500));
      const send = (more: Message[]): Promise<unknown> =>
        outcome(model.stream({ system: "S", messages: [...messages, ...more] }));
      const first = await stringified(() => send([frozen(said("one"))]));
      const question = frozen(said("two"));
      const second = await stringified(() => send([question]));
      expect(first).toBeGreaterThan(500_000);
      expect(second).toBeLessThan(1_000);
      const [, body = ""] = bodies;
      expect(body.length).toBeGreaterThan(500_000);
      const again: string[] = [];
      const fresh = refused(wire, (text) => again.push(text));
      await outcome(fresh.stream({ system: "S", messages: [...messages, question] }));
      expect(again).toEqual([body]);
    },
  );

  it.each(WIRES)(
    "C13.1 %s: what was prepared, in parts, needs no more work, and the request is the same",
    async (wire) => {
      const bodies: string[] = [];
      const model = refused(wire, (body) => bodies.push(body));
      const messages = frozen(longSession(500));
      const asked = [...messages, frozen(said("one"))];
      const ahead = await stringified(() => {
        for (const end of [700, 1400, 2000])
          model.prepare?.({ system: "S", messages: messages.slice(0, end) });
        return Promise.resolve();
      });
      expect(ahead).toBeGreaterThan(100_000);
      expect(bodies).toEqual([]); // Nothing was sent.
      const request = { system: "S", messages: asked };
      expect(await stringified(() => outcome(model.stream(request)))).toBeLessThan(1_000);
      const fresh = refused(wire, (body) => bodies.push(body));
      await outcome(fresh.stream(request));
      expect(bodies[0]).toBe(bodies[1]);
      expect(bodies).toHaveLength(2);
    },
  );

  it("C13.1 what cannot be prepared is told of by the call alone", async () => {
    const model = refused("anthropic-messages", () => undefined);
    const broken: Message[] = [];
    Object.defineProperty(broken, 0, {
      enumerable: true,
      get: () => {
        throw new Error("no such message");
      },
    });
    model.prepare?.({ messages: broken });
    const { errorMessage } = await outcome(model.stream({ messages: broken }));
    expect(errorMessage).toContain("no such message");
  });

  it("C13.1 a message that can still change is looked at anew", async () => {
    const bodies: string[] = [];
    const model = refused("anthropic-messages", (body) => bodies.push(body));
    const message = { role: "user" as const, content: "before", timestamp: 1 };
    await outcome(model.stream({ messages: [message] }));
    message.content = "after";
    await outcome(model.stream({ messages: [message] }));
    expect(bodies.map((body) => body.includes("after"))).toEqual([false, true]);
  });

  it("C13.1 the text is that of JSON.stringify, whatever is in a body", () => {
    const memory = new ModelMemory();
    const message = frozen(said("x"));
    const part = { type: "text", text: "é\u2028\ud800" };
    const build = () => ({ role: "user" as const, parts: [part] });
    const { parts } = memory.entry(message, [], build);
    const body = {
      a: [1, null, true, [[[[{ deep: "x" }]]]]],
      messages: [{ content: [...parts] }],
      'quote"': { nested: {} },
      empty: [],
    };
    expect(memory.stringify(body)).toBe(JSON.stringify(body));
    expect(memory.stringify(body)).toBe(JSON.stringify(body));
    const odd = { gone: undefined, list: [undefined], date: new Date(0), url: new URL("http://x") };
    // @ts-expect-error -- not JSON, but a caller without types may pass it
    expect(memory.stringify(odd)).toBe(JSON.stringify(odd));
  });

  it("F41 an entry made with other call ids is not used again", () => {
    const memory = new ModelMemory();
    const message = frozen(replied([call("x")]));
    const build = (id: string) => () => ({ role: "assistant" as const, parts: [{ id }] });
    expect(memory.entry(message, ["1"], build("1")).parts).toEqual([{ id: "1" }]);
    expect(memory.entry(message, ["1"], build("2")).parts).toEqual([{ id: "1" }]);
    expect(memory.entry(message, ["2"], build("2")).parts).toEqual([{ id: "2" }]);
  });
});
