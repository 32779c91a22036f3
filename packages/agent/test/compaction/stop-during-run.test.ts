import { describe, expect, it, vi } from "vitest";
import { compactDuringRun } from "../../src/compaction/maybe-compact.ts";
import type { AgentEvent, CompactionReason } from "../../src/events.ts";
import { Harness } from "../../src/harness/harness.ts";
import type { Run } from "../../src/harness/run.ts";
import type { AgentHooks, CompactionWork } from "../../src/hooks.ts";
import { MemoryLog } from "../../src/session/memory-log.ts";
import { persistTo } from "../../src/session/persist.ts";
import { collect } from "../support/collect.ts";
import { settings } from "../support/compacting-harness.ts";
import { fill, turns } from "../support/compaction-fixtures.ts";
import { playing, says } from "../support/models.ts";
import { eventNames, shape } from "../support/shapes.ts";

describe("a stop during a compaction inside a run", () => {
  /** A hook whose work does what it is told. */
  function hookOf(work: (commit: Parameters<CompactionWork>[0], signal: AbortSignal) => unknown): {
    compact: NonNullable<AgentHooks["compact"]>;
    reasons: CompactionReason[];
  } {
    const reasons: CompactionReason[] = [];
    return {
      reasons,
      compact: (_messages, { signal, reason }) => {
        reasons.push(reason);
        return async (commit) => {
          await work(commit, signal);
        };
      },
    };
  }

  it.each(["before", "in"])(
    "C5.1 C10.3 PEER-21 a soft one %s the work is heard, nothing changes, and the run ends as aborted",
    async (moment) => {
      const begun: string[] = [];
      const run = { current: undefined as Run | undefined };
      const { compact } = hookOf(
        (_commit, signal) =>
          new Promise<void>((resolve) => {
            begun.push("work");
            signal.addEventListener("abort", () => resolve(), { once: true });
            run.current?.cancel();
          }),
      );
      const model = playing(says("never"));
      const harness = new Harness({ model, hooks: { compact }, messages: turns(1, 10) });
      run.current = harness.prompt("go");
      const events: AgentEvent[] = [];
      for await (const event of run.current) {
        events.push(event);
        if (event.type === "compaction_start" && moment === "before") run.current.cancel();
      }
      expect(begun).toEqual(moment === "before" ? [] : ["work"]);
      expect(events.find((event) => event.type === "compaction_end")).toEqual({
        type: "compaction_end",
        reason: "threshold",
        aborted: true,
        willRetry: false,
      });
      expect(shape(harness.messages)).toBe("U A U A(aborted)");
      expect(model.requests).toEqual([]);
      expect(events.at(-1)).toMatchObject({ outcome: "aborted" });
    },
  );

  it("C5.1 PEER-21 a commit that a stop came before is refused", async () => {
    const refused: unknown[] = [];
    const run = { current: undefined as Run | undefined };
    const { compact } = hookOf(async (commit) => {
      run.current?.cancel();
      await commit(() => Promise.resolve({ messages: [] })).catch((error: unknown) =>
        refused.push(error),
      );
    });
    const model = playing(says("never"));
    const harness = new Harness({ model, hooks: { compact }, messages: turns(1, 10) });
    const prompted = harness.prompt("go");
    run.current = prompted;
    await prompted.result;
    expect(refused).toMatchObject([{ name: "AbortError" }]);
    expect(shape(harness.messages)).toBe("U A U A(aborted)");
  });

  it("C6.6 C6.7 a hard one leaves a deaf hook behind: events are closed, the record stays", async () => {
    const late = Promise.withResolvers<void>();
    const prompted = { run: undefined as Run | undefined, stopped: undefined as unknown };
    const { compact } = hookOf(async (commit) => {
      prompted.stopped = prompted.run?.stop();
      await late.promise;
      await commit(() => Promise.resolve({ messages: [] }));
    });
    const model = playing(says("never"), says("next"));
    const harness = new Harness({ model, hooks: { compact }, messages: turns(1, 10), graceMs: 0 });
    const run = harness.prompt("go");
    prompted.run = run;
    const events = await collect(run);
    expect(await prompted.stopped).toBe("hard");
    expect(eventNames(events).slice(-4)).toEqual([
      "compaction_start",
      "compaction_end",
      "turn_end",
      "agent_end",
    ]);
    expect((await run.result).outcome).toBe("abandoned");
    expect(shape(harness.messages)).toBe("U A U");
    late.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(shape(harness.messages)).toBe("U A U");
  });

  it("C6.9 a hard one waits for what is being written, and it is announced: the log equals the record", async () => {
    const log = new MemoryLog();
    await fill(log, turns(3, 200));
    const writing = Promise.withResolvers<void>();
    const mayWrite = Promise.withResolvers<void>();
    const slow = Object.assign(Object.create(log), {
      rows: () => log.rows(),
      entries: () => log.entries(),
      replay: () => log.replay(),
      appendCompaction: async (...parameters: Parameters<MemoryLog["appendCompaction"]>) => {
        writing.resolve();
        await mayWrite.promise;
        return log.appendCompaction(...parameters);
      },
    }) as MemoryLog;
    const model = playing(says("never"), says("next"));
    const options = { ...settings, window: 200, keepRecentTokens: 60 };
    const harness = new Harness({
      model,
      messages: await log.replay(),
      hooks: { compact: compactDuringRun(slow, playing(says("the notes")), options) },
      graceMs: 0,
    });
    harness.subscribe(persistTo(log), { first: true });
    const run = harness.prompt("go");
    const ends: AgentEvent[] = [];
    harness.subscribe((event) => {
      if (event.type === "compaction_end") ends.push(event);
    });
    const result = run.result;
    await writing.promise;
    const stopped = run.stop();
    await vi.waitUntil(() => !harness.isRunning, { timeout: 30 }).catch(() => undefined);
    expect(harness.isRunning).toBe(true);
    mayWrite.resolve();
    expect(await stopped).toBe("hard");
    expect((await result).outcome).toBe("abandoned");
    expect(ends).toMatchObject([{ aborted: false, result: { summary: "the notes" } }]);
    expect(harness.messages[0]).toMatchObject({
      content: "Previous conversation summary:\nthe notes",
    });
    expect(await log.replay()).toEqual(harness.messages);
  });
});
