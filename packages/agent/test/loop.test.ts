import { textOf } from "@tau-ts/ai";
import type { AssistantMessage, JsonObject, Message, Model, UserMessage } from "@tau-ts/ai";
import { userMessage } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { FatalToolError, HarnessError } from "../src/errors.ts";
import type { AgentEvent } from "../src/events.ts";
import { runAgent } from "../src/loop.ts";
import type { RunAgentOptions } from "../src/run-options.ts";
import { collect, follow, macrotask } from "./support/collect.ts";
import { asks, call, done, playing, says, streaming } from "./support/models.ts";
import { checkBalance, eventNames, resultText, shape } from "./support/shapes.ts";
import { hanging, tool } from "./support/tools.ts";

interface Ran {
  readonly messages: Message[];
  readonly events: AgentEvent[];
  readonly outcome: string;
}

async function run(
  options: Omit<RunAgentOptions, "messages">,
  messages: Message[] = [],
): Promise<Ran> {
  const before = messages.length;
  const events = await collect(runAgent({ prompt: "go", ...options, messages }));
  checkBalance(events, messages.slice(before));
  const end = events.at(-1);
  return { messages, events, outcome: end?.type === "agent_end" ? end.outcome : "no agent_end" };
}

const echo = tool("echo", (args) => JSON.stringify(args));

