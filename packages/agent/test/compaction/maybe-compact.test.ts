import type { Message, Model } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { estimateText } from "../../src/compaction/estimate.ts";
import { maybeCompact } from "../../src/compaction/maybe-compact.ts";
import { ResultMasks } from "../../src/compaction/result-masks.ts";
import type { SummaryFailure } from "../../src/compaction/summarize.ts";
import { Harness } from "../../src/harness/harness.ts";
import { SessionError } from "../../src/session/errors.ts";
import { MemoryLog } from "../../src/session/memory-log.ts";
import { persistTo } from "../../src/session/persist.ts";
import { bare, fill, turns } from "../support/compaction-fixtures.ts";
import { playing, polite, says } from "../support/models.ts";
import { toolResult, user } from "../support/session-fixtures.ts";
import { shape } from "../support/shapes.ts";

const someTurns = turns(6, 200);
const total = estimateText(someTurns);
/** Nearly full, with room for the last turn. */
const full = {
  window: total + 100,
  reserve: 100,
  keepRecentTokens: estimateText(someTurns.slice(-2)),
};

interface Session {
  readonly log: MemoryLog;
  readonly harness: Harness;
}

async function session(
  model: Model,
  messages: readonly Message[] = someTurns,
  log: MemoryLog = new MemoryLog(),
): Promise<Session> {
  await fill(log, messages);
  const harness = new Harness({ model, messages: await log.replay(), graceMs: 5, flushMs: 50 });
  harness.subscribe(persistTo(log), { first: true });
  return { log, harness };
}

async function expectSame({ log, harness }: Session): Promise<void> {
  expect(harness.messages).toEqual(await log.replay());
}

/** Two prompts are answered, and the log equals the record afterwards. */
async function expectUsable(own: Session): Promise<void> {
  own.harness.configure({ model: playing(says("one"), says("two")) });
  for (const text of ["one", "two"])
    expect((await own.harness.prompt(text).result).text).toBe(text);
  await expectSame(own);
}

