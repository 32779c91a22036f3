import { describe, expect, it } from "vitest";
import { Harness, MemoryLog, defineTool, persistTo } from "../../src/index.ts";
import type { AgentHooks, Model } from "../../src/index.ts";
import {
  RunWatch,
  StepConsumer,
  StepScheduler,
  checkInvariants,
  interruptAt,
  stepHooks,
  stepListener,
  stepLog,
  stepModel,
  stepTool,
} from "../../src/testing/index.ts";
import type { InterruptOptions, StopPlace } from "../../src/testing/index.ts";
import { collect } from "../support/collect.ts";
import { asks, call, playing, says, streaming } from "../support/models.ts";
import { shape } from "../support/shapes.ts";

const echo = defineTool({
  name: "echo",
  description: "answers",
  parameters: { type: "object" },
  execute: () => "echo",
});

function retrying(): Model {
  const model = playing(asks(call("c1", "echo"), call("c2", "echo")), () =>
    streaming("the ", "end"),
  );
  return {
    async *stream(request) {
      const error = { kind: "overloaded", message: "busy" };
      yield { type: "retry", attempt: 2, maxAttempts: 2, delayMs: 1, error };
      yield* model.stream(request);
    },
  };
}

/** An agent of somebody's own, every part of it wrapped. */
function stage(seed: number, hooks: AgentHooks = {}) {
  const steps = new StepScheduler({ seed });
  const harness = new Harness({
    model: stepModel(steps, retrying()),
    tools: [stepTool(steps, echo)],
    hooks: stepHooks(steps, { beforeToolCall: () => undefined, ...hooks }),
    clock: steps,
  });
  const watch = new RunWatch(harness);
  const log = new MemoryLog();
  harness.subscribe(persistTo(stepLog(steps, log)), { first: true });
  harness.subscribe(stepListener(steps));
  return { steps, harness, watch, log };
}

async function play(seed: number, stop: Omit<InterruptOptions, "target" | "consumer"> | undefined) {
  const { steps, harness, watch, log } = stage(seed);
  const run = harness.prompt("go");
  const consumer = new StepConsumer(steps, run);
  const interrupt = stop && interruptAt(steps, { ...stop, target: run, consumer });
  await steps.run(harness.waitForIdle());
  const outcome = watch.runs[0]?.at(-1);
  const record = shape(harness.messages);
  const problems = await checkInvariants({ steps, watch, log });
  await steps.run(consumer.done);
  return { steps, interrupt, outcome, record, problems };
}

const places: readonly StopPlace[] = [
  "start",
  "turn-top",
  "stream",
  "back-off",
  "before-tool",
  "in-tool",
  "after-tool",
  "hook",
  "session-write",
  "listener",
  "consumer",
  "end",
];

describe("the interruption kit", () => {
  it("plays a run that nobody stops to its end", async () => {
    const { record, outcome, problems } = await play(1, undefined);
    expect(record).toBe("U A[c1,c2] R(c1) R(c2) A");
    expect(outcome).toMatchObject({ type: "agent_end", outcome: "completed" });
    expect(problems).toEqual([]);
  });

  it.each(places)(
    "C6.9 stops an agent of somebody's own at %s, and nothing is broken",
    async (place) => {
      for (const how of ["soft", "hard", "return"] as const)
        for (const moment of ["enter", "inside", "leave"] as const) {
          const { interrupt, problems } = await play(3, { place, how, moment, ticks: 3 });
          expect([interrupt?.hit?.place, problems]).toEqual([place, []]);
        }
    },
  );

  it("C6.9 stops it at every single step, softly and hard", { timeout: 60_000 }, async () => {
    const { steps } = await play(5, undefined);
    for (let step = 1; step <= steps.stepCount; step += 1)
      for (const how of ["soft", "hard"] as const) {
        const { problems } = await play(5, { step, how, moment: "inside" });
        expect([step, how, problems]).toEqual([step, how, []]);
      }
  });

  it("C6.7 whoever is held at the step is deaf, and is left behind", async () => {
    const { record, outcome, interrupt } = await play(1, {
      place: "in-tool",
      how: "hard",
      isHeld: true,
    });
    expect(record).toBe("U A[c1,c2]");
    expect(outcome).toMatchObject({ outcome: "abandoned" });
    expect(interrupt?.tookMs).toBeLessThanOrEqual(1000);
  });

  it("a stop of one's own is asked for at the place", async () => {
    const { steps, harness, watch } = stage(1);
    const controller = new AbortController();
    const signal = steps.observations.signals.watch(controller.signal);
    const run = harness.prompt("go", { signal });
    const stop = { kind: "soft" as const, stop: () => controller.abort() };
    interruptAt(steps, { target: run, place: "stream", how: stop });
    expect((await steps.run(run.result)).outcome).toBe("aborted");
    expect(await checkInvariants({ steps, watch })).toEqual([]);
  });

  it("needs to know who leaves", () => {
    const { steps, harness } = stage(1);
    const options = { target: harness, place: "start", how: "return" } as const;
    expect(() => interruptAt(steps, options)).toThrow("needs the `consumer`");
  });
});

