import { describe, expect, it } from "vitest";
import { toolCalls } from "../../../src/index.ts";
import { call, chunk, content, done, finish } from "../../support/chat.ts";
import { callsOf } from "../../support/events.ts";
import { readingOf } from "../../support/wire.ts";

const { final } = readingOf("openai-completions");

describe("pieces of calls", () => {
  const whole = (piece: Record<string, unknown>, name: string, args: string): string =>
    call({ ...piece, function: { name, arguments: args } });

  it.each([
    ["the same index", { index: 0 }],
    ["no index", {}],
  ])("F11 whole calls with %s are two calls", async (_, place) => {
    const message = await final(
      whole({ ...place, id: "a" }, "read", '{"path":"x"}') +
        whole({ ...place, id: "b" }, "read", '{"path":"y"}') +
        finish("tool_calls") +
        done,
    );
    expect(callsOf(message)).toEqual([
      ["a", "read", { path: "x" }],
      ["b", "read", { path: "y" }],
    ]);
  });

  it("F11 mixed pieces of two calls find their own", async () => {
    const message = await final(
      whole({ index: 0, id: "a" }, "read", "") +
        whole({ index: 1, id: "b" }, "read", "") +
        call({ index: 1, function: { arguments: '{"path":"y' } }) +
        call({ index: 0, function: { arguments: '{"path":"x"}' } }) +
        call({ index: 1, function: { arguments: '"}' } }) +
        finish("tool_calls"),
    );
    expect(callsOf(message)).toEqual([
      ["a", "read", { path: "x" }],
      ["b", "read", { path: "y" }],
    ]);
  });

  it("F11 calls without ids get distinct ones, and a name that is repeated is no new call", async () => {
    const message = await final(
      whole({ index: 0 }, "read", '{"path":') +
        whole({ index: 0 }, "read", '"x"}') +
        whole({ index: 0 }, "read", '{"path":"y"}') +
        finish("stop"),
    );
    const [first, second, ...rest] = toolCalls(message);
    expect([first?.arguments, second?.arguments, rest]).toEqual([{ path: "x" }, { path: "y" }, []]);
    expect(first?.id).toMatch(/^call_/);
    expect(first?.id).not.toBe(second?.id);
    expect(message.stopReason).toBe("toolUse");
  });

  it("F11 an id that comes again, or another one without a name, goes on with the call", async () => {
    const message = await final(
      whole({ index: 0, id: "a" }, "read", '{"path"') +
        call({ index: 0, id: "a", function: { arguments: ":" } }) +
        call({ index: 0, id: "zzz", function: { arguments: '"x' } }) +
        call({ index: 0, id: "", type: "", function: { arguments: '"}' } }) +
        finish("tool_calls"),
    );
    expect(callsOf(message)).toEqual([["a", "read", { path: "x" }]]);
  });

  it("F11 a name that comes after the arguments begin is waited for; without one there is no call", async () => {
    const late = await final(
      call({ index: 0, id: "a", function: { arguments: '{"path":' } }) +
        call({ index: 0, function: { name: "read", arguments: '"x"}' } }) +
        finish("tool_calls"),
    );
    expect(callsOf(late)).toEqual([["a", "read", { path: "x" }]]);
    const never = await final(
      call({ index: 0, id: "a", function: { arguments: "{}" } }) + content("ok") + finish("stop"),
    );
    expect(never).toMatchObject({
      stopReason: "stop",
      diagnostics: [{ type: "tool_call_without_name" }],
    });
  });

  it("F11 two calls with one id keep apart by their index", async () => {
    const message = await final(
      whole({ index: 0, id: "a" }, "read", '{"path":"x"}') +
        whole({ index: 1, id: "a" }, "read", '{"path":"y"}') +
        finish("tool_calls"),
    );
    const ids = toolCalls(message).map(({ id }) => id);
    expect([new Set(ids).size, ids[0]]).toEqual([2, "a"]);
  });

  it("F11 the older function_call is a call too", async () => {
    const message = await final(
      chunk({ function_call: { name: "read", arguments: '{"path":' } }) +
        chunk({ function_call: { arguments: '"x"}' } }) +
        finish("function_call"),
    );
    expect(toolCalls(message)).toMatchObject([{ name: "read", arguments: { path: "x" } }]);
    expect(message.stopReason).toBe("toolUse");
  });
});
