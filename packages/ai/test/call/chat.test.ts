import { startModelServer, type ScriptedTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { createModel, textOf, toolCalls, type Model, type WireName } from "../../src/index.ts";
import { KEY, request, status } from "../support/calls.ts";
import { chatReply, content, data, done, finish } from "../support/chat.ts";
import { readTool } from "../support/conversation.ts";
import { collect, finalMessage, outcome, types } from "../support/events.ts";
import { completed, created, event, textItem } from "../support/responses.ts";
import { transports } from "../support/transports.ts";

/** Each wire, a whole reply on it, and an overload before anything of a reply. */
const wires: readonly (readonly [WireName, string, string, string])[] = [
  [
    "openai-completions",
    chatReply("Hello"),
    data({ error: { message: "Overloaded", code: 503 } }),
    "/v1/chat/completions",
  ],
  [
    "mistral-chat",
    chatReply("Hello"),
    data({ object: "error", message: "Overloaded" }),
    "/v1/chat/completions",
  ],
  [
    "openai-responses",
    created + textItem(0, "Hello") + completed,
    created + event("error", { code: "server_error", message: "Overloaded" }),
    "/v1/responses",
  ],
];

describe.each(transports)("calls over %s", (_, fetch) => {
  it.each(wires)(
    "C13.8 F21 %s: an overload is repeated, then the reply comes",
    async (wire, reply, overload, path) => {
      const script: ScriptedTurn[] = [status(503), { body: overload }, { body: reply }];
      await using server = await startModelServer(script);
      const model: Model = createModel({
        wire,
        model: "m",
        baseUrl: server.url,
        apiKey: KEY,
        fetch,
        retry: { baseDelayMs: 1 },
      });
      const events = await collect(model.stream(request));
      expect(types(events).filter((type) => type === "retry")).toHaveLength(2);
      const message = finalMessage(events);
      expect([textOf(message), message.api, message.model]).toEqual(["Hello", wire, "m"]);
      expect(server.requests.map(({ url }) => url)).toEqual([path, path, path]);
      expect(server.requests[0]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    },
  );

  it("C13.4 a call that a local model prints is one, since the reply is read with the request's tools", async () => {
    const printed = '<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>';
    const body = content(printed) + finish("stop") + done;
    await using server = await startModelServer([{ body }]);
    const model = createModel({ provider: "ollama", model: "m", baseUrl: server.url, fetch });
    const message = await outcome(model.stream({ ...request, tools: [readTool] }));
    expect(toolCalls(message)).toMatchObject([{ name: "read", arguments: { path: "a" } }]);
    expect(message).toMatchObject({ provider: "ollama", stopReason: "toolUse" });
  });
});
