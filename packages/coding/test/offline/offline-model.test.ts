import { textOf, toolCalls, userMessage } from "@tau-ts/ai";
import type { AssistantMessage, Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { offlineModel } from "../../src/offline/offline-model.ts";
import { reply, resultOf } from "./support/conversation.ts";

describe("state", () => {
  it("says what it is", () => {
    expect(offlineModel().info).toEqual({ id: "offline-demo", provider: "offline" });
  });

  it("the same request gets the same reply, from any object, however often", async () => {
    const messages = [userMessage("list files then read a.txt", 1)];
    const first = await reply(messages);
    expect(await reply(messages)).toEqual(first);
    messages.push(userMessage("never mind", 2));
    messages.pop();
    expect(await reply(messages)).toEqual(first);
  });

  it("ids of calls differ within a transcript, also for the same step twice", async () => {
    const messages: Message[] = [userMessage("ls then ls", 1)];
    const first = await reply(messages);
    messages.push(first, resultOf(first, "a"));
    const second = await reply(messages);
    messages.push(second, resultOf(second, "a"));
    expect(toolCalls(first)[0]?.id).not.toBe(toolCalls(second)[0]?.id);
    expect(textOf(await reply(messages))).toContain("The files here");
  });

  it("words that arrive in the middle become the new request", async () => {
    const messages: Message[] = [userMessage("list files then read a.txt", 1)];
    const first = await reply(messages);
    messages.push(first, resultOf(first, "a"), userMessage("run echo hi instead.txt", 3));
    expect(toolCalls(await reply(messages))).toMatchObject([
      { name: "bash", arguments: { command: "echo hi instead.txt" } },
    ]);
  });

  it("the request of a message of several texts is the last one", async () => {
    const content = [
      { type: "text" as const, text: "The last run was stopped." },
      { type: "text" as const, text: "list files" },
    ];
    expect(toolCalls(await reply([userMessage(content, 1)]))).toMatchObject([{ name: "ls" }]);
  });

  it("calls of another model in between are passed over", async () => {
    const messages: Message[] = [userMessage("list files then read a.txt", 1)];
    const own = await reply(messages);
    const other: AssistantMessage = {
      role: "assistant",
      content: [{ type: "toolCall", id: "x", name: "read", arguments: { path: "z" } }],
      stopReason: "toolUse",
    };
    messages.push(other, resultOf(other, "z"), own, resultOf(own, "a"));
    expect(toolCalls(await reply(messages))).toMatchObject([{ arguments: { path: "a.txt" } }]);
  });
});
