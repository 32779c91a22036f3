import { describe, expect, it } from "vitest";
import { ProviderError, toWire, type Message, type WireName } from "../../src/index.ts";
import { RejectedContent } from "../../src/transcript/rejected-content.ts";
import { call, image, replied, result, said, shown } from "../support/conversation.ts";

const GOOD = "R09PRA==";
const BAD = "QkFEQkFE";

const messages: readonly Message[] = [
  shown("one", image(GOOD)),
  replied([
    { type: "thinking", thinking: "hm", thinkingSignature: "SIGNATURE" },
    call("c", "read", { thoughtSignature: "CALL_SIGNATURE" }),
  ]),
  result("c", "text", image(BAD)),
];

function refusal(message: string, status = 400, param?: string): ProviderError {
  const kind = status === 413 ? "context-overflow" : "invalid-request";
  return new ProviderError(message, { kind, retryable: false, status, param });
}

function learn(error: ProviderError, wire: WireName = "anthropic-messages"): string[] {
  const origin = { api: wire, model: "m" };
  const own = messages.map((message) =>
    message.role === "assistant" ? { ...message, ...origin } : message,
  );
  const { body } = toWire(wire, { messages: own }, { model: "m", baseUrl: "https://host" });
  const rejected = new RejectedContent();
  rejected.learn(error, body, own);
  return [GOOD, BAD, "SIGNATURE", "CALL_SIGNATURE"].filter((content) => rejected.has(content));
}

describe("what a refusal teaches", () => {
  it.each<[WireName, string, string[]]>([
    [
      "anthropic-messages",
      "messages.2.content.0.tool_result.content.1.image.source.base64: image exceeds 5 MB maximum",
      [BAD],
    ],
    ["anthropic-messages", "messages.0.content.1.image.source.base64.data: invalid", [GOOD]],
    [
      "anthropic-messages",
      "messages.1.content.0: Invalid `signature` in `thinking` block",
      ["SIGNATURE"],
    ],
    ["anthropic-messages", "messages.2.content.0: Input tag 'image' is unknown", [BAD]],
    [
      "google-generative-ai",
      "* GenerateContentRequest.contents[0].parts[1].inline_data.mime_type: unsupported",
      [GOOD],
    ],
    ["openai-completions", "Invalid 'messages[0].content[1].image_url.url': bad data", [GOOD]],
  ])("F46 %s: %s", (wire, text, expected) => {
    expect(learn(refusal(text), wire)).toEqual(expected);
  });

  it("F46 the place may be in the error's own field", () => {
    const error = refusal("Invalid image.", 400, "messages.[0].content.[1].image_url");
    expect(learn(error, "openai-completions")).toEqual([GOOD]);
  });

  it.each([
    ["Could not process image", 400, [GOOD, BAD]],
    ["Unable to process input image. Please retry", 400, [GOOD, BAD]],
    ["Request exceeds the maximum size", 413, [GOOD, BAD]],
    ["The thought signature is not valid", 400, ["SIGNATURE", "CALL_SIGNATURE"]],
  ] as const)(
    "F46 without a place, `%s` (%i) means all that was never accepted",
    (text, status, all) => {
      expect(learn(refusal(text, status))).toEqual(all);
    },
  );

  it("F46 what was in an accepted request is not to blame", () => {
    const rejected = new RejectedContent();
    rejected.accept(messages.slice(0, 2));
    const { body } = toWire(
      "anthropic-messages",
      { messages },
      { model: "m", baseUrl: "https://h" },
    );
    const learned = rejected.learn(refusal("Could not process image"), body, messages);
    expect([learned, rejected.has(GOOD), rejected.has(BAD)]).toEqual([
      { images: 1, signatures: 0 },
      false,
      true,
    ]);
  });

  it.each([
    refusal("messages.0.content.0.text: too short"),
    refusal("max_tokens: too large"),
    refusal("Function call is missing a thought signature"),
    refusal("model not found: image-model", 404),
    new ProviderError("image service overloaded", { kind: "overloaded", retryable: true }),
    new ProviderError("image", { kind: "auth", retryable: false, status: 401 }),
  ])("F46 nothing is learned from $message", (error) => {
    expect(learn(error)).toEqual([]);
  });

  it("F46 the same refusal teaches once", () => {
    const rejected = new RejectedContent();
    const record = [said("a"), shown(image(BAD))];
    const { body } = toWire(
      "anthropic-messages",
      { messages: record },
      { model: "m", baseUrl: "https://h" },
    );
    const error = refusal("Could not process image");
    expect(rejected.learn(error, body, record)).toEqual({ images: 1, signatures: 0 });
    expect(rejected.learn(error, body, record)).toEqual({ images: 0, signatures: 0 });
  });
});
