import type { AssistantMessage, Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../../src/index.ts";
import type { AgentEvent } from "../../src/index.ts";
import {
  eventProblems,
  isSameJson,
  recordProblems,
  transcriptProblems,
} from "../../src/testing/index.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { tool } from "../support/tools.ts";

/** The events of a run with two calls. */
async function events(): Promise<AgentEvent[]> {
  const model = playing(asks(call("c1", "t"), call("c2", "t")), says("end"));
  const harness = new Harness({ model, tools: [tool("t", () => "done")] });
  const heard: AgentEvent[] = [];
  harness.subscribe((event) => event.type !== "agent_settled" && heard.push(event));
  await harness.prompt("go").result;
  return heard;
}

describe("the checks of a run's events", () => {
  it("C3.4 find nothing wrong with a run as it should be", async () => {
    expect(eventProblems(await events())).toEqual([]);
  });

  it("C3.4 notice each event that is missing, and each that comes twice", async () => {
    const heard = await events();
    for (const index of heard.keys()) {
      expect([index, eventProblems(heard.toSpliced(index, 1)).length > 0]).toEqual([index, true]);
      const twice = heard.toSpliced(index, 0, heard[index]!);
      expect([index, eventProblems(twice).length > 0]).toEqual([index, true]);
    }
  });

  it("C3.4 C3.10 notice each pair of neighbours that changes places", async () => {
    const heard = await events();
    for (let index = 1; index < heard.length; index += 1) {
      const swapped = heard.toSpliced(index - 1, 2, heard[index]!, heard[index - 1]!);
      expect([index, eventProblems(swapped).length > 0]).toEqual([index, true]);
    }
  });

  it("C3.4 notice an outcome that is not what happened", async () => {
    const heard = await events();
    const end = heard.at(-1);
    for (const outcome of ["error", "aborted"] as const) {
      const wrong = [...heard.slice(0, -1), { ...end, type: "agent_end", outcome } as AgentEvent];
      expect(eventProblems(wrong)).toEqual([`agent_end ${outcome} without a closing message`]);
    }
  });
});

describe("the checks of a record", () => {
  const frozen = (message: object): Message => Object.freeze(message) as Message;

  it("C1.6 find nothing wrong with frozen plain JSON", () => {
    expect(recordProblems([frozen({ role: "user", content: "x", timestamp: 1 })])).toEqual([]);
  });

  it.each([
    ["undefined", { content: undefined }, "messages[0].content is undefined"],
    ["a number that is none", { timestamp: Number.NaN }, "messages[0].timestamp is NaN"],
    ["a date", { at: Object.freeze(new Date(0)) }, "messages[0].at is no plain JSON"],
    ["something that can change", { content: [] }, "messages[0].content is not frozen"],
  ])("C1.6 notice %s", (_what, fields, problem) => {
    expect(recordProblems([frozen({ role: "user", ...fields })])).toEqual([problem]);
  });

  it("C1.6 the order of keys makes no difference, everything else does", () => {
    expect(isSameJson({ a: [1, { b: 2 }], c: null }, { c: null, a: [1, { b: 2 }] })).toBe(true);
    for (const other of [{ a: 1 }, { a: [1] }, [1], null, { a: [1, { b: 2 }], c: 0 }])
      expect(isSameJson({ a: [1, { b: 2 }], c: null }, other)).toBe(false);
  });
});

describe("the checks of a transcript", () => {
  const user: Message = { role: "user", content: "x", timestamp: 1 };
  const failed: AssistantMessage = { role: "assistant", content: [], stopReason: "error" };
  const result = (toolCallId: string, text = "r"): Message => ({
    role: "toolResult",
    toolCallId,
    toolName: "t",
    content: [{ type: "text", text }],
    isError: false,
    timestamp: 1,
  });
  const asking = asks(call("c1", "t"), call("c2", "t"));

  it.each<[string, Message[], string[]]>([
    ["nothing in a good one", [user, asking, result("c1"), result("c2"), says("x")], []],
    ["a reply at the start", [says("x")], ["it begins with a reply"]],
    ["a call without a result", [user, asking, result("c1")], ["calls without a result: c2"]],
    [
      "words between a call and its result",
      [user, asks(call("c1", "t")), user, result("c1")],
      ["calls without a result: c1", "a result without a call: c1"],
    ],
    [
      "results in another order",
      [user, asking, result("c2"), result("c1")],
      ["a result of c2 where one of c1 belongs", "a result of c1 where one of c2 belongs"],
    ],
    ["an empty failure", [user, failed], ["an empty failed reply"]],
    ["an empty result", [user, asks(call("c", "t")), result("c", "")], ["an empty result of c"]],
    ["an empty message", [{ ...user, content: "" }], ["an empty user message"]],
  ])("C7.1 C7.3 notice %s", (_what, messages, problems) => {
    expect(transcriptProblems(messages)).toEqual(problems);
  });
});
