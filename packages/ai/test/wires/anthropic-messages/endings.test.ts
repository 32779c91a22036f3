import { describe, expect, it } from "vitest";
import { textOf, toolCalls } from "../../../src/index.ts";
import {
  blockDelta,
  blockStart,
  errorEvent,
  event,
  messageDelta,
  messageStart,
  messageStop,
  overloaded,
  textBlock,
  textDelta,
  toolBlock,
} from "../../support/anthropic.ts";
import { finalMessage } from "../../support/events.ts";
import { readingOf } from "../../support/wire.ts";

const { events, final } = readingOf("anthropic-messages");

describe("how a reply of the Messages API ends", () => {
  it("F7 C13.5 PEER-4 an end before the terminal is an error that keeps the text", async () => {
    const message = await final(
      messageStart + blockStart(0, { type: "text", text: "" }) + textDelta("The answer"),
    );
    expect(message).toMatchObject({
      stopReason: "error",
      errorMessage: "stream ended without a terminal event",
      content: [{ type: "text", text: "The answer" }],
      diagnostics: [{ type: "provider_error", kind: "protocol", retryable: true }],
    });
  });

  it("F7 a half call is not part of the message", async () => {
    const half =
      messageStart + blockStart(0, { type: "tool_use", id: "t", name: "write", input: {} });
    const message = await final(
      half + blockDelta(0, { type: "input_json_delta", partial_json: '{"path":"a' }),
    );
    expect(message).toMatchObject({ stopReason: "error", content: [] });
  });

  it("F7 an event that the end cut in two is a truncated stream, not a malformed one", async () => {
    const message = await final(messageStart + textBlock("a"), 'data: {"type":"message_st');
    expect(message.errorMessage).toBe("stream ended without a terminal event");
  });

  it("F7 PEER-9 the terminal event counts without its last blank line", async () => {
    const text = messageStart + textBlock("a") + messageDelta("end_turn") + messageStop;
    expect(await final(text.trimEnd())).toMatchObject({ stopReason: "stop" });
  });

  it("F10 PEER-26 a reply cut by the output limit says length, keeps whole calls and leaves the cut one out", async () => {
    const whole = toolBlock(['{"path":"f","content":"half"}'], 0);
    const cut = blockStart(1, { type: "tool_use", id: "cut", name: "write", input: {} });
    const message = await final(
      messageStart + whole + cut + messageDelta("max_tokens") + messageStop,
    );
    expect(message.stopReason).toBe("length");
    expect(toolCalls(message).map(({ id }) => id)).toEqual(["toolu_0"]);
  });

  it("F14 C13.6 an error event is the end, with the text so far", async () => {
    const all = await events(
      messageStart + textBlock("Let me") + overloaded + messageDelta("end_turn") + messageStop,
    );
    expect(finalMessage(all)).toMatchObject({
      stopReason: "error",
      errorMessage: "Overloaded",
      content: [{ type: "text", text: "Let me" }],
      diagnostics: [{ kind: "overloaded", code: "overloaded_error", retryable: true }],
    });
  });

  it("F14 an error wins over a stop reason seen before", async () => {
    const message = await final(
      messageStart + textBlock("x") + messageDelta("end_turn") + errorEvent("api_error", "boom"),
    );
    expect(message).toMatchObject({ stopReason: "error", errorMessage: "boom" });
  });

  it("F14 an error object without a type is an error too", async () => {
    expect(await final(messageStart + 'data: {"error":{"message":"boom"}}\n\n')).toMatchObject({
      errorMessage: "boom",
    });
    expect(await final('event: error\ndata: {"message":"boom"}\n\n')).toMatchObject({
      errorMessage: "boom",
    });
  });

  it.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["pause_turn", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["tool_use", "toolUse"],
    [null, "stop"],
  ])("C1.3 stop reason %s is %s", async (wire, reason) => {
    const message = await final(messageStart + textBlock("x") + messageDelta(wire) + messageStop);
    expect(message.stopReason).toBe(reason);
    expect(message).not.toHaveProperty("diagnostics");
  });

  it("C1.3 an unknown stop reason is noted for programs", async () => {
    const message = await final(
      messageStart + textBlock("x") + messageDelta("brand_new") + messageStop,
    );
    expect(message).toMatchObject({
      stopReason: "stop",
      diagnostics: [{ type: "unknown_stop_reason", stopReason: "brand_new" }],
    });
  });

  it("C1.3 a refusal is an error of its own kind, and keeps what was said", async () => {
    const details = { type: "refusal", explanation: "Not that." };
    const delta = event({
      type: "message_delta",
      delta: { stop_reason: "refusal", stop_details: details },
    });
    const message = await final(messageStart + textBlock("Well") + delta + messageStop);
    expect(message).toMatchObject({
      stopReason: "error",
      errorMessage: "Not that.",
      diagnostics: [{ kind: "content-filter", retryable: false }],
    });
    expect(textOf(message)).toBe("Well");
    expect(
      (await final(messageStart + messageDelta("refusal") + messageStop)).errorMessage,
    ).toContain("refused");
  });

  it("C13.3 data that is no JSON object is an error that quotes it; what came before is kept", async () => {
    for (const data of ["not json", "[1]", "[DONE]"]) {
      const message = await final(
        `${messageStart}${textBlock("a")}data: ${data}\n\n${messageStop}`,
      );
      expect(message).toMatchObject({ stopReason: "error", content: [{ text: "a" }] });
      expect(message.errorMessage).toContain(data);
    }
  });
});
