import { textOf } from "@tau-ts/ai";
import type { Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../src/harness/harness.ts";
import { macrotask } from "./support/collect.ts";
import { aborted, asks, call, playing, says } from "./support/models.ts";
import { resultText } from "./support/shapes.ts";
import { tool } from "./support/tools.ts";

/** Throws unless a strict provider would take the transcript: each call followed at once by its one result. */
function validate(messages: readonly Message[]): void {
  let expected: string[] = [];
  for (const message of messages) {
    if (message.role === "toolResult") expect(message.toolCallId).toBe(expected.shift());
    else expect(expected).toEqual([]);
    if (message.role === "assistant")
      expected = message.content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
  }
  expect(expected).toEqual([]);
}

describe("interrupting", () => {
  it.each([
    [
      "a tool that hears the stop",
      async (signal: AbortSignal) => (await aborted(signal), "Command cancelled"),
    ],
    [
      "a tool that hears it and throws",
      async (signal: AbortSignal) => {
        await aborted(signal);
        throw new Error("killed");
      },
    ],
    ["a deaf tool", () => new Promise<never>(() => undefined)],
  ])(
    "F23 Esc during %s, then a prompt: the call, one adjacent result, then the words",
    async (_name, work) => {
      const model = playing(asks(call("c1", "sleep")), says("gone on"));
      const sleep = tool("sleep", (_args, { signal }) => work(signal));
      const h = new Harness({ model, tools: [sleep] });
      void h.prompt("sleep").result;
      await macrotask();
      await h.stop({ graceMs: 10 });
      expect((await h.prompt("go on").result).text).toBe("gone on");
      const sent = model.requests[1]?.messages ?? [];
      validate(sent);
      expect(sent.map((message) => message.role)).toEqual([
        "user",
        "assistant",
        "toolResult",
        "user",
      ]);
      expect(sent.at(-1) && textOf(sent.at(-1)!)).toBe("go on");
    },
  );

  it("F26 interrupted and refused read differently", async () => {
    const controller = new AbortController();
    const interrupted = tool("a", () => {
      controller.abort();
      throw new Error("half done");
    });
    const first = new Harness({ model: playing(asks(call("c1", "a"))), tools: [interrupted] });
    await first.prompt("go", { signal: controller.signal }).result;
    const second = new Harness({
      model: playing(asks(call("c1", "a")), says("ok")),
      tools: [interrupted],
      hooks: { beforeToolCall: () => ({ block: "not here" }) },
    });
    await second.prompt("go").result;
    const texts = [resultText(first.messages, "c1"), resultText(second.messages, "c1")];
    expect(texts[0]).toContain("may have run partly");
    expect(texts[0]).not.toContain("blocked");
    expect(texts[1]).toBe("Tool call blocked: not here");
  });

  it("F29 Esc with an open question: over at once, a late answer is ignored, the next prompt works", async () => {
    const answer = Promise.withResolvers<undefined>();
    const h = new Harness({
      model: playing(asks(call("c1", "a")), says("next")),
      tools: [tool("a", () => "ran")],
      hooks: { beforeToolCall: () => answer.promise },
    });
    void h.prompt("go").result;
    await macrotask();
    await h.stop({ graceMs: 0 });
    answer.resolve(undefined);
    await macrotask();
    expect(resultText(h.messages, "c1")).toBe("Operation aborted");
    expect((await h.prompt("go on").result).text).toBe("next");
  });
});
