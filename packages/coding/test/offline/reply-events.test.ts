import { textOf, userMessage } from "@tau-ts/ai";
import type { AssistantEvent } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { offlineModel } from "../../src/offline/offline-model.ts";
import { eventsOf, tools } from "./support/conversation.ts";

describe("events", () => {
  it("C13.3 a text reply is start, one block in deltas that make up the text, and done", async () => {
    const events = await eventsOf({ messages: [userMessage("hello", 1)], tools });
    expect(events.map(({ type }) => type).filter((type) => type !== "text_delta")).toEqual([
      "start",
      "text_start",
      "text_end",
      "done",
    ]);
    const deltas = events.flatMap((event) => (event.type === "text_delta" ? event.delta : []));
    const last = events.at(-1);
    expect(deltas.length).toBeGreaterThan(3);
    expect(last).toMatchObject({ type: "done", reason: "stop", message: { stopReason: "stop" } });
    expect(last?.type === "done" && textOf(last.message)).toBe(deltas.join(""));
  });

  it("C13.4 a call is streamed as fragments of the JSON text of its arguments", async () => {
    const content = "grüße 👋 ".repeat(10);
    const messages = [userMessage(`write "${content}" to a.txt`, 1)];
    const events = await eventsOf({ messages, tools });
    const fragments = events.flatMap((event) =>
      event.type === "toolcall_delta" ? event.delta : [],
    );
    const end = events.find((event) => event.type === "toolcall_end");
    expect(fragments.length).toBeGreaterThan(3);
    expect(fragments.every((fragment) => fragment.isWellFormed())).toBe(true);
    expect(JSON.parse(fragments.join(""))).toEqual({ path: "a.txt", content });
    expect(end?.toolCall).toMatchObject({ name: "write", arguments: { path: "a.txt", content } });
    expect(events.at(-1)).toMatchObject({
      type: "done",
      reason: "toolUse",
      message: {
        role: "assistant",
        api: "offline",
        provider: "offline",
        model: "offline-demo",
        stopReason: "toolUse",
        content: [end?.toolCall],
      },
    });
  });

  it("C6.4 a signal that has aborted gives one terminal, aborted, with nothing in it", async () => {
    const events = await eventsOf({
      messages: [userMessage("list files", 1)],
      tools,
      signal: AbortSignal.abort(),
    });
    expect(events).toEqual([
      {
        type: "error",
        reason: "aborted",
        error: expect.objectContaining({
          content: [],
          stopReason: "aborted",
          errorMessage: "Operation aborted",
        }),
      },
    ]);
  });

  it("C6.4 an abort on the way keeps the text that was handed out and leaves out an unfinished call", async () => {
    for (const [text, lastType] of [
      ["hello", "text_delta"],
      ["list files", "toolcall_delta"],
    ] as const) {
      const aborter = new AbortController();
      let handedOut = "";
      let last: AssistantEvent | undefined;
      const request = { messages: [userMessage(text, 1)], tools, signal: aborter.signal };
      for await (const event of offlineModel().stream(request)) {
        last = event;
        if (event.type === "text_delta") handedOut += event.delta;
        if (event.type === lastType) aborter.abort();
      }
      const content = lastType === "text_delta" ? [{ type: "text", text: handedOut }] : [];
      expect(last).toMatchObject({ type: "error", reason: "aborted", error: { content } });
    }
  });
});
