import { ABORTED, FatalToolError, defineTool, runTool } from "@tau-ts/agent";
import type { Tool, ToolContext } from "@tau-ts/agent";
import type { JsonObject } from "@tau-ts/ai";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { Check } from "../../src/guard/check.ts";
import { denyDestructive } from "../../src/guard/deny-destructive.ts";
import { guard } from "../../src/guard/guard.ts";
import { bashTool } from "../../src/tools/bash.ts";
import type { BashArgs, BashDetails } from "../../src/tools/bash.ts";
import { call } from "../support/call.ts";

function makeTool(): { readonly tool: Tool; readonly execute: ReturnType<typeof vi.fn> } {
  const execute = vi.fn<(args: JsonObject, context: ToolContext) => string>(() => "ran");
  const tool = defineTool({
    name: "t",
    description: "d",
    parameters: { type: "object" },
    label: "l",
    snippet: "s",
    guidelines: ["g"],
    executionMode: "parallel",
    execute,
  });
  return { tool, execute };
}

/** A check in another language than ours may answer anything. */
function checkThat(answer: () => unknown): Check {
  return answer as Check;
}

describe("a guarded tool", () => {
  it("C12.1 is the same tool to a model and to the loop", () => {
    const { tool } = makeTool();
    const { execute: _, ...rest } = guard(tool, () => undefined);
    expect(tool).toMatchObject(rest);
    expect(Object.keys(rest)).toHaveLength(7);
    expectTypeOf(guard(bashTool(), denyDestructive)).toEqualTypeOf<Tool<BashArgs, BashDetails>>();
  });

  it("C12.1 runs when the check says nothing, and is blocked with its reason", async () => {
    const { tool, execute } = makeTool();
    expect(
      await call(
        guard(tool, () => undefined),
        { a: 1 },
      ),
    ).toMatchObject({ text: "ran" });
    expect(
      await call(
        guard(tool, () => "no entry"),
        {},
      ),
    ).toMatchObject({
      text: "Tool call blocked: no entry",
      isError: true,
    });
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it("C2.5 is handed the run's own signals, behind any number of guards", async () => {
    const { tool, execute } = makeTool();
    const signal = new AbortController().signal;
    const abandoned = new AbortController().signal;
    const yes: Check = () => undefined;
    await call(guard(guard(guard(tool, yes), yes), yes), {}, { signal, abandoned });
    expect(execute.mock.calls[0]?.[1]).toMatchObject({ signal, abandoned });
  });

  it("C2.9 is asked about with a copy of its arguments", async () => {
    const { tool, execute } = makeTool();
    const meddle: Check = (_, args) => {
      args["a"] = "changed";
      return undefined;
    };
    await call(guard(tool, meddle), { a: "asked" });
    expect(execute.mock.calls[0]?.[0]).toEqual({ a: "asked" });
  });

  it("C12.3 lets through what the tool throws, a fatal error too", async () => {
    const failing = (error: Error): Tool => ({
      ...makeTool().tool,
      execute: () => {
        throw error;
      },
    });
    const yes: Check = () => undefined;
    const plain = await call(guard(failing(new Error("own fault")), yes), {});
    expect(plain).toMatchObject({ text: "own fault", isError: true });
    const fatal = guard(failing(new FatalToolError("the end")), yes);
    const request = { type: "toolCall", id: "1", name: "t", arguments: {} } as const;
    await expect(runTool([fatal], request)).rejects.toBeInstanceOf(FatalToolError);
  });
});

describe("a check that has not said yes", () => {
  const broken: readonly (readonly [string, () => unknown, string])[] = [
    [
      "throws",
      () => {
        throw new Error("oops");
      },
      "oops",
    ],
    [
      "throws something else",
      () => {
        throw "text";
      },
      "text",
    ],
    ["rejects", () => Promise.reject(new Error("later")), "later"],
    [
      "throws a fatal error",
      () => {
        throw new FatalToolError("mine");
      },
      "mine",
    ],
    ["answers an empty text", () => "", 'it answered "" instead of nothing or a reason'],
    ["answers 0", () => 0, "it answered 0 instead of nothing or a reason"],
    ["answers true", () => true, "it answered true instead of nothing or a reason"],
    ["answers null", async () => null, "it answered null instead of nothing or a reason"],
    ["answers an object", () => ({}), "it answered {} instead of nothing or a reason"],
    ["never answers", () => new Promise(() => undefined), "no answer within 100 ms"],
  ];

  it.each(broken)("F77 C12.2 one that %s blocks the call", async (_, answer, message) => {
    const { tool, execute } = makeTool();
    const guarded = guard(tool, checkThat(answer), { timeoutMs: 100 });
    const { text, isError } = await call(guarded, {});
    expect(text).toBe(`Tool call blocked: the check failed: ${message}`);
    expect(isError).toBe(true);
    expect(execute).not.toHaveBeenCalled();
  });

  it("F77 nothing at all, also in a promise, allows", async () => {
    const { tool } = makeTool();
    expect(
      (
        await call(
          guard(tool, async () => undefined),
          {},
        )
      ).text,
    ).toBe("ran");
  });
});

describe("a stop while the check is pending", () => {
  it.each(["signal", "abandoned"] as const)("C12.2 by %s withdraws the question", async (which) => {
    const { tool, execute } = makeTool();
    const stop = new AbortController();
    const { promise, reject } = Promise.withResolvers<undefined>();
    let asked: AbortSignal | undefined;
    const check: Check = (_name, _args, { signal }) => {
      asked = signal;
      return promise;
    };
    const pending = call(guard(tool, check), {}, { [which]: stop.signal });
    await vi.waitUntil(() => asked);
    expect(asked?.aborted).toBe(false);
    stop.abort();
    expect(await pending).toMatchObject({ text: ABORTED, isError: true });
    expect(asked?.aborted).toBe(true);
    reject(new Error("a late answer is nobody's problem"));
    await promise.catch(() => undefined);
    expect(execute).not.toHaveBeenCalled();
  });

  it("C12.2 is noticed although the answer was yes", async () => {
    const { tool, execute } = makeTool();
    const stop = new AbortController();
    const check: Check = async () => {
      stop.abort();
      return undefined;
    };
    const { text } = await call(guard(tool, check), {}, { signal: stop.signal });
    expect(text).toBe(ABORTED);
    expect(execute).not.toHaveBeenCalled();
  });

  it("C12.2 is looked at once more after a yes: the tool never begins with an aborted signal", async () => {
    const { tool, execute } = makeTool();
    const texts = new Set<string>();
    // However many steps lie between the answer and the run, one of these stops comes in between.
    for (let steps = 0; steps < 20; steps++) {
      const stop = new AbortController();
      const { promise, resolve } = Promise.withResolvers<undefined>();
      execute.mockImplementation(() => `aborted: ${stop.signal.aborted}`);
      const pending = call(
        guard(tool, () => promise),
        {},
        { signal: stop.signal },
      );
      await new Promise((settled) => setImmediate(settled));
      resolve(undefined);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      stop.abort();
      texts.add((await pending).text);
    }
    expect([...texts].toSorted()).toEqual([ABORTED, "aborted: false"]);
  });

  it("C5.3 a check that answered leaves no listener on the signals, and its own signal aborts", async () => {
    const { tool } = makeTool();
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    let asked: AbortSignal | undefined;
    const check: Check = (_name, _args, context) => {
      asked = context.signal;
      return undefined;
    };
    await call(guard(tool, check), {}, { signal });
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
    expect(asked?.aborted).toBe(true);
  });
});

describe("denyDestructive", () => {
  it("C12.5 refuses rm -rf in bash and nothing else", async () => {
    const bash = guard({ ...makeTool().tool, name: "bash" }, denyDestructive);
    expect(await call(bash, { command: "cd x && rm -rf build" })).toMatchObject({
      isError: true,
      text: "Tool call blocked: rm -rf deletes files for good. Ask the user to run it themselves if they want it.",
    });
    expect((await call(bash, { command: "rm file" })).text).toBe("ran");
    const write = guard({ ...makeTool().tool, name: "write" }, denyDestructive);
    expect((await call(write, { content: "rm -rf", command: "rm -rf" })).text).toBe("ran");
  });
});
