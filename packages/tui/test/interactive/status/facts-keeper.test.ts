import type { CodingAgentEvent } from "@tau-ts/coding";
import { LocalShell } from "@tau-ts/coding";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { FactsKeeper } from "../../../src/interactive/status/facts-keeper.ts";
import type { StatusFacts } from "../../../src/interactive/status/status-facts.ts";

const ended: CodingAgentEvent = {
  type: "tool_execution_end",
  toolCallId: "c",
  toolName: "bash",
  result: { content: [] },
  isError: false,
  sessionId: "s",
};

describe("FactsKeeper", () => {
  it("C14 counts the jobs that run after each call, and hears of their end without a clock", async () => {
    const shell = new LocalShell();
    const left = new AbortController();
    const told: Partial<StatusFacts>[] = [];
    const over = Promise.withResolvers<void>();
    const keeper = new FactsKeeper({
      cwd: tmpdir(),
      signal: left.signal,
      onFacts: (facts) => {
        told.push(facts);
        if (facts.jobs === 0) over.resolve();
      },
    });
    keeper.useJobs(shell.jobs);
    const job = await shell.start("sleep 60", { cwd: tmpdir() });
    keeper.hear(ended);
    expect(told).toEqual([{ jobs: 1 }]);
    await job.stop();
    await over.promise;
    expect(told.at(-1)).toEqual({ jobs: 0 });
    left.abort();
    keeper.hear(ended);
    expect(told).toHaveLength(2);
    await shell.dispose();
  });
});
