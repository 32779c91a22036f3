import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonlLog } from "../../src/node/index.ts";
import type { NewEntry } from "../../src/session/entries.ts";
import type { SessionLog } from "../../src/session/log.ts";
import { MemoryLog } from "../../src/session/memory-log.ts";
import { assistant, toolResult, user, withFolder } from "../support/session-fixtures.ts";

type Step =
  | { do: "append"; text: string; kind: number }
  | { do: "compact"; at: number; summary: string }
  | { do: "branch"; at: number }
  | { do: "entry"; at: number; kind: number }
  | { do: "reopen" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("append"),
      text: fc.string({ unit: "binary" }),
      kind: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("compact"), at: fc.nat(30), summary: fc.string() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("branch"), at: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("entry"), at: fc.nat(30), kind: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen") }) },
);

/** A log and the ids it gave, in order. Places are numbers, so that two logs with ids of their own are told the same. */
interface Told {
  readonly log: SessionLog;
  readonly ids: string[];
}

async function tell({ log, ids }: Told, action: Exclude<Step, { do: "reopen" }>): Promise<void> {
  if (action.do === "append") {
    const messages = [user(action.text), assistant(action.text, "c"), toolResult("c", action.text)];
    ids.push(await log.append(messages[action.kind] ?? user(action.text)));
    return;
  }
  const id = ids[action.at % (ids.length + 1)];
  if (action.do === "branch") {
    await log.branch(id ?? null);
    return;
  }
  const targetId = id ?? "nowhere";
  if (action.do === "compact") ids.push(await log.appendCompaction(action.summary, targetId));
  else
    ids.push(
      await log.appendEntry(otherEntries(targetId)[action.kind] ?? { type: "someone_elses" }),
    );
}

function otherEntries(targetId: string): NewEntry[] {
  return [
    { type: "label", targetId, label: "x" },
    { type: "model_change", provider: "p", modelId: "m" },
    { type: "branch_summary", summary: "s", fromId: "elsewhere" },
    { type: "custom_message", customType: "t", content: "c", display: true },
    { type: "context_edit", targetId, replacement: null },
    { type: "someone_elses", payload: [1, null] },
  ];
}

async function reading({ log, ids }: Told): Promise<unknown> {
  const rows = await log.rows();
  return { places: rows.map((row) => ids.indexOf(row.id)), messages: await log.replay() };
}

const now = (): number => 0;

describe("logs in memory and on disk", () => {
  it(
    "C9.1 C9.5 read equally after any appends, branches, compactions and reopenings",
    () =>
      withFolder(async (folder) => {
        let run = 0;
        await fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
            const path = join(folder, `${(run += 1)}.jsonl`);
            const open = (): Promise<JsonlLog> => JsonlLog.open(path, { now, fsync: "none" });
            const memory: Told = { log: new MemoryLog({ now }), ids: [] };
            let disk: Told = { log: await open(), ids: [] };
            for (const action of [...steps, { do: "reopen" } as const]) {
              if (action.do === "reopen") {
                await disk.log.close();
                disk = { log: await open(), ids: disk.ids };
              } else {
                await tell(memory, action);
                await tell(disk, action);
              }
              expect(await reading(disk)).toEqual(await reading(memory));
            }
            await disk.log.close();
          }),
          { numRuns: 150 },
        );
      }),
    60_000,
  );
});
