import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { JsonlLog } from "../../src/node/index.ts";
import { labelsOf, nameOf, stateOf } from "../../src/session/state.ts";
import { texts, user, withFolder } from "../support/session-fixtures.ts";

const fixture = fileURLToPath(new URL("../support/pi-session.jsonl", import.meta.url));

/** Every type of entry that version 3 knows, as the peer writes it, two branches and a compaction. */
describe("a session file of the peer", () => {
  it("C9.1 reads: prompt and bookkeeping are no messages, summaries and edits count", async () => {
    const log = await JsonlLog.open(fixture, { readOnly: true });
    expect(log.header).toMatchObject({
      version: 3,
      cwd: "/home/someone/project",
      parentSession: "/old.jsonl",
    });
    expect(log.warnings).toEqual([]);
    const messages = await log.replay();
    expect(messages.map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "toolResult",
      "assistant",
      "bashExecution",
      "branchSummary",
      "custom",
      "user",
      "assistant",
    ]);
    expect(texts(messages)[0]).toBe(
      "Previous conversation summary:\nThe user asked for a tour of the files.",
    );
    // Fields that this package has no use for stay where they are.
    expect(messages[1]).toMatchObject({
      responseModel: "m-1-2025",
      usage: { cost: { total: 0 }, cacheWrite1h: 0 },
    });
    expect(messages[8]).toMatchObject({ stopReason: "error", content: [] });
  });

  it("C9.1 tells name, labels, model and thinking level", async () => {
    const log = await JsonlLog.open(fixture, { readOnly: true });
    const entries = await log.entries();
    expect(entries).toHaveLength(
      (await readFile(fixture, "utf8")).trimEnd().split("\n").length - 1,
    );
    expect(nameOf(entries)).toBe("A tour");
    expect([...labelsOf(entries)]).toEqual([["e0000003", "start here"]]);
    expect(stateOf(await log.activeEntries())).toEqual({
      model: { provider: "openai", modelId: "m-2" },
      thinkingLevel: "high",
    });
  });

  it("C9.1 is appended to and otherwise left as it is", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      await copyFile(fixture, path);
      const before = await readFile(path);
      const log = await JsonlLog.open(path);
      const id = await log.append(user("go on"));
      await log.close();
      const after = await readFile(path);
      expect(after.subarray(0, before.length).equals(before)).toBe(true);
      expect(JSON.parse(after.subarray(before.length).toString())).toMatchObject({
        type: "message",
        id,
        parentId: "e0000019",
      });
    }));
});
