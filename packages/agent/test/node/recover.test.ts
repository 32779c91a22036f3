import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JsonlLog } from "../../src/node/index.ts";
import { sessionErrorOf, texts, user, withFolder } from "../support/session-fixtures.ts";

const time = Date.parse("2025-01-02T03:04:05.678Z");

/** The bytes of a session with three messages; the last one holds characters of two, three and four bytes. */
async function threeMessages(path: string): Promise<Buffer> {
  const log = await JsonlLog.open(path, { fsync: "none" });
  for (const text of ["a", "b", "né€😀"]) await log.append(user(text));
  await log.close();
  return readFile(path);
}

/** A file for each byte: what a busy machine may take for it. */
const manyFiles = 60_000;

describe("recover", () => {
  it(
    "F79 C9.2 PEER-42 whatever byte the last line is cut at, the lines before it load and the session goes on",
    () =>
      withFolder(async (folder) => {
        const whole = await threeMessages(join(folder, "whole.jsonl"));
        const start = whole.lastIndexOf(10, whole.length - 2) + 1;
        for (let end = start; end <= whole.length; end += 1) {
          const path = join(folder, "s.jsonl");
          await writeFile(path, whole.subarray(0, end));
          const isWhole = end === start || end === whole.length;
          if (!isWhole) expect((await sessionErrorOf(JsonlLog.open(path))).kind).toBe("torn");
          const recovered = await JsonlLog.recover(path, { now: () => time + end });
          expect(recovered?.bytes).toBe(isWhole ? undefined : end - start);
          if (recovered)
            expect(await readFile(recovered.movedTo)).toEqual(whole.subarray(start, end));
          const log = await JsonlLog.open(path, { fsync: "none" });
          const expected = end === whole.length ? ["a", "b", "né€😀"] : ["a", "b"];
          expect(texts(await log.replay())).toEqual(expected);
          await log.append(user("next"));
          await log.close();
          const again = await JsonlLog.open(path, { readOnly: true });
          expect(texts(await again.replay())).toEqual([...expected, "next"]);
        }
      }),
    manyFiles,
  );

  it(
    "F79 C9.2 a session cut anywhere in its first two lines is recovered too",
    () =>
      withFolder(async (folder) => {
        const whole = await threeMessages(join(folder, "whole.jsonl"));
        const secondLine = whole.indexOf(10) + 1;
        for (let end = 1; end < secondLine + 20; end += 1) {
          const path = join(folder, "s.jsonl");
          await writeFile(path, whole.subarray(0, end));
          const recovered = await JsonlLog.recover(path, { now: () => time + end });
          expect(recovered?.bytes).toBe(
            end === secondLine ? undefined : end < secondLine ? end : end - secondLine,
          );
          const log = await JsonlLog.open(path, { fsync: "none" });
          await log.append(user("next"));
          await log.close();
          expect(texts(await (await JsonlLog.open(path, { readOnly: true })).replay())).toEqual([
            "next",
          ]);
        }
      }),
    manyFiles,
  );

  it("C9.2 says where the tail is now, never overwrites an older one, and does nothing twice", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const whole = await threeMessages(path);
      const tail = '{"type":"mess';
      const name = `${path}.torn-2025-01-02T03-04-05.678Z`;
      await writeFile(path, Buffer.concat([whole, Buffer.from(tail)]));
      expect(await JsonlLog.recover(path, { now: () => time })).toEqual({
        movedTo: name,
        bytes: tail.length,
      });
      expect(await JsonlLog.recover(path, { now: () => time })).toBeUndefined();
      await writeFile(path, Buffer.concat([whole, Buffer.from("other")]));
      expect(await JsonlLog.recover(path, { now: () => time })).toEqual({
        movedTo: `${name}-2`,
        bytes: 5,
      });
      expect(await readFile(name, "utf8")).toBe(tail);
      expect(await readFile(path)).toEqual(whole);
      expect((await readdir(folder)).filter((file) => file.endsWith(".lock"))).toEqual([]);
    }));

  it("C9.4 refuses while somebody writes the session", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const whole = await threeMessages(path);
      const log = await JsonlLog.open(path);
      const torn = Buffer.concat([whole, Buffer.from("{")]);
      await writeFile(path, torn);
      const error = await sessionErrorOf(JsonlLog.recover(path));
      expect(error).toMatchObject({ kind: "locked", holder: { pid: process.pid } });
      expect(await readFile(path)).toEqual(torn);
      await log.close();
      expect((await JsonlLog.recover(path))?.bytes).toBe(1);
    }));

  it("C9.2 a file that is not there has no torn tail", () =>
    withFolder(async (folder) => {
      expect(await JsonlLog.recover(join(folder, "no.jsonl"))).toBeUndefined();
      expect(await readdir(folder)).toEqual([]);
    }));
});
