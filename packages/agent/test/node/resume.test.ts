import { readFile, readdir, writeFile } from "node:fs/promises";
import * as promises from "node:fs/promises";
import { join } from "node:path";
import type { AssistantEvent, Message, Model } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../../src/harness/harness.ts";
import { JsonlLog } from "../../src/node/index.ts";
import { persistTo } from "../../src/session/persist.ts";
import { INTERRUPTED } from "../../src/texts.ts";
import {
  assistant,
  sessionErrorOf,
  texts,
  toolResult,
  user,
  withFolder,
} from "../support/session-fixtures.ts";

describe("resuming", () => {
  it("F88 C9.6 after a kill in the middle of a tool the request is valid and the file is only appended to", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const log = await JsonlLog.open(path);
      for (const message of [user("go"), assistant("ok", "c1", "c2"), toolResult("c1")])
        await log.append(message);
      await log.close();
      let before = await readFile(path);
      for (let round = 0; round < 2; round += 1) {
        const resumed = await JsonlLog.open(path);
        const requests: (readonly Message[])[] = [];
        const model: Model = {
          async *stream({ messages }): AsyncGenerator<AssistantEvent> {
            requests.push([...messages]);
            yield { type: "done", reason: "stop", message: assistant("done") };
          },
        };
        const harness = new Harness({ model, messages: await resumed.replay() });
        harness.subscribe(persistTo(resumed), { first: true });
        await harness.prompt("and now?").result;
        const shown = requests[0] ?? [];
        expect(shown.slice(0, 4).map((message) => message.role)).toEqual([
          "user",
          "assistant",
          "toolResult",
          "toolResult",
        ]);
        expect(shown[3]).toMatchObject({
          toolCallId: "c2",
          isError: true,
          content: [{ type: "text", text: INTERRUPTED }],
        });
        expect(await resumed.replay()).toEqual(harness.messages);
        await resumed.close();
        const after = await readFile(path);
        expect(after.subarray(0, before.length).equals(before)).toBe(true);
        // The prompt and the answer, and nothing else.
        expect(after.toString().split("\n").length - before.toString().split("\n").length).toBe(2);
        before = after;
      }
    }));
});

describe("creating a session out of entries", () => {
  it("C9.1 a fork holds its entries as they are, names where it comes from, and goes on by itself", () =>
    withFolder(async (folder) => {
      const source = await JsonlLog.open(join(folder, "s.jsonl"));
      const a = await source.append(user("a"));
      await source.append(user("b"));
      await source.branch(a);
      const kept = await source.append(user("c"));
      await source.appendCompaction("sum", kept);
      const path = join(folder, "forks", "f.jsonl");
      const fork = await JsonlLog.create(path, await source.activeEntries(), {
        id: "fork",
        parentSession: source.path,
      });
      expect(fork.header).toMatchObject({ id: "fork", parentSession: source.path });
      expect(await fork.entries()).toEqual(await source.activeEntries());
      expect(await fork.replay()).toEqual(await source.replay());
      await fork.append(user("d"));
      await fork.close();
      expect(texts(await source.replay())).toHaveLength(2);
      await source.close();
      expect(await readdir(join(folder, "forks"))).toEqual(["f.jsonl"]);
    }));

  it("C9.1 PEER-42 no file is replaced, and a failure leaves none", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      await writeFile(path, "mine");
      const entry = {
        type: "custom",
        customType: "x",
        id: "a",
        parentId: null,
        timestamp: "2025-01-01T00:00:00.000Z",
      } as const;
      expect((await sessionErrorOf(JsonlLog.create(path, [entry]))).kind).toBe("io");
      expect(await readFile(path, "utf8")).toBe("mine");
      const other = join(folder, "other.jsonl");
      const orphan = { ...entry, parentId: "nowhere" };
      expect((await sessionErrorOf(JsonlLog.create(other, [orphan]))).kind).toBe("invalid");
      const link = (): Promise<void> => Promise.reject(new Error("made up"));
      const fs = { ...promises, link };
      expect((await sessionErrorOf(JsonlLog.create(other, [entry], { fs }))).kind).toBe("io");
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));

  it("C9.1 a file system without links will do", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const link = (): Promise<void> =>
        Promise.reject(Object.assign(new Error("made up"), { code: "EPERM" }));
      const fs = { ...promises, link };
      const log = await JsonlLog.create(path, [], { fs });
      await log.close();
      expect((await sessionErrorOf(JsonlLog.create(path, [], { fs }))).kind).toBe("io");
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));
});
