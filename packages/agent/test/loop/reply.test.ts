import { textOf } from "@tau-ts/ai";
import type { AssistantMessage, JsonObject, Model } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { asks, call, done, playing, says } from "../support/models.ts";
import { run } from "../support/run-loop.ts";
import { resultText, shape } from "../support/shapes.ts";
import { echo, tool } from "../support/tools.ts";

describe("what becomes of a reply", () => {
  it.each(["error", "aborted"] as const)(
    "C3.7 a reply that ended as %s is not acted on",
    async (stopReason) => {
      const execute = vi.fn();
      const failed: AssistantMessage = {
        ...asks(call("c1", "t")),
        stopReason,
        errorMessage: "overloaded",
      };
      const { messages, outcome } = await run({
        model: playing(failed),
        tools: [tool("t", execute)],
      });
      expect([shape(messages), outcome]).toEqual([`U A(${stopReason})`, stopReason]);
      expect(execute).not.toHaveBeenCalled();
    },
  );

  it("C3.7 F10 PEER-26 of a reply cut by the output limit no call runs, each is answered, and the loop goes on", async () => {
    const execute = vi.fn();
    const cut: AssistantMessage = {
      ...asks(call("c1", "t"), call("c2", "t")),
      stopReason: "length",
    };
    const { messages, outcome } = await run({
      model: playing(cut, says("ok")),
      tools: [tool("t", execute)],
    });
    expect([shape(messages), outcome]).toEqual(["U A[c1,c2] R(c1) R(c2) A", "completed"]);
    for (const id of ["c1", "c2"])
      expect(resultText(messages, id)).toBe(
        "Tool call not run: the reply was cut off by the output limit.",
      );
    expect(execute).not.toHaveBeenCalled();
  });

  it("PEER-28 opaque signatures are recorded and sent back, also those of empty blocks", async () => {
    const signed: AssistantMessage["content"] = [
      { type: "thinking", thinking: "", thinkingSignature: "THOUGHT" },
      { type: "text", text: "", textSignature: "TEXT" },
      { ...call("c1", "echo"), thoughtSignature: "CALL" },
    ];
    const model = playing(
      { role: "assistant", content: structuredClone(signed), stopReason: "toolUse" },
      says("ok"),
    );
    const { messages } = await run({ model, tools: [echo] });
    expect(messages[1]).toMatchObject({ content: signed });
    expect(model.requests[1]?.messages[1]).toMatchObject({ content: signed });
  });

  it.each<[string, Model, string]>([
    [
      "throws at once",
      {
        stream: () => {
          throw new Error("no socket");
        },
      },
      "no socket",
    ],
    [
      "throws later",
      playing(() =>
        (async function* () {
          yield* [];
          throw new Error("cut");
        })(),
      ),
      "cut",
    ],
    [
      "ends without a terminal",
      playing(() =>
        (async function* () {
          yield* [];
        })(),
      ),
      "the model's stream ended without a terminal event",
    ],
    [
      "ends without a message",
      playing(
        () =>
          done(says("")) &&
          (async function* () {
            yield JSON.parse('{"type":"done","reason":"stop"}');
          })(),
      ),
      "the model ended its reply without a message",
    ],
  ])("C3.11 a model that %s is an error on the record", async (_name, model, errorMessage) => {
    const { messages, outcome } = await run({ model });
    expect([shape(messages), outcome]).toEqual(["U A(error)", "error"]);
    expect(messages[1]).toMatchObject({ errorMessage });
  });

  it("C3.11 what had arrived of a reply that broke off is kept, unfinished calls are not", async () => {
    const model = playing(() =>
      (async function* () {
        const partial: AssistantMessage = {
          role: "assistant",
          content: [{ type: "text", text: "so far" }, call("c1", "t")],
          stopReason: "stop",
        };
        yield { type: "text_delta", contentIndex: 0, delta: "so far", partial };
        yield { type: "toolcall_start", contentIndex: 1, partial };
        throw new Error("cut");
      })(),
    );
    const { messages } = await run({ model });
    expect(messages[1]).toMatchObject({
      content: [{ type: "text", text: "so far" }],
      stopReason: "error",
      errorMessage: "cut",
    });
  });

  it("C3.11 what comes after the terminal is ignored and the iterator is told that nobody reads on", async () => {
    let wasReturned = false;
    const model = playing(() =>
      (async function* () {
        try {
          yield done(says("first"));
          yield done(says("second"));
        } finally {
          wasReturned = true;
        }
      })(),
    );
    const { messages } = await run({ model });
    expect(messages.map(textOf)).toEqual(["go", "first"]);
    expect(wasReturned).toBe(true);
  });

  it("C3.11 a reply that completed although a stop arrived is recorded as it is", async () => {
    const controller = new AbortController();
    const asking = await run({
      model: playing(() => (controller.abort(), asks(call("c1", "echo")))),
      tools: [echo],
      signal: controller.signal,
    });
    expect(shape(asking.messages)).toBe("U A[c1] R(c1) A(aborted)");
    expect(resultText(asking.messages, "c1")).toBe("Operation aborted");
    const other = new AbortController();
    const saying = await run({
      model: playing(() => (other.abort(), says("done"))),
      signal: other.signal,
    });
    expect([shape(saying.messages), saying.outcome]).toEqual(["U A", "completed"]);
  });

  it("C1.6 recorded messages are deeply frozen plain JSON, filled in where the model left things out", async () => {
    const odd: JsonObject = JSON.parse('{"n":1}');
    const reply = asks({
      ...call("c1", "echo", odd),
      thoughtSignature: undefined as unknown as string,
    });
    const { messages } = await run({ model: playing(reply, says("ok")), tools: [echo] });
    for (const message of messages) {
      expect(JSON.parse(JSON.stringify(message))).toStrictEqual(message);
      expect(
        Object.isFrozen(message) &&
          Object.isFrozen(
            message.role === "user" || message.role === "assistant" ? message.content : message,
          ),
      ).toBe(true);
    }
    expect(messages[1]).toMatchObject({
      api: "unknown",
      provider: "unknown",
      model: "unknown",
      usage: { totalTokens: 0 },
      timestamp: expect.any(Number),
    });
  });

  it("C1.6 a reply that is no plain JSON becomes an error instead of breaking the loop", async () => {
    const circular = says("x") as AssistantMessage & { self?: unknown };
    circular.self = circular;
    const { messages, outcome } = await run({ model: playing(circular) });
    expect([shape(messages), outcome]).toEqual(["U A(error)", "error"]);
  });

  it("announces a retry of the model", async () => {
    const error = { kind: "overloaded", message: "busy" };
    const model = playing(() =>
      (async function* () {
        yield { type: "retry", attempt: 2, maxAttempts: 3, delayMs: 10, error };
        yield done(says("ok"));
      })(),
    );
    const { events } = await run({ model });
    expect(events).toContainEqual({
      type: "model_retry",
      attempt: 2,
      maxAttempts: 3,
      delayMs: 10,
      error,
    });
  });
});
