import { describe, expect, it } from "vitest";
import type { Compat, JsonObject, Message } from "../../../src/index.ts";
import { calls, PNG, PNG_URL, replied, result, said } from "../../support/conversation.ts";
import { bodiesOf } from "../../support/wire.ts";

const target = { model: "chat-test", baseUrl: "https://host", apiKey: "sk-test-key" };
const own = { api: "openai-completions", model: "chat-test" };
const body = bodiesOf("openai-completions", target);

function messages(list: readonly Message[], compat: Compat = {}): unknown {
  return body({ messages: list }, compat)["messages"];
}

const sentCall = (id: string): JsonObject => ({
  id,
  type: "function",
  function: { name: "read", arguments: JSON.stringify({ path: id }) },
});

describe("a transcript on the chat wires", () => {
  it("C13.1 a transcript: text in order, images, calls, results, steering", () => {
    expect(
      messages([
        said([{ type: "text", text: "see" }, PNG, { type: "text", text: "there" }]),
        replied([
          { type: "text", text: "Look" },
          { type: "text", text: "ing." },
          ...calls("c1", "c2").content,
        ]),
        result("c1", "one"),
        { ...result("c2"), isError: true },
        said("stop that"),
      ]),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url: PNG_URL } },
          { type: "text", text: "there" },
        ],
      },
      { role: "assistant", content: "Looking.", tool_calls: [sentCall("c1"), sentCall("c2")] },
      { role: "tool", tool_call_id: "c1", content: "one" },
      { role: "tool", tool_call_id: "c2", content: "(no output)" },
      { role: "user", content: "stop that" },
    ]);
  });

  it("C13.1 session-only roles are user text", () => {
    const summary: Message = {
      role: "compactionSummary",
      summary: "We met.",
      tokensBefore: 9,
      timestamp: 1,
    };
    expect(messages([summary])).toEqual([
      { role: "user", content: "Previous conversation summary:\nWe met." },
    ]);
  });

  it("PEER-29 images of results follow in a user message behind all results, or inside where the server takes them", () => {
    const list = [
      calls("c1", "c2"),
      result("c1", "a chart", PNG),
      result("c2", PNG),
      said("go on"),
    ];
    const image = { type: "image_url", image_url: { url: PNG_URL } };
    const label = { type: "text", text: "Image from the result of read:" };
    expect(messages(list)).toEqual([
      { role: "assistant", content: null, tool_calls: [sentCall("c1"), sentCall("c2")] },
      { role: "tool", tool_call_id: "c1", content: "a chart" },
      { role: "tool", tool_call_id: "c2", content: "(see the attached image)" },
      { role: "user", content: [label, image] },
      { role: "user", content: [label, image] },
      { role: "user", content: "go on" },
    ]);
    expect(messages(list, { toolResultImages: "inline", toolResultName: true })).toEqual([
      { role: "assistant", content: null, tool_calls: [sentCall("c1"), sentCall("c2")] },
      {
        role: "tool",
        tool_call_id: "c1",
        name: "read",
        content: [{ type: "text", text: "a chart" }, image],
      },
      { role: "tool", tool_call_id: "c2", name: "read", content: [image] },
      { role: "user", content: "go on" },
    ]);
  });

  it("F41 ids of another provider become valid ones, alike for call and result, and stay different", () => {
    const ids = ["call_A|fc_B", "x".repeat(90), "a|b", "a_b"];
    const list = [calls(...ids), ...ids.map((id) => result(id, id))];
    const before = structuredClone(list);
    for (const maxToolCallIdLength of [undefined, 40]) {
      const [asked, ...answers] = messages(list, { maxToolCallIdLength }) as JsonObject[];
      const sent = ((asked?.["tool_calls"] ?? []) as JsonObject[]).map(
        (one) => one["id"] as string,
      );
      expect(answers.map((one) => one["tool_call_id"])).toEqual(sent);
      expect(new Set(sent).size).toBe(ids.length);
      expect(sent.at(-1)).toBe("a_b");
      for (const id of sent) {
        expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(id.length).toBeLessThanOrEqual(maxToolCallIdLength ?? 64);
      }
    }
    expect(list).toEqual(before);
  });

  it("F44 blank text, blank output and replies of which nothing remains", () => {
    expect(
      messages([
        said(" "),
        replied([{ type: "text", text: "" }], { stopReason: "error" }),
        replied([{ type: "text", text: " \n" }, ...calls("c1").content]),
        result("c1", "  "),
      ]),
    ).toEqual([
      { role: "assistant", content: null, tool_calls: [sentCall("c1")] },
      { role: "tool", tool_call_id: "c1", content: "(no output)" },
    ]);
  });

  it("C13.4 arguments that were no JSON object are not sent back as such", () => {
    const broken = replied([
      { type: "toolCall", id: "c", name: "read", arguments: {}, argumentsError: '{"pa' },
    ]);
    expect(messages([broken])).toMatchObject([{ tool_calls: [{ function: { arguments: "{}" } }] }]);
  });

  describe("F45 F42 reasoning goes back", () => {
    const thought = (more: object): Message =>
      replied([{ type: "thinking", thinking: "think" }, ...calls("c1").content], more);
    const details = [{ type: "reasoning.text", text: "think", signature: "S" }];

    it.each(["reasoning_content", "reasoning"] as const)(
      "in %s, to a server with that flag",
      (field) => {
        const [first] = messages([thought(own)], { reasoningField: field }) as JsonObject[];
        expect(first).toEqual({
          role: "assistant",
          content: null,
          [field]: "think",
          tool_calls: [sentCall("c1")],
        });
        expect(JSON.stringify(messages([thought(own)]))).not.toContain("think");
      },
    );

    it.each([
      ["another model", { ...own, model: "other" }],
      ["another wire", { ...own, api: "mistral-chat" }],
    ])("not that of %s; where it is required an empty one stands in", (_, more) => {
      const compat: Compat = { reasoningField: "reasoning_content" };
      expect(JSON.stringify(messages([thought(more)], compat))).not.toContain("reasoning");
      expect(messages([thought(more)], { ...compat, requiresReasoning: true })).toMatchObject([
        { reasoning_content: "" },
      ]);
      const answer = replied([{ type: "text", text: "Hi" }], more);
      expect(messages([answer], { ...compat, requiresReasoning: true })).toEqual([
        { role: "assistant", content: "Hi" },
      ]);
    });

    it("PEER-28 as reasoning_details, with everything opaque in them, or as words where there is nothing opaque", () => {
      const signed = replied(
        [
          { type: "thinking", thinking: "think", thinkingSignature: JSON.stringify(details) },
          { type: "text", text: "Hi" },
          {
            type: "thinking",
            thinking: "",
            redacted: true,
            thinkingSignature: JSON.stringify([{ type: "reasoning.encrypted", data: "D" }]),
          },
        ],
        own,
      );
      const compat: Compat = { reasoningField: "reasoning_details" };
      expect(messages([signed, thought(own)], compat)).toMatchObject([
        {
          content: "Hi",
          reasoning_details: [...details, { type: "reasoning.encrypted", data: "D" }],
        },
        { reasoning: "think" },
      ]);
      expect(JSON.stringify(messages([{ ...signed, model: "other" }], compat))).not.toContain(
        "think",
      );
    });
  });

  it("F46 strict roles: user messages in a row, and images of results, become one", () => {
    expect(messages([said("a"), said("b")])).toEqual([
      { role: "user", content: "a" },
      { role: "user", content: "b" },
    ]);
    const compat: Compat = { mergeUserMessages: true };
    expect(messages([said("a"), said("b")], compat)).toEqual([{ role: "user", content: "a\n\nb" }]);
    const list = [calls("c1"), result("c1", PNG), said("go on")];
    expect(messages(list, { ...compat, assistantAfterToolResults: true })).toMatchObject([
      { role: "assistant" },
      { role: "tool" },
      { role: "assistant", content: "I have the tool results." },
      {
        role: "user",
        content: [
          { text: "Image from the result of read:" },
          { image_url: { url: PNG_URL } },
          { text: "go on" },
        ],
      },
    ]);
  });

  it("F46 a blind model gets words in place of an image, and the record stays as it was", () => {
    const list = [said([PNG]), calls("c1"), result("c1", PNG)];
    const before = structuredClone(list);
    const sent = JSON.stringify(messages(list, { supportsImages: false }));
    expect(sent).not.toContain(PNG.data);
    expect(sent.match(/\[Image left out: this model cannot see images/g)?.length).toBe(2);
    expect(list).toEqual(before);
  });
});
