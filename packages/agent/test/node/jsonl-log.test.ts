import { copyFile, mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Model } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../../src/harness/harness.ts";
import { JsonlLog } from "../../src/node/index.ts";
import type { SessionErrorKind } from "../../src/session/errors.ts";
import { persistTo } from "../../src/session/persist.ts";
import {
  assistant,
  header,
  line,
  sessionErrorOf,
  texts,
  toolResult,
  user,
  withFolder,
} from "../support/session-fixtures.ts";

describe("a new session", () => {
  it("C9.1 the file and its folders appear with the first append, header first, one line an entry", () =>
    withFolder(async (folder) => {
      const path = join(folder, "a", "b", "s.jsonl");
      const log = await JsonlLog.open(path, { cwd: "/project", id: "the-id", now: () => 0 });
      expect(log.header).toEqual({
        type: "session",
        version: 3,
        id: "the-id",
        timestamp: "1970-01-01T00:00:00.000Z",
        cwd: "/project",
      });
      expect(await readdir(folder)).toEqual([]);
      const id = await log.append(user("hi"));
      expect(await readFile(path, "utf8")).toBe(
        `${JSON.stringify(log.header)}\n${JSON.stringify({
          type: "message",
          id,
          parentId: null,
          timestamp: "1970-01-01T00:00:00.000Z",
          message: user("hi"),
        })}\n`,
      );
      const { mode } = await stat(path);
      expect((mode & 0o777).toString(8)).toBe("600");
      await log.close();
      expect(await readdir(join(folder, "a", "b"))).toEqual(["s.jsonl"]);
    }));

  it("C9.3 PEER-43 the first words are in the file before the model is asked", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const log = await JsonlLog.open(path);
      const written: string[] = [];
      const model: Model = {
        async *stream() {
          written.push(await readFile(path, "utf8"));
          yield { type: "done", reason: "stop", message: assistant("Hello") };
        },
      };
      const harness = new Harness({ model });
      harness.subscribe(persistTo(log), { first: true });
      await harness.prompt("the very first words").result;
      await log.close();
      expect(written).toEqual([
        expect.stringMatching(/^[^\n]+\n[^\n]+the very first words[^\n]+\n$/),
      ]);
    }));

  it("C9.1 a log that was never written to leaves nothing", () =>
    withFolder(async (folder) => {
      const log = await JsonlLog.open(join(folder, "s.jsonl"));
      expect(await readdir(folder)).toEqual(["s.jsonl.lock"]);
      await log.close();
      expect(await readdir(folder)).toEqual([]);
      const other = await JsonlLog.open(join(folder, "x", "s.jsonl"));
      await other.close();
      expect(await readdir(folder)).toEqual([]);
    }));

  it("C9.1 an empty file becomes a session", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      await writeFile(path, "");
      const log = await JsonlLog.open(path);
      await log.append(user("a"));
      await log.close();
      expect((await readFile(path, "utf8")).split("\n")).toHaveLength(3);
    }));
});