describe("what the kit complains about", () => {
  async function problemsOf(
    spoil: (parts: ReturnType<typeof stage>) => unknown,
    hooks?: AgentHooks,
  ) {
    const parts = stage(1, hooks);
    const { steps, harness, watch, log } = parts;
    await spoil(parts);
    await steps.run(harness.prompt("go").result);
    return (await checkInvariants({ steps, watch, log })).join("\n");
  }

  it("a stop that nobody asked for", async () => {
    expect(await problemsOf(({ harness }) => harness.subscribe(() => harness.cancel()))).toContain(
      "the outcome is aborted, but nobody stopped it",
    );
  });

  it("C6.9 a further prompt that is not answered, and a log that differs", async () => {
    const problems = await problemsOf(
      ({ log }) => log.append({ role: "user", content: "x", timestamp: 1 }),
      {
        transformContext: async (messages) => {
          if (messages.length > 5) throw new Error("spoiled");
          return messages;
        },
      },
    );
    expect(problems).toContain('further prompt 1 came out as error ""');
    expect(problems).toContain("the log differs from the record");
  });

  it("C5.3 a listener that is left on a signal", async () => {
    const problems = await problemsOf(({ steps }) =>
      steps.observations.signals
        .watch(new AbortController().signal)
        .addEventListener("abort", () => undefined),
    );
    expect(problems).toContain("1 listeners were left on signals");
  });

  it("C7.1 a request that a provider would refuse", async () => {
    const problems = await problemsOf(() => undefined, {
      transformContext: (messages) => messages.filter((message) => message.role !== "toolResult"),
    });
    expect(problems).toContain("a request a provider refuses: calls without a result: c1, c2");
  });

  it("C4.10 an unhandled rejection, and a run that is not over", async () => {
    const { steps, harness, watch } = stage(1);
    const run = harness.prompt("go");
    expect(await checkInvariants({ steps, watch })).toEqual(["the run is not over"]);
    await steps.run(run.result);
    const rejections = [new Error("lost")];
    expect(await checkInvariants({ steps, watch, rejections })).toEqual([
      "an unhandled rejection: lost",
    ]);
  });

  it("C2.5 somebody at work who is not told of the stop", async () => {
    const { steps, harness } = stage(1);
    const wait = steps.observations.working("the painter", new AbortController().signal);
    const run = harness.prompt("go");
    interruptAt(steps, { target: run, place: "stream", how: "soft" });
    await steps.run(run.result);
    wait[Symbol.dispose]();
    expect(steps.observations.complaints).toEqual(["the painter was not told of the stop"]);
  });

  it("C2.4 a tool that is run after the stop", async () => {
    const { steps } = stage(1);
    const onUpdate = (): void => undefined;
    const signal = AbortSignal.abort();
    const context = { toolCallId: "c", signal, abandoned: signal, onUpdate };
    await steps.run(Promise.resolve(stepTool(steps, echo).execute({}, context)));
    expect(steps.observations.complaints).toEqual([
      "the tool echo was asked although the run was stopped already",
    ]);
  });

  it("C3.11 a model that answers", async () => {
    const steps = new StepScheduler();
    const model = stepModel(steps, playing(says("hi")), { place: "compaction" });
    const seen: string[] = [];
    steps.observe(({ place }) => seen.push(place));
    expect(await steps.run(collect(model.stream({ messages: [] })))).toHaveLength(1);
    expect(seen).toContain("compaction");
  });
});
