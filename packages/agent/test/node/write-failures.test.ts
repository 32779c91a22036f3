import * as promises from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JsonlLog } from "../../src/node/index.ts";
import type { SessionFileSystem } from "../../src/node/index.ts";
import { persistTo } from "../../src/session/persist.ts";
import { sessionErrorOf, texts, user, withFolder } from "../support/session-fixtures.ts";

type Failure = "none" | "before" | "short" | "short, stuck" | "sync" | "sync, stuck";

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code });
}

/** The real functions, with a switch on writing: what fails next, and whether the rest can be cut off. */
function failingFiles(): SessionFileSystem & { failure: Failure; writes: number } {
  const state = { ...promises, failure: "none" as Failure, writes: 0, open };
  async function open(...parameters: Parameters<typeof promises.open>): Promise<FileHandle> {
    const file = await promises.open(...parameters);
    if (!String(parameters[0]).endsWith(".jsonl")) return file;
    return new Proxy(file, {
      get(target, name) {
        if (name === "write") return write;
        if (name === "datasync") return datasync;
        if (name === "truncate") return truncate;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    async function write(
      data: Buffer,
      offset: number,
      length: number,
    ): Promise<{ bytesWritten: number }> {
      state.writes += 1;
      if (state.failure === "before" || offset > 0) throw systemError("ENOSPC");
      const isShort = state.failure.startsWith("short");
      const { bytesWritten } = await file.write(
        data,
        offset,
        isShort ? Math.ceil(length / 2) : length,
      );
      return { bytesWritten };
    }
    async function datasync(): Promise<void> {
      if (state.failure.startsWith("sync")) throw systemError("EIO");
      await file.datasync();
    }
    async function truncate(length: number): Promise<void> {
      if (state.failure.endsWith("stuck")) throw systemError("EIO");
      await file.truncate(length);
    }
  }
  return state;
}

const failures = ["before", "short", "short, stuck", "sync", "sync, stuck"] as const;

describe("a write that fails", () => {
  it.each(failures)(
    "F87 C9.1 PEER-41 (%s): the append rejects, memory stays behind the disk, no line is glued",
    (failure) =>
      withFolder(async (folder) => {
        const path = join(folder, "s.jsonl");
        const fs = failingFiles();
        const log = await JsonlLog.open(path, { fs });
        const a = await log.append(user("a"));
        fs.failure = failure;
        for (const text of ["b", "b"]) {
          const error = await sessionErrorOf(log.append(user(text)));
          expect(error).toMatchObject({ kind: "io", path });
          expect(error.cause).toBeInstanceOf(Error);
        }
        expect(texts(await log.replay())).toEqual(["a"]);
        expect(log.leafId).toBe(a);
        fs.failure = "none";
        await log.append(user("b"));
        await log.append(user("c"));
        await log.close();
        const again = await JsonlLog.open(path, { readOnly: true });
        expect(texts(await again.replay())).toEqual(["a", "b", "c"]);
        const entries = await again.entries();
        expect(entries.map((entry) => entry.parentId)).toEqual([null, a, entries[1]?.id]);
      }),
  );

  it.each(failures)(
    "F87 C9.1 (%s) at the very first append: the header is written later, once",
    (failure) =>
      withFolder(async (folder) => {
        const path = join(folder, "s.jsonl");
        const fs = failingFiles();
        const log = await JsonlLog.open(path, { fs, id: "s" });
        fs.failure = failure;
        expect((await sessionErrorOf(log.append(user("a")))).kind).toBe("io");
        fs.failure = "none";
        await log.append(user("a"));
        await log.close();
        const lines = (await promises.readFile(path, "utf8")).split("\n");
        expect(lines).toHaveLength(3);
        expect(JSON.parse(lines[0] ?? "")).toMatchObject({ type: "session", id: "s" });
      }),
  );

  it("F87 half a line that cannot be removed is removed when the log is closed, or found by recover", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const fs = failingFiles();
      const log = await JsonlLog.open(path, { fs });
      await log.append(user("a"));
      fs.failure = "short, stuck";
      await sessionErrorOf(log.append(user("b")));
      expect((await sessionErrorOf(log.close())).kind).toBe("io");
      expect(await promises.readdir(folder)).toEqual(["s.jsonl"]);
      expect((await sessionErrorOf(JsonlLog.open(path))).kind).toBe("torn");
      expect(await JsonlLog.recover(path)).toBeDefined();
      const again = await JsonlLog.open(path, { fs });
      await sessionErrorOf(again.append(user("b")));
      fs.failure = "none";
      await again.close();
      const last = await JsonlLog.open(path, { readOnly: true });
      expect(texts(await last.replay())).toEqual(["a"]);
    }));

  it("F87 C9.3 a run with a saver loses nothing, doubles nothing and is warned once", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const fs = failingFiles();
      const log = await JsonlLog.open(path, { fs });
      const reports: unknown[] = [];
      const save = persistTo(log, { onError: (error) => reports.push(error) });
      const plan: Failure[] = ["none", "short", "before", "none", "none", "sync"];
      for (const [index, failure] of plan.entries()) {
        fs.failure = failure;
        await save({ type: "message_end", message: user(`m${index}`) });
      }
      fs.failure = "none";
      await save({ type: "agent_end", messages: [], outcome: "completed" });
      await log.close();
      expect(reports).toHaveLength(2);
      const again = await JsonlLog.open(path, { readOnly: true });
      expect(texts(await again.replay())).toEqual(["m0", "m1", "m2", "m3", "m4", "m5"]);
    }));

  it("C9.1 an append is one write", () =>
    withFolder(async (folder) => {
      const fs = failingFiles();
      const log = await JsonlLog.open(join(folder, "s.jsonl"), { fs });
      await log.append(user("x".repeat(1_000_000)));
      await log.append(user("b"));
      expect(fs.writes).toBe(2);
      await log.close();
    }));

  it("C9.1 appends that nobody waited for in between are one write, each a line that hangs on the one before", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const fs = failingFiles();
      const log = await JsonlLog.open(path, { fs });
      const ids = await Promise.all(["a", "b", "c"].map((text) => log.append(user(text))));
      expect(fs.writes).toBe(1);
      const [, ...entries] = (await promises.readFile(path, "utf8"))
        .trimEnd()
        .split("\n")
        .map((line): { id: string; parentId: string | null } => JSON.parse(line));
      expect(entries.map(({ id }) => id)).toEqual(ids);
      expect(entries.map(({ parentId }) => parentId)).toEqual([null, ids[0], ids[1]]);
      await log.close();
    }));

  it.each(failures)(
    "F87 appends that are written together fail together (%s), and may be tried again",
    (failure) =>
      withFolder(async (folder) => {
        const path = join(folder, "s.jsonl");
        const fs = failingFiles();
        const log = await JsonlLog.open(path, { fs });
        await log.append(user("first"));
        fs.failure = failure;
        const outcomes = await Promise.allSettled(["a", "b"].map((text) => log.append(user(text))));
        expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
        expect(texts(await log.replay())).toEqual(["first"]);
        fs.failure = "none";
        await Promise.all(["a", "b"].map((text) => log.append(user(text))));
        await log.close();
        const again = await JsonlLog.open(path, { readOnly: true });
        expect(texts(await again.replay())).toEqual(["first", "a", "b"]);
      }),
  );

  it("C9.1 one of them that is no entry is refused alone", () =>
    withFolder(async (folder) => {
      const log = await JsonlLog.open(join(folder, "s.jsonl"));
      const wrong = log.appendEntry(JSON.parse('{ "type": "label", "targetId": 7 }'));
      const outcomes = await Promise.allSettled([
        log.append(user("a")),
        wrong,
        log.append(user("b")),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(texts(await log.replay())).toEqual(["a", "b"]);
      await log.close();
    }));

  it("C9.1 a system without synchronisation is written to all the same", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const fs: SessionFileSystem = {
        ...promises,
        open: async (...parameters) => {
          const file = await promises.open(...parameters);
          const refuse = (): Promise<void> => Promise.reject(systemError("EINVAL"));
          return Object.assign(file, { datasync: refuse, sync: refuse });
        },
      };
      const log = await JsonlLog.open(path, { fs });
      await log.append(user("a"));
      await log.close();
      expect(texts(await (await JsonlLog.open(path, { readOnly: true })).replay())).toEqual(["a"]);
    }));

  it("F87 C9.4 a disk that is full when the lease is taken: open rejects and leaves nothing", () =>
    withFolder(async (folder) => {
      const fs: SessionFileSystem = {
        ...promises,
        open: async (...parameters) => {
          const file = await promises.open(...parameters);
          const refuse = async (): Promise<never> => {
            // As a full disk has it: some of the text is there.
            await file.write("{");
            throw systemError("ENOSPC");
          };
          return Object.assign(file, { writeFile: refuse });
        },
      };
      const path = join(folder, "s.jsonl");
      const error = await sessionErrorOf(JsonlLog.open(path, { fs }));
      expect(error.kind).toBe("io");
      expect(error.message).toContain("ENOSPC");
      expect(await promises.readdir(folder)).toEqual([]);
      await (await JsonlLog.open(path)).close();
    }));
});