describe("an existing session", () => {
  it("C1.6 C9.1 replays equally after reopening, and is only ever appended to", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const messages = [
        user("a\u2028b\u0085c"),
        assistant("ok", "c1"),
        toolResult("c1", "é😀"),
        assistant("end"),
      ];
      const log = await JsonlLog.open(path, { id: "first" });
      for (const message of messages) await log.append(message);
      await log.close();
      const before = await readFile(path);
      const again = await JsonlLog.open(path, { id: "ignored", cwd: "/ignored" });
      expect(again.header.id).toBe("first");
      expect(await again.replay()).toEqual(messages);
      expect(again.warnings).toEqual([]);
      const id = await again.append(user("more"));
      await again.close();
      const after = await readFile(path);
      expect(after.subarray(0, before.length).equals(before)).toBe(true);
      const entries = await (await JsonlLog.open(path, { readOnly: true })).entries();
      expect(entries.at(-1)).toMatchObject({ id, parentId: entries.at(-2)?.id });
    }));

  it("C9.1 a leaf that was moved and not written on is where the session goes on", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const log = await JsonlLog.open(path);
      const a = await log.append(user("a"));
      await log.append(user("b"));
      await log.branch(a);
      await log.close();
      const again = await JsonlLog.open(path);
      expect(texts(await again.replay())).toEqual(["a"]);
      await again.append(user("c"));
      expect(texts(await again.replay())).toEqual(["a", "c"]);
      await again.branch(null);
      await again.close();
      const once = await JsonlLog.open(path);
      expect(await once.replay()).toEqual([]);
      const size = (await stat(path)).size;
      await once.close();
      expect((await stat(path)).size).toBe(size);
    }));

  it("C9.2 every line that is not JSON is named, wherever it is, and the file is left alone", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const good = [header, line("a", null), line("b", "a"), line("c", "b")];
      const wrong = [
        "not json\n",
        "\n",
        '{"type":"mess\n',
        "\u0000\u0000\n",
        "[]\n",
        line("b", "a", "twice"),
      ];
      for (const at of [1, 3])
        for (const bad of wrong) {
          const text = good.toSpliced(at, 0, bad).join("");
          // The line that repeats an id is the later one of the two.
          const number = at === 1 && bad.includes("twice") ? 4 : at + 1;
          await writeFile(path, text);
          const error = await sessionErrorOf(JsonlLog.open(path));
          expect(error).toMatchObject({ kind: "damaged", path, line: number });
          expect(error.message).toContain(path);
          expect(error.message).toContain(`line ${number}`);
          expect((await sessionErrorOf(JsonlLog.recover(path))).kind).toBe("damaged");
          expect(await readFile(path, "utf8")).toBe(text);
          expect(await readdir(folder)).toEqual(["s.jsonl"]);
        }
    }));

  it("C9.2 bytes that are no UTF-8 are damage, not question marks", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const bytes = Buffer.from(header + line("a", null, "x?y") + line("b", "a"));
      bytes[bytes.indexOf("?")] = 0xc3;
      await writeFile(path, bytes);
      expect(await sessionErrorOf(JsonlLog.open(path))).toMatchObject({ kind: "damaged", line: 2 });
    }));

  it("C9.2 a last line without its newline is torn even if it parses", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      for (const [tail, number] of [
        [line("b", "a").trimEnd(), 3],
        ['{"type":"mess', 3],
        [" ", 3],
      ] as const) {
        await writeFile(path, header + line("a", null) + tail);
        const error = await sessionErrorOf(JsonlLog.open(path));
        expect(error).toMatchObject({ kind: "torn", path, line: number });
        expect(error.message).toContain(`line ${number}`);
        expect((await sessionErrorOf(JsonlLog.open(path, { readOnly: true }))).kind).toBe("torn");
        expect(await readdir(folder)).toEqual(["s.jsonl"]);
      }
      await writeFile(path, header.trimEnd());
      expect(await sessionErrorOf(JsonlLog.open(path))).toMatchObject({ kind: "torn", line: 1 });
    }));

  it.each<[string, string | Buffer, SessionErrorKind]>([
    ["prose", "hello\n", "not-a-session"],
    ["prose without a newline", "hello", "not-a-session"],
    ["another JSON", '{"name":"package"}\n', "not-a-session"],
    ["a blank line", "\n", "not-a-session"],
    ["bytes", Buffer.from([0xff, 0xfe, 10, 0]), "not-a-session"],
    ["an older version", '{"type":"session","id":"x"}\n', "unsupported-version"],
    ["a newer version", header.replace("3", "4"), "unsupported-version"],
  ])("C9.2 PEER-42 %s is never opened, recovered, overwritten or cut", (_name, contents, kind) =>
    withFolder(async (folder) => {
      const path = join(folder, "notes.txt");
      await writeFile(path, contents);
      expect(await sessionErrorOf(JsonlLog.open(path))).toMatchObject({ kind, path });
      expect((await sessionErrorOf(JsonlLog.open(path, { readOnly: true }))).kind).toBe(kind);
      expect((await sessionErrorOf(JsonlLog.recover(path))).kind).toBe(kind);
      expect(await readFile(path)).toEqual(Buffer.from(contents));
      expect(await readdir(folder)).toEqual(["notes.txt"]);
    }),
  );

  it("C9.2 a session of Python's Tau is told of as such, with how to take it over", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const source = join(import.meta.dirname, "../support/tau-session.jsonl");
      await copyFile(source, path);
      for (const readOnly of [false, true]) {
        const error = await sessionErrorOf(JsonlLog.open(path, { readOnly }));
        expect(error).toMatchObject({ kind: "not-a-session", path, line: 1 });
        expect(error.message).toContain("it is one of Python's Tau");
        expect(error.message).toContain("importTauSession");
      }
      expect(await readFile(path)).toEqual(await readFile(source));
      // An entry of ours without its header is no session of Tau.
      await writeFile(path, line("a", null));
      expect((await sessionErrorOf(JsonlLog.open(path))).message).not.toContain("Tau");
    }));

  it("C9.2 a folder is no session", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      await mkdir(path);
      expect((await sessionErrorOf(JsonlLog.open(path))).kind).toBe("not-a-session");
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));

  it("C9.2 a parent that is not there is told of and loses nothing", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      await writeFile(path, header + line("a", "gone") + line("b", "a"));
      const log = await JsonlLog.open(path, { readOnly: true });
      expect(texts(await log.replay())).toEqual(["a", "b"]);
      expect(log.warnings).toHaveLength(1);
      expect(log.warnings[0]).toContain("line 2");
      expect(log.warnings[0]).toContain("gone");
    }));

  it("C9.1 PEER-44 a session of 20,000 entries is read once and an append at its end costs what the first did", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      let text = header;
      for (let number = 0; number < 20_000; number += 1)
        text += line(`n${number}`, number === 0 ? null : `n${number - 1}`);
      await writeFile(path, text);
      const started = performance.now();
      const log = await JsonlLog.open(path, { fsync: "none" });
      expect(await log.rows()).toHaveLength(20_000);
      expect(performance.now() - started).toBeLessThan(2_000);
      const appended = performance.now();
      for (let number = 0; number < 100; number += 1) await log.append(user("x"));
      expect(performance.now() - appended).toBeLessThan(500);
      await log.close();
    }));
});
