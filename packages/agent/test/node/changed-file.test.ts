import {
  appendFile,
  copyFile,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JsonlLog } from "../../src/node/index.ts";
import {
  header,
  line,
  sessionErrorOf,
  texts,
  user,
  withFolder,
} from "../support/session-fixtures.ts";

describe("a file that changes while it is open", () => {
  it.each<[string, (path: string) => Promise<unknown>]>([
    ["removed", (path) => rm(path)],
    ["renamed", (path) => rename(path, `${path}.old`)],
    ["replaced", (path) => rename(path, `${path}.old`).then(() => writeFile(path, header))],
    [
      "replaced by its copy",
      (path) => copyFile(path, `${path}.new`).then(() => rename(`${path}.new`, path)),
    ],
    ["written by another program", (path) => appendFile(path, line("z", null))],
    ["cut short", (path) => writeFile(path, "")],
  ])(
    "C9.4 %s: the next append and every later one reject, and nothing is written",
    (_name, change) =>
      withFolder(async (folder) => {
        const path = join(folder, "s.jsonl");
        const log = await JsonlLog.open(path);
        await log.append(user("a"));
        await change(path);
        const before = await readFile(path).catch(() => undefined);
        for (const text of ["b", "c"])
          expect((await sessionErrorOf(log.append(user(text)))).kind).toBe("lease-lost");
        expect(await readFile(path).catch(() => undefined)).toEqual(before);
        expect(texts(await log.replay())).toEqual(["a"]);
        await log.close();
        expect(await readdir(folder)).not.toContain("s.jsonl.lock");
      }),
  );

  it.each(["somebody's notes", ""])(
    "C9.4 a file that appears before the first append (%j) is not written to",
    (text) =>
      withFolder(async (folder) => {
        const path = join(folder, "s.jsonl");
        const log = await JsonlLog.open(path);
        await writeFile(path, text);
        expect((await sessionErrorOf(log.append(user("a")))).kind).toBe("lease-lost");
        await log.close();
        expect(await readFile(path, "utf8")).toBe(text);
      }),
  );

  it("C9.4 a session that was lost stays lost, even when the file is back", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const log = await JsonlLog.open(path);
      await log.append(user("a"));
      await rename(path, `${path}.old`);
      const first = await sessionErrorOf(log.append(user("b")));
      await rename(`${path}.old`, path);
      expect(await sessionErrorOf(log.append(user("b")))).toBe(first);
      await log.close();
    }));

  it("C9.4 a link to a session is the session", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const log = await JsonlLog.open(path);
      await log.append(user("a"));
      await symlink(path, join(folder, "link.jsonl"));
      expect((await sessionErrorOf(JsonlLog.open(join(folder, "link.jsonl")))).kind).toBe("locked");
      await log.close();
      const linked = await JsonlLog.open(join(folder, "link.jsonl"));
      await linked.append(user("b"));
      await linked.close();
      expect(texts(await (await JsonlLog.open(path, { readOnly: true })).replay())).toEqual([
        "a",
        "b",
      ]);
    }));
});
