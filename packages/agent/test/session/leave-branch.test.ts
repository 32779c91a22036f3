import type { Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { leaveBranch } from "../../src/session/leave-branch.ts";
import { MemoryLog } from "../../src/session/memory-log.ts";
import type { SummaryFailure } from "../../src/compaction/summarize.ts";
import { bare, fill } from "../support/compaction-fixtures.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { sessionErrorOf, toolResult, user } from "../support/session-fixtures.ts";

const trunk: Message[] = [user("the task"), bare("where to begin?")];
const branch: Message[] = [
  user("try A"),
  asks(call("c1", "edit", { path: "a.ts" })),
  { ...toolResult("c1"), toolName: "edit" },
  bare("A does not work"),
];

async function branched(): Promise<{ log: MemoryLog; ids: string[] }> {
  const log = new MemoryLog();
  const ids = await fill(log, [...trunk, ...branch]);
  return { log, ids };
}

describe("leaving a branch", () => {
  it("C9.1 leaves a summary of what is left, and only of that, on the new branch", async () => {
    const { log, ids } = await branched();
    const model = playing(says("A was tried."));
    expect(await leaveBranch(log, model, ids[1] ?? "")).toBe(true);
    const messages = await log.replay();
    expect(messages.slice(0, 2)).toEqual(trunk);
    expect(messages.slice(2)).toMatchObject([{ role: "branchSummary", summary: "A was tried." }]);
    expect((await log.entries()).at(-1)).toMatchObject({
      type: "branch_summary",
      parentId: ids[1],
      fromId: ids.at(-1),
      details: { readFiles: [], modifiedFiles: ["a.ts"] },
    });
    const [request] = model.requests;
    expect(request?.tools).toBeUndefined();
    const text = JSON.stringify(request?.messages);
    expect(text).toContain("A does not work");
    expect(text).not.toContain("where to begin?");
  });

  it("C9.1 between two branches it is what came after they parted; files told by summaries are carried on", async () => {
    const { log, ids } = await branched();
    const model = playing(says("A was tried."), says("B was tried."));
    await leaveBranch(log, model, ids[1] ?? "");
    await log.append(user("try B"));
    expect(await leaveBranch(log, model, ids.at(-1) ?? "")).toBe(true);
    expect(await log.replay()).toMatchObject([
      ...trunk,
      ...branch,
      { role: "branchSummary", summary: "B was tried." },
    ]);
    const text = JSON.stringify(model.requests[1]?.messages);
    expect(text).toContain("A was tried.");
    expect(text).toContain("try B");
    expect(text).not.toContain("the task");
    expect((await log.entries()).at(-1)).toMatchObject({ details: { modifiedFiles: ["a.ts"] } });
  });

  it("C9.1 to the root: the whole conversation is summed up", async () => {
    const { log } = await branched();
    expect(await leaveBranch(log, playing(says("all of it")), null)).toBe(true);
    expect(await log.replay()).toMatchObject([{ role: "branchSummary", summary: "all of it" }]);
  });

  it("C9.1 a branch without messages leaves no summary and asks nobody", async () => {
    const { log, ids } = await branched();
    await log.appendEntry({ type: "label", targetId: ids[0] ?? "", label: "x" });
    const model = playing();
    expect(await leaveBranch(log, model, ids.at(-1) ?? "")).toBe(true);
    expect(log.leafId).toBe(ids.at(-1));
    expect(model.requests).toEqual([]);
  });

  it("C10.3 without a summary nothing is moved or written, and it says why", async () => {
    const { log, ids } = await branched();
    const failures: SummaryFailure["reason"][] = [];
    const onFailure = ({ reason }: SummaryFailure): number => failures.push(reason);
    const failing = playing(
      { ...says(""), stopReason: "error", errorMessage: "overloaded" },
      () => (void log.append(user("meanwhile")), says("too late")),
    );
    expect(await leaveBranch(log, failing, ids[1] ?? "", { onFailure })).toBe(false);
    expect(log.leafId).toBe(ids.at(-1));
    expect(await leaveBranch(log, failing, ids[1] ?? "", { onFailure })).toBe(false);
    const signal = AbortSignal.abort();
    expect(await leaveBranch(log, failing, ids[1] ?? "", { onFailure, signal })).toBe(false);
    expect(failures).toEqual(["failed", "moved", "aborted"]);
    expect((await log.entries()).map((entry) => entry.type)).not.toContain("branch_summary");
  });

  it("C9.1 an entry that is not there rejects", async () => {
    const { log } = await branched();
    const error = await sessionErrorOf(leaveBranch(log, playing(says("x")), "nowhere"));
    expect(error.kind).toBe("unknown-entry");
    expect((await log.entries()).map((entry) => entry.type)).not.toContain("branch_summary");
  });
});
