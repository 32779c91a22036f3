import type { Message, Model } from "@tau-ts/ai";
import { userMessage } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { FatalToolError, HarnessError } from "../../src/errors.ts";
import { runAgent } from "../../src/loop/loop.ts";
import { collect, follow, macrotask } from "../support/collect.ts";
import { asks, call, playing, says, streaming } from "../support/models.ts";
import { run } from "../support/run-loop.ts";
import { eventNames, resultText, shape } from "../support/shapes.ts";
import { echo, tool } from "../support/tools.ts";

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