describe("before a prompt", () => {
  it("C10.1 compacts when the estimate is within the reserve: log and harness agree", async () => {
    const model = playing(says("the notes"), says("answer"));
    const own = await session(model);
    expect(await maybeCompact(own.harness, own.log, model, full)).toBe(true);
    expect(own.harness.messages).toHaveLength(3);
    await expectSame(own);
    expect((await own.harness.prompt("go on").result).text).toBe("answer");
    expect(model.requests[1]?.messages[0]).toMatchObject({
      content: "Previous conversation summary:\nthe notes",
    });
    expect(model.requests[1]?.messages).toHaveLength(4);
    await expectSame(own);
  });

  it("C10.1 does nothing while there is room", async () => {
    const model = playing();
    const own = await session(model);
    const roomy = { ...full, window: total + 101 };
    expect(await maybeCompact(own.harness, own.log, model, roomy)).toBe(false);
    expect(own.harness.messages).toEqual(someTurns);
  });

  it("C10.1 masked results count as they are sent: no summary while masks make room enough", async () => {
    const messages = [
      ...Array.from({ length: 8 }, (_, index) => [
        user("read it"),
        bare("", `c${index}`),
        toolResult(`c${index}`, "r".repeat(4_000)),
      ]).flat(),
      user("done"),
    ];
    const model = playing(says("the notes"));
    const own = await session(model, messages);
    const options = { window: 6_000, reserve: 0, keepRecentTokens: 1_500 };
    const masks = new ResultMasks();
    expect(await maybeCompact(own.harness, own.log, model, { ...options, masks })).toBe(false);
    expect(masks.view(own.harness.messages)).not.toEqual(own.harness.messages);
    expect(model.requests).toHaveLength(0);
    expect(await maybeCompact(own.harness, own.log, model, options)).toBe(true);
  });

  it("C10.1 during a run it rejects, and the run goes on", async () => {
    const model = playing(polite("partial"));
    const own = await session(model);
    const run = own.harness.prompt("long work");
    const result = run.result;
    await expect(maybeCompact(own.harness, own.log, model, full)).rejects.toMatchObject({
      kind: "busy",
      message: "cannot compact during a run",
    });
    await run.stop();
    expect((await result).outcome).toBe("aborted");
    await expectUsable(own);
  });

  it("C10.1 from the caller's line on and until it settles the harness is busy", async () => {
    const model = playing(says("the notes"));
    const own = await session(model);
    const pending = maybeCompact(own.harness, own.log, model, full);
    expect(own.harness.isRunning).toBe(true);
    expect(() => own.harness.prompt("now")).toThrow("already running");
    expect(() => own.harness.replaceMessages([])).toThrow("cannot replace messages");
    await expect(maybeCompact(own.harness, own.log, model, full)).rejects.toThrow(
      "cannot compact during a run",
    );
    expect(await pending).toBe(true);
    expect(own.harness.isRunning).toBe(false);
    await expectUsable(own);
  });

  it.each([
    ["a polite model", () => playing(polite())],
    [
      "a deaf model",
      () => ({
        async *stream() {
          await new Promise(() => undefined);
          yield* [];
        },
      }),
    ],
  ])(
    "C10.1 C6.9 PEER-22 stop() ends it (%s): nothing is written and the next prompts work",
    async (_, make) => {
      const model = make();
      const own = await session(model);
      const pending = maybeCompact(own.harness, own.log, model, full);
      expect(await own.harness.stop()).toBe("clean");
      expect(await pending).toBe(false);
      expect(await own.log.entries()).toHaveLength(someTurns.length);
      await expectUsable(own);
    },
  );

  it("C10.1 the caller's signal ends it as stop() does, also when it had aborted before", async () => {
    const model = playing(polite(), polite());
    const own = await session(model);
    const controller = new AbortController();
    const { signal } = controller;
    const pending = maybeCompact(own.harness, own.log, model, { ...full, signal });
    await vi.waitUntil(() => model.requests.length === 1);
    controller.abort();
    expect(await pending).toBe(false);
    expect(await maybeCompact(own.harness, own.log, model, { ...full, signal })).toBe(false);
    expect(model.requests).toHaveLength(1);
    await expectUsable(own);
  });

  it("C10.3 F86 without a summary the history is unchanged and the prompt is sent", async () => {
    const failing = playing({ ...says(""), stopReason: "error", errorMessage: "overloaded" });
    const own = await session(failing);
    const failures: SummaryFailure[] = [];
    const onFailure = (failure: SummaryFailure): number => failures.push(failure);
    expect(await maybeCompact(own.harness, own.log, failing, { ...full, onFailure })).toBe(false);
    expect(failures[0]).toMatchObject({ reason: "failed" });
    expect(failures[0]?.message).toContain("overloaded");
    expect(own.harness.messages).toEqual(someTurns);
    await expectUsable(own);
  });

  it("F86 a summary that makes no room is made once a prompt, then the request goes out", async () => {
    const model = playing(says("notes ".repeat(2_000)), says("answer"), says("answer"));
    const own = await session(model);
    const { harness, log } = own;
    for (const _ of ["first", "again"]) await maybeCompact(harness, log, model, full);
    expect(model.requests).toHaveLength(1);
    expect((await harness.prompt("go on").result).outcome).toBe("completed");
    await expectSame(own);
  });

  it("F87 C10.3 messages that wait to be written are not lost from view", async () => {
    const model = playing(says("the notes"));
    const own = await session(model);
    own.harness.replaceMessages([...own.harness.messages, user("not on disk yet")]);
    const failures: string[] = [];
    const onFailure = ({ reason }: SummaryFailure): number => failures.push(reason);
    expect(await maybeCompact(own.harness, own.log, model, { ...full, onFailure })).toBe(false);
    expect(failures).toEqual(["behind"]);
    expect(own.harness.messages.at(-1)).toEqual(user("not on disk yet"));
  });

  it("F87 C10.3 a log that cannot be written leaves everything as it is; a lost one rejects", async () => {
    for (const kind of ["io", "lease-lost"] as const) {
      class FailingLog extends MemoryLog {
        override appendCompaction(): Promise<string> {
          return Promise.reject(new SessionError(kind, "no"));
        }
      }
      const model = playing(says("the notes"));
      const own = await session(model, someTurns, new FailingLog());
      const failures: string[] = [];
      const onFailure = ({ reason }: SummaryFailure): number => failures.push(reason);
      const pending = maybeCompact(own.harness, own.log, model, { ...full, onFailure });
      if (kind === "io") expect(await pending).toBe(false);
      else await expect(pending).rejects.toMatchObject({ kind });
      expect(failures).toEqual(kind === "io" ? ["unwritten"] : []);
      await expectUsable(own);
    }
  });
});

