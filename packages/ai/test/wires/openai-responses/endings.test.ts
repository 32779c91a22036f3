import { describe, expect, it } from "vitest";
import { textOf, toolCalls } from "../../../src/index.ts";
import {
  added,
  callItem,
  created,
  delta,
  ended,
  event,
  itemDone,
  textItem,
} from "../../support/responses.ts";
import { readingOf } from "../../support/wire.ts";

const { final } = readingOf("openai-responses");

describe("how a reply of the Responses API ends", () => {
  it.each([
    ["nothing", ""],
    ["text", delta("output_text", 0, "The answer")],
    ["text and a mark of the end", `${delta("output_text", 0, "The answer")}data: [DONE]\n\n`],
    ["half a call", added(0, { type: "function_call", call_id: "c", name: "write" })],
  ])("F7 C13.5 PEER-4 an end after %s without the last event is an error", async (_, head) => {
    const message = await final(created + head);
    expect(message).toMatchObject({
      stopReason: "error",
      errorMessage: "stream ended without a terminal event",
    });
    expect(textOf(message)).toBe(head.includes("answer") ? "The answer" : "");
    expect(toolCalls(message)).toEqual([]);
  });

  it("F10 the output limit: a whole call stays, a cut one is left out", async () => {
    const cut = { type: "function_call", id: "fc_1", call_id: "c1", name: "write" };
    const message = await final(
      created +
        callItem(0, ['{"path":"f"}']) +
        added(1, cut) +
        delta("function_call_arguments", 1, '{"path":"g') +
        itemDone(1, { ...cut, status: "incomplete", arguments: '{"path":"g' }) +
        ended("incomplete", { incomplete_details: { reason: "max_output_tokens" } }),
    );
    expect(message).toMatchObject({ stopReason: "length", usage: { output: 7 } });
    expect(toolCalls(message).map(({ id }) => id)).toEqual(["call_0|fc_0"]);
  });

  it.each<[string, string, string, string, boolean]>([
    [
      "an error event",
      event("error", { code: "rate_limit_exceeded", message: "Slow" }),
      "Slow",
      "rate-limit",
      true,
    ],
    [
      "an error event with an object",
      event("error", { error: { type: "server_error", message: "boom" } }),
      "boom",
      "server",
      true,
    ],
    [
      "response.failed",
      ended("failed", { error: { code: "server_error", message: "boom" } }),
      "boom",
      "server",
      true,
    ],
    [
      "a filter",
      ended("incomplete", { incomplete_details: { reason: "content_filter" } }),
      "the provider stopped the reply (reason: content_filter)",
      "content-filter",
      false,
    ],
    ["response.cancelled", ended("cancelled"), "the provider cancelled the reply", "server", true],
  ])("F14 C13.6 %s ends the reply and keeps the text", async (_, end, text, kind, retryable) => {
    expect(await final(created + textItem(0, "Let me") + end)).toMatchObject({
      stopReason: "error",
      errorMessage: text,
      content: [{ text: "Let me" }],
      diagnostics: [{ kind, retryable }],
    });
  });
});
