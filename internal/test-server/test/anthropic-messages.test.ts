import { describe, expect, it } from "vitest";
import {
  anthropicError,
  anthropicHttpError,
  anthropicReply,
  anthropicText,
  anthropicThinking,
  anthropicToolCall,
  startModelServer,
} from "../src/index.ts";
import type { EventStreamTurn } from "../src/index.ts";

interface WireEvent {
  readonly type: string;
  readonly index?: number;
  readonly message?: { readonly id: string; readonly usage: object };
  readonly content_block?: { readonly type: string; readonly id?: string; readonly name?: string };
  readonly delta?: Readonly<Record<string, string>>;
  readonly error?: object;
}

function isWireEvent(value: unknown): value is WireEvent {
  return typeof value === "object" && value !== null && "type" in value;
}

function events(turn: EventStreamTurn): WireEvent[] {
  return turn.body.map((text) => {
    const match = /^event: (\w+)\ndata: (.*)\n\n$/.exec(text);
    const data: unknown = JSON.parse(match?.[2] ?? "");
    if (!isWireEvent(data)) throw new Error(`not an event: ${text}`);
    expect(data.type).toBe(match?.[1]);
    return data;
  });
}

function deltas(turn: EventStreamTurn, field: string): string[] {
  return events(turn).flatMap((event) => event.delta?.[field] ?? []);
}

function id(turn: EventStreamTurn): string | undefined {
  return events(turn).find((event) => event.content_block)?.content_block?.id;
}

describe("Anthropic Messages turns", () => {
  it("a text turn is one block in small deltas between message_start and message_stop", () => {
    const turn = anthropicText("hello, 👋 world", { usage: { input_tokens: 3, output_tokens: 9 } });
    expect(events(turn).map((event) => event.type)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(deltas(turn, "text")).toEqual(["hello, ", "👋 world"]);
    expect(deltas(turn, "stop_reason")).toEqual(["end_turn"]);
    expect(events(turn)[0]?.message).toMatchObject({
      usage: { input_tokens: 3, output_tokens: 1 },
    });
    expect(events(turn).at(-2)).toMatchObject({ usage: { output_tokens: 9 } });
  });

  it("a list of texts is sent as these deltas", () => {
    expect(deltas(anthropicText(["a", "", "b"]), "text")).toEqual(["a", "", "b"]);
  });

  it("a tool call's arguments arrive as fragments of one JSON text", () => {
    const turn = anthropicToolCall({ name: "read", arguments: { path: "a 👋 b" }, text: "Look:" });
    const fragments = deltas(turn, "partial_json");
    expect(fragments.length).toBeGreaterThan(2);
    expect(JSON.parse(fragments.join(""))).toEqual({ path: "a 👋 b" });
    expect(fragments.every((fragment) => fragment.isWellFormed())).toBe(true);
    const start = events(turn).find((event) => event.content_block?.type === "tool_use");
    expect(start).toMatchObject({ index: 1, content_block: { name: "read", input: {} } });
    expect(start?.content_block?.id).toMatch(/^toolu_/);
    expect(deltas(turn, "stop_reason")).toEqual(["tool_use"]);
  });

  it("calls without an id get different ones, and a given id is kept", () => {
    const call = { name: "ls", arguments: {} };
    expect(id(anthropicToolCall(call))).not.toBe(id(anthropicToolCall(call)));
    expect(id(anthropicToolCall({ ...call, id: "c1" }))).toBe("c1");
  });

  it("arguments given as text are sent as they are, also when they are no JSON", () => {
    const broken = anthropicToolCall({ name: "read", arguments: ['{"path', '": '] });
    expect(deltas(broken, "partial_json")).toEqual(['{"path', '": ']);
    expect(deltas(anthropicToolCall({ name: "ls", arguments: "" }), "partial_json")).toEqual([]);
    expect(deltas(anthropicToolCall({ name: "ls", arguments: "{nope" }), "partial_json")).toEqual([
      "{nope",
    ]);
  });

  it("a thinking turn is a signed thinking block and then a text block", () => {
    const turn = anthropicThinking("let me see", "done");
    expect(deltas(turn, "thinking").join("")).toBe("let me see");
    expect(deltas(turn, "signature")).toEqual(["signature-for-tests"]);
    expect(deltas(turn, "text").join("")).toBe("done");
    expect(events(turn).flatMap((event) => event.content_block?.type ?? [])).toEqual([
      "thinking",
      "text",
    ]);
  });

  it("an error turn leaves its text block open and ends in an error event", () => {
    const turn = anthropicError(undefined, "Let me");
    expect(deltas(turn, "text")).toEqual(["Let me"]);
    expect(events(turn).at(-1)).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
    });
    expect(events(turn).some((event) => event.type === "content_block_stop")).toBe(false);
    expect(events(anthropicError()).map((event) => event.type)).toEqual(["message_start", "error"]);
  });

  it("several blocks keep their order, and the stop reason can be given", () => {
    const turn = anthropicReply(
      [
        { type: "tool_use", id: "a", name: "ls", arguments: {} },
        { type: "tool_use", id: "b", name: "ls", arguments: {} },
      ],
      { stopReason: "max_tokens", id: "msg_9" },
    );
    expect(events(turn).flatMap((event) => event.content_block?.id ?? [])).toEqual(["a", "b"]);
    expect(deltas(turn, "stop_reason")).toEqual(["max_tokens"]);
    expect(events(turn)[0]?.message?.id).toBe("msg_9");
  });

  it("a refusal is a status with the wire's error body", async () => {
    await using server = await startModelServer([
      anthropicHttpError(
        529,
        { type: "overloaded_error", message: "Busy" },
        { "retry-after": "2" },
      ),
    ]);
    const response = await fetch(server.url);
    expect([response.status, response.headers.get("retry-after")]).toEqual([529, "2"]);
    expect(await response.json()).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: "Busy" },
    });
  });

  it("a part of a turn's events can be sent before a cut", async () => {
    const turn = anthropicText("hello, world");
    await using server = await startModelServer([
      { ...turn, body: turn.body.slice(0, 3), ending: "cut" },
    ]);
    const response = await fetch(server.url);
    await expect(response.text()).rejects.toThrow("terminated");
  });
});