describe("a stop while the compaction is being written", () => {
  /** A log whose compactions are written when the test says so. */
  class SlowLog extends MemoryLog {
    readonly writing = Promise.withResolvers<void>();
    readonly mayWrite = Promise.withResolvers<void>();
    readonly written = Promise.withResolvers<void>();

    override async appendCompaction(
      ...parameters: Parameters<MemoryLog["appendCompaction"]>
    ): Promise<string> {
      this.writing.resolve();
      await this.mayWrite.promise;
      const id = await super.appendCompaction(...parameters);
      this.written.resolve();
      return id;
    }
  }

  it("C6.9 C10.1 even a hard one waits for it: the log equals the record", async () => {
    const model = playing(says("the notes"));
    const log = new SlowLog();
    const own = await session(model, someTurns, log);
    const pending = maybeCompact(own.harness, log, model, full);
    await log.writing.promise;
    const stopped = own.harness.stop({ graceMs: 0 });
    await new Promise((resolve) => setTimeout(resolve, 10));
    log.mayWrite.resolve();
    expect(await stopped).toBe("hard");
    expect(await pending).toBe(true);
    expect(own.harness.messages).toHaveLength(3);
    await expectSame(own);
    await expectUsable(own);
  });

  it("C6.9 C6.13 not longer than flushMs; what comes later waits for the run that goes on: the log equals the record", async () => {
    const model = playing(says("the notes"), says("answer"));
    const log = new SlowLog();
    const own = await session(model, someTurns, log);
    const pending = maybeCompact(own.harness, log, model, full);
    await log.writing.promise;
    expect(await own.harness.stop({ graceMs: 0 })).toBe("hard");
    expect(await pending).toBe(false);
    await expectSame(own);
    const run = own.harness.prompt("go on");
    for await (const event of run) {
      if (event.type !== "turn_start") continue;
      log.mayWrite.resolve();
      await log.written.promise;
      expect(own.harness.messages).toHaveLength(someTurns.length);
    }
    expect((await run.result).text).toBe("answer");
    expect(shape(own.harness.messages)).toBe("U U A U A");
    await expectSame(own);
    await expectUsable(own);
  });

  it("C6.9 an idle harness takes what comes later at once, unless its messages were replaced meanwhile", async () => {
    for (const isReplaced of [false, true]) {
      const log = new SlowLog();
      const own = await session(playing(says("the notes")), someTurns, log);
      const pending = maybeCompact(own.harness, log, playing(says("the notes")), full);
      await log.writing.promise;
      await own.harness.stop({ graceMs: 0 });
      expect(await pending).toBe(false);
      if (isReplaced) own.harness.replaceMessages([user("another")]);
      log.mayWrite.resolve();
      await log.written.promise;
      await new Promise((resolve) => setImmediate(resolve));
      expect(shape(own.harness.messages)).toBe(isReplaced ? "U" : "U U A");
      if (!isReplaced) await expectSame(own);
    }
  });
});