describe("the loop", () => {
  it("C3.1 holds no state: the caller's array is the record, and it is what the generator returns", async () => {
    const messages: Message[] = [];
    const generator = runAgent({ model: playing(says("hi")), messages, prompt: "go" });
    let step = await generator.next();
    while (!step.done) step = await generator.next();
    expect(step.value).toBe(messages);
    expect(shape(messages)).toBe("U A");
  });

  it("C3.2 a message is on the record before it is announced", async () => {
    const messages: Message[] = [];
    const model = playing(asks(call("c1", "echo")), says("done"));
    await follow(runAgent({ model, messages, tools: [echo], prompt: "go" }), (event) => {
      if (event.type === "message_end") expect(messages.at(-1)).toBe(event.message);
    });
    expect.assertions(4);
  });

  it("C3.2 between a tool's return and its result on the record nothing is yielded", async () => {
    const messages: Message[] = [];
    const t = tool("t", async (_args, context) => {
      context.onUpdate({ content: [{ type: "text", text: "half" }] });
      await macrotask();
      context.onUpdate({ content: [{ type: "text", text: "last word" }] });
      return "done";
    });
    const model = playing(asks(call("c1", "t")), says("ok"));
    const names = eventNames(
      await collect(runAgent({ model, messages, tools: [t], prompt: "go" })),
    );
    const updates = names.filter((name) => name === "tool_execution_update");
    expect(updates).toHaveLength(1);
    expect(names[names.indexOf("tool_execution_update") + 1]).toBe("ms(R(c1))");
  });

  it("C3.5 one turn with one call has the canonical order", async () => {
    const model = playing(() => streaming("a", "b"));
    const { events } = await run({ model });
    expect(eventNames(events)).toEqual([
      "agent_start",
      "turn_start",
      "ms(U)",
      "me(U)",
      "ms(A)",
      "mu",
      "mu",
      "mu",
      "mu",
      "me(A)",
      "turn_end",
      "agent_end",
    ]);
    const tools = await run({
      model: playing(asks(call("c1", "echo")), says("ok")),
      tools: [echo],
    });
    expect(eventNames(tools.events)).toEqual([
      "agent_start",
      "turn_start",
      "ms(U)",
      "me(U)",
      "ms(A)",
      "me(A[c1])",
      "tool_execution_start",
      "ms(R(c1))",
      "me(R(c1))",
      "tool_execution_end",
      "turn_end",
      "turn_start",
      "ms(A)",
      "me(A)",
      "turn_end",
      "agent_end",
    ]);
  });

  it("C3.4 agent_end carries the run's new messages and its outcome", async () => {
    const old = [userMessage("before"), says("earlier")];
    const { events } = await run({ model: playing(says("now")) }, [...old]);
    const end = events.at(-1);
    expect(end).toMatchObject({ type: "agent_end", outcome: "completed" });
    expect(end?.type === "agent_end" && shape(end.messages)).toBe("U A");
  });

  it("C3.6 maxTurns is tested before the model call and before the signal, never between a reply and its calls", async () => {
    const model = playing(asks(call("c1", "echo")), says("never"));
    const { messages, outcome } = await run({ model, tools: [echo], maxTurns: 1 });
    expect(shape(messages)).toBe("U A[c1] R(c1) A(error)");
    expect(messages.at(-1)).toMatchObject({ errorMessage: "Agent stopped after maxTurns=1" });
    expect([outcome, model.requests.length]).toEqual(["error", 1]);
    const controller = new AbortController();
    const stops = tool("echo", () => controller.abort());
    const stopped = await run({
      model: playing(asks(call("c1", "echo"))),
      tools: [stops],
      maxTurns: 1,
      signal: controller.signal,
    });
    expect(stopped.messages.at(-1)).toMatchObject({
      errorMessage: "Agent stopped after maxTurns=1",
    });
  });

  it("C3.6 a maxTurns below 1 throws where it is given", () => {
    for (const maxTurns of [0, -1, Number.NaN])
      expect(() => runAgent({ model: playing(), messages: [], prompt: "go", maxTurns })).toThrow(
        HarnessError,
      );
  });

  it("C3.6 a cancel at the top of a turn makes no model call", async () => {
    const model = playing();
    const { messages, outcome } = await run({ model, signal: AbortSignal.abort() });
    expect(shape(messages)).toBe("U A(aborted)");
    expect(messages.at(-1)).toMatchObject({ errorMessage: "Operation aborted" });
    expect([outcome, model.requests.length]).toEqual(["aborted", 0]);
  });

  it("C2.8 C3.6 a fatal tool ends the run: its result is recorded, the calls after it are not run", async () => {
    const fatal = tool("fatal", () => {
      throw new FatalToolError("the sandbox is gone");
    });
    const model = playing(asks(call("c1", "fatal"), call("c2", "echo")));
    const { messages, outcome } = await run({ model, tools: [fatal, echo] });
    expect(shape(messages)).toBe("U A[c1,c2] R(c1) R(c2) A(error)");
    expect(resultText(messages, "c1")).toBe("the sandbox is gone");
    expect(resultText(messages, "c2")).toBe("Tool call not run: the sandbox is gone");
    expect(outcome).toBe("error");
  });

  it.each(["prepareTurn", "transformContext", "shouldStopAfterTurn"])(
    "C3.6 a hook without a call that throws ends the run with an error: %s",
    async (hook) => {
      const hooks = {
        [hook]: () => {
          throw new Error(`${hook} broke`);
        },
      };
      const { messages, outcome } = await run({
        model: playing(asks(call("c1", "echo")), says("no")),
        tools: [echo],
        hooks,
      });
      expect(outcome).toBe("error");
      expect(messages.at(-1)).toMatchObject({ stopReason: "error", errorMessage: `${hook} broke` });
    },
  );

  it("C3.6 shouldStopAfterTurn and a batch that says terminate end the run without a closing message", async () => {
    const model = (): Model => playing(asks(call("c1", "echo")), says("never"));
    const stopped = await run({
      model: model(),
      tools: [echo],
      hooks: { shouldStopAfterTurn: () => true },
    });
    expect([shape(stopped.messages), stopped.outcome]).toEqual(["U A[c1] R(c1)", "completed"]);
    const last = tool("echo", () => ({
      content: [{ type: "text", text: "bye" }],
      terminate: true,
    }));
    const terminated = await run({ model: model(), tools: [last] });
    expect([shape(terminated.messages), terminated.outcome]).toEqual([
      "U A[c1] R(c1)",
      "completed",
    ]);
  });

  it("C3.6 an unknown tool is not an exit", async () => {
    const { messages, outcome } = await run({
      model: playing(asks(call("c1", "nope")), says("ok")),
    });
    expect([shape(messages), outcome]).toEqual(["U A[c1] R(c1) A", "completed"]);
  });

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

  it("C3.8 steering is asked for with the prompt and after each batch, follow-ups at the end", async () => {
    const steering: UserMessage[][] = [[userMessage("s1")], [userMessage("s2")]];
    const followUps: UserMessage[][] = [[userMessage("f1")]];
    const model = playing(asks(call("c1", "echo")), says("one"), says("two"));
    const { messages } = await run({
      model,
      tools: [echo],
      getSteering: () => steering.shift() ?? [],
      getFollowUps: () => followUps.shift() ?? [],
    });
    const words = messages.map((message) =>
      message.role === "user" ? textOf(message) : message.role,
    );
    expect(words).toEqual([
      "go",
      "s1",
      "assistant",
      "toolResult",
      "s2",
      "assistant",
      "f1",
      "assistant",
    ]);
  });

  it("C3.8 PEER-24 PEER-25 what is said during a batch waits for all of its results", async () => {
    const steering: UserMessage[] = [];
    const ran: string[] = [];
    const calls = ["c1", "c2", "c3"];
    const note = tool("note", (_args, { toolCallId }) => {
      ran.push(toolCallId);
      if (toolCallId === "c1") steering.push(userMessage("something else, please"));
    });
    const model = playing(asks(...calls.map((id) => call(id, "note"))), says("ok"));
    const { messages } = await run({
      model,
      tools: [note],
      getSteering: () => steering.splice(0),
    });
    expect(ran).toEqual(calls);
    expect(shape(messages)).toBe("U A[c1,c2,c3] R(c1) R(c2) R(c3) U A");
    expect(shape(model.requests[1]?.messages ?? [])).toBe("U A[c1,c2,c3] R(c1) R(c2) R(c3) U");
  });

  it("C6.3 PEER-27 a hook that throws after one call of a batch does not touch the others", async () => {
    const model = playing(asks(call("c1", "echo"), call("c2", "echo", { n: 2 })), says("ok"));
    const onHookError = vi.fn();
    const { messages, outcome } = await run({
      model,
      tools: [echo],
      hooks: {
        afterToolCall: ({ toolCallId }) => {
          if (toolCallId === "c1") throw new Error("boom");
        },
        onHookError,
      },
    });
    expect([shape(messages), outcome]).toEqual(["U A[c1,c2] R(c1) R(c2) A", "completed"]);
    expect([resultText(messages, "c1"), resultText(messages, "c2")]).toEqual(["{}", '{"n":2}']);
    expect(onHookError).toHaveBeenCalledOnce();
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

  it("C3.8 what is said while the last reply comes in is answered before follow-ups are", async () => {
    const steering: UserMessage[] = [];
    const model = playing(() => (steering.push(userMessage("wait")), says("one")), says("two"));
    const { messages } = await run({
      model,
      getSteering: () => steering.splice(0),
      getFollowUps: () => [],
    });
    expect(shape(messages)).toBe("U A U A");
  });

  it("C3.8 once the signal is aborted neither is asked", async () => {
    const getSteering = vi.fn(() => []);
    await run({
      model: playing(),
      signal: AbortSignal.abort(),
      getSteering,
      getFollowUps: getSteering,
    });
    expect(getSteering).not.toHaveBeenCalled();
  });

  it("C3.9 C2.5 without a signal a tool still gets one that is not aborted", async () => {
    let seen: boolean | undefined;
    const t = tool(
      "t",
      (_args, { signal, abandoned }) => void (seen = signal.aborted || abandoned.aborted),
    );
    await run({ model: playing(asks(call("c1", "t")), says("ok")), tools: [t] });
    expect(seen).toBe(false);
  });

  it("C3.10 runs a batch side by side only if every tool says so, and records in call order", async () => {
    const slow = hanging("slow", { executionMode: "parallel" });
    const fast = tool("fast", () => "fast", { executionMode: "parallel" });
    const model = playing(asks(call("c1", "slow"), call("c2", "fast")), says("ok"));
    const messages: Message[] = [];
    const events = await follow(
      runAgent({ model, messages, tools: [slow.tool, fast], prompt: "go" }),
      (event) => {
        if (event.type === "tool_execution_update" && event.final) slow.finish("slow");
      },
    );
    expect(shape(messages)).toBe("U A[c1,c2] R(c1) R(c2) A");
    expect(eventNames(events).slice(6, 15)).toEqual([
      "tool_execution_start",
      "tool_execution_start",
      "tool_execution_update",
      "ms(R(c1))",
      "me(R(c1))",
      "tool_execution_end",
      "ms(R(c2))",
      "me(R(c2))",
      "tool_execution_end",
    ]);
    checkBalance(events, messages);
  });

  it("C3.10 one sequential tool makes the whole batch sequential", async () => {
    const order: string[] = [];
    const note = (name: string, extra = {}): ReturnType<typeof tool> =>
      tool(
        name,
        async () => {
          order.push(`${name}+`);
          await macrotask();
          order.push(`${name}-`);
        },
        extra,
      );
    await run({
      model: playing(asks(call("c1", "a"), call("c2", "b")), says("ok")),
      tools: [note("a", { executionMode: "parallel" }), note("b")],
    });
    expect(order).toEqual(["a+", "a-", "b+", "b-"]);
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

  it("C3.12 only the newest undelivered update of a call is kept", async () => {
    const t = tool("t", async (_args, { onUpdate }) => {
      for (const text of ["1", "2", "3"]) onUpdate({ content: [{ type: "text", text }] });
      await macrotask();
      return "done";
    });
    const { events } = await run({ model: playing(asks(call("c1", "t")), says("ok")), tools: [t] });
    const updates = events.filter((event) => event.type === "tool_execution_update");
    expect(updates.map((update) => update.partialResult)).toEqual([
      { content: [{ type: "text", text: "3" }] },
    ]);
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

  it("prepareTurn chooses what one turn is run with, transformContext what the model is shown", async () => {
    const other = playing(says("from the other"));
    const { messages } = await run({
      model: playing(),
      system: "stays",
      hooks: {
        prepareTurn: () => ({ model: other, thinking: "high" }),
        transformContext: (shown) => [...shown, userMessage("and this")],
      },
    });
    expect(other.requests[0]).toMatchObject({ system: "stays", thinking: "high" });
    expect(other.requests[0]?.messages).toHaveLength(2);
    expect(shape(messages)).toBe("U A");
  });
});
