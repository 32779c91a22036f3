import { ABORTED, defineTool } from "@tau-ts/agent";
import type { Tool } from "@tau-ts/agent";
import { expect, it, vi } from "vitest";
import { confirmWith } from "../../src/guard/confirm-with.ts";
import type { Answer, Ask, Question } from "../../src/guard/questions.ts";
import { guard } from "../../src/guard/guard.ts";
import { call } from "../support/call.ts";

function makeTool(ask?: Ask): Tool {
  const parameters = { type: "object" };
  const tool = defineTool({ name: "t", description: "d", parameters, execute: () => "ran" });
  return guard(tool, confirmWith(ask));
}

const said = "Tool call blocked: the user said no";

it.each([
  [true, "ran"],
  ["always", "ran"],
  [false, said],
  [{ deny: "use npm" }, `${said}: use npm`],
  [{ deny: "" }, said],
] as const)("C12.4 the answer %j leads to: %s", async (answer, text) => {
  expect(
    (
      await call(
        makeTool(async () => answer),
        { a: 1 },
      )
    ).text,
  ).toBe(text);
});

it.each(["yes", 1, undefined, null, {}])("C12.4 %j is not an explicit yes", async (answer) => {
  const ask = (async () => answer) as Ask;
  const { text } = await call(makeTool(ask), {});
  expect(text).toMatch(/^Tool call blocked: the check failed: .*neither yes nor no$/);
});

it("C12.4 the question names the tool and its arguments as JSON", async () => {
  const ask = vi.fn<Ask>(async () => true);
  await call(makeTool(ask), { b: "ü", a: [1] });
  expect(ask.mock.calls[0]?.[0]).toEqual({
    text: 'Allow t {"b":"ü","a":[1]}?',
    tool: "t",
    args: { b: "ü", a: [1] },
  });
});

it("C12.4 F78 with nobody there it is a no at once that says so and how to allow it", async () => {
  const { text, isError } = await call(makeTool(), {});
  expect(isError).toBe(true);
  expect(text).toMatch(/^Tool call blocked: nobody is there to be asked\. .*allow it beforehand/);
});

it("C12.4 one question at a time, in the order of the calls", async () => {
  const open: { question: Question; answer: (answer: Answer) => void }[] = [];
  const ask: Ask = (question) => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    open.push({ question, answer: resolve });
    return promise;
  };
  const tool = makeTool(ask);
  const calls = [1, 2, 3].map((number) => call(tool, { number }));
  for (const count of [1, 2, 3]) {
    await vi.waitUntil(() => open.length === count);
    expect(open.at(-1)?.question.args).toEqual({ number: count });
    open.at(-1)?.answer(count !== 2);
  }
  expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(["ran", said, "ran"]);
});

it("C12.4 always is remembered for the same tool and arguments, also by who waits already", async () => {
  const ask = vi.fn<Ask>(async () => "always");
  const tool = makeTool(ask);
  await Promise.all([call(tool, { a: 1, b: 2 }), call(tool, { b: 2, a: 1 })]);
  expect(ask).toHaveBeenCalledTimes(1);
  await call(tool, { a: 1, b: 3 });
  expect(ask).toHaveBeenCalledTimes(2);
  const another = makeTool(ask);
  await call(another, { a: 1, b: 2 });
  expect(ask).toHaveBeenCalledTimes(3);
});

it("C12.2 a stop withdraws the open question and those that wait; the next run is asked again", async () => {
  const signals: AbortSignal[] = [];
  const ask: Ask = (_, { signal }) => {
    signals.push(signal);
    return signals.length === 1 ? new Promise(() => undefined) : Promise.resolve(true);
  };
  const tool = makeTool(ask);
  const stop = new AbortController();
  const open = call(tool, { n: 1 }, { signal: stop.signal });
  const waiting = call(tool, { n: 2 }, { signal: stop.signal });
  await vi.waitUntil(() => signals.length === 1);
  stop.abort();
  expect([(await open).text, (await waiting).text]).toEqual([ABORTED, ABORTED]);
  expect(signals[0]?.aborted).toBe(true);
  expect((await call(tool, { n: 3 })).text).toBe("ran");
  expect(signals).toHaveLength(2);
});

it("F77 an ask that throws or rejects has not said yes", async () => {
  const thrown: Ask = () => {
    throw new Error("no screen");
  };
  const texts = [
    thrown,
    async () => thrown({ text: "", tool: "", args: {} }, { signal: AbortSignal.abort() }),
  ];
  for (const ask of texts)
    expect((await call(makeTool(ask), {})).text).toBe(
      "Tool call blocked: the check failed: no screen",
    );
});
