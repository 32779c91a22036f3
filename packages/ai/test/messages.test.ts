import { describe, expect, it } from "vitest";
import {
  failedMessage,
  isJsonObject,
  parseStream,
  textOf,
  toolCalls,
  userMessage,
  type AssistantEvent,
  type AssistantMessage,
  type Message,
} from "../src/index.ts";
import {
  messageDelta,
  messageStart,
  messageStop,
  textBlock,
  toolBlock,
} from "./support/anthropic.ts";
import { chunked } from "./support/bytes.ts";
import { call as piece, done, finish } from "./support/chat.ts";
import { blockTypes, collect, finalMessage, types } from "./support/events.ts";

const reply: AssistantMessage = {
  role: "assistant",
  content: [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "one " },
    { type: "toolCall", id: "c1", name: "read", arguments: { path: "a" } },
    { type: "text", text: "two" },
    { type: "toolCall", id: "c2", name: "read", arguments: {} },
  ],
  stopReason: "toolUse",
};

describe("messages", () => {
  it("C1.1 a streamed message is plain JSON: it survives JSON unchanged", async () => {
    const text = messageStart + textBlock("Hi") + toolBlock(['{"path":"a"}'], 1);
    const stream = chunked([text + messageDelta("tool_use") + messageStop]);
    const message = finalMessage(await collect(parseStream("anthropic-messages", stream)));
    expect(JSON.parse(JSON.stringify(message))).toStrictEqual(message);
    expect(message.role).toBe("assistant");
  });

  it.each(["anthropic-messages", "openai-completions"] as const)(
    "PEER-6 nothing that only streaming needs stays in a call, while it grows or at its end: %s",
    async (wire) => {
      const bodies = {
        "anthropic-messages":
          messageStart +
          toolBlock(['{"pa', 'th":', '"a"}']) +
          messageDelta("tool_use") +
          messageStop,
        "openai-completions":
          piece({ index: 0, id: "toolu_0", function: { name: "read", arguments: '{"pa' } }) +
          piece({ index: 0, function: { arguments: 'th":' } }) +
          piece({ index: 0, function: { arguments: '"a"}' } }) +
          finish("tool_calls") +
          done,
      };
      const fields = new Set<string>();
      let last: AssistantEvent | undefined;
      for await (last of parseStream(wire, chunked([bodies[wire]]))) {
        if (!("partial" in last)) continue;
        for (const block of last.partial.content)
          Object.keys(block).forEach((name) => fields.add(name));
      }
      expect([...fields].toSorted()).toEqual(["arguments", "id", "name", "type"]);
      expect(last?.type === "done" && last.message.content).toStrictEqual([
        { type: "toolCall", id: "toolu_0", name: "read", arguments: { path: "a" } },
      ]);
    },
  );

  it("C1.2 text and tool calls are derived from content every time", () => {
    const message = structuredClone(reply);
    expect(textOf(message)).toBe("one two");
    expect(toolCalls(message).map(({ id }) => id)).toEqual(["c1", "c2"]);
    message.content.pop();
    expect(toolCalls(message).map(({ id }) => id)).toEqual(["c1"]);
    expect(Object.keys(message).toSorted()).toEqual(["content", "role", "stopReason"]);
  });

  it("C1.1 every role has a text", () => {
    const timestamp = 1;
    const content = [{ type: "text" as const, text: "x" }];
    const messages: Message[] = [
      userMessage("x", timestamp),
      userMessage(content, timestamp),
      { role: "toolResult", toolCallId: "c", toolName: "t", content, isError: false, timestamp },
      { role: "custom", customType: "note", content: "x", display: true, timestamp },
      { role: "branchSummary", summary: "x", fromId: "1", timestamp },
      { role: "compactionSummary", summary: "x", tokensBefore: 1, timestamp },
      {
        role: "bashExecution",
        command: "c",
        output: "x",
        cancelled: false,
        truncated: false,
        timestamp,
      },
    ];
    for (const message of messages) {
      expect(textOf(message)).toBe("x");
      expect(toolCalls(message)).toEqual([]);
    }
  });

  it("C1.3 C1.4 failedMessage is an empty reply that says what happened", () => {
    expect(failedMessage("boom")).toMatchObject({
      role: "assistant",
      content: [],
      stopReason: "error",
      errorMessage: "boom",
    });
    expect(failedMessage("Operation aborted", "aborted").stopReason).toBe("aborted");
  });

  it("C1.5 events have the names that Tau and Pi use", async () => {
    const text =
      messageStart + toolBlock(['{"path"', ':"a"}']) + messageDelta("tool_use") + messageStop;
    const events = await collect(parseStream("anthropic-messages", chunked([text])));
    expect(types(events)).toEqual(["start", ...blockTypes("toolcall", 2), "done"]);
    const end = events[4];
    expect(end).toMatchObject({
      contentIndex: 0,
      toolCall: { type: "toolCall", arguments: { path: "a" } },
    });
  });

  it("C1.1 a JSON object is no array, no null and no primitive", () => {
    expect([{}, { a: 1 }].every(isJsonObject)).toBe(true);
    expect([[], null, "x", 1, true, undefined].some(isJsonObject)).toBe(false);
  });
});
