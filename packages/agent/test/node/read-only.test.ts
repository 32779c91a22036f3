import { appendFile, readdir, writeFile } from "node:fs/promises";
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

describe("reading only", () => {
  it("C9.4 looks at a session that is being written, and cannot write", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const log = await JsonlLog.open(path);
      await log.append(user("a"));
      const reader = await JsonlLog.open(path, { readOnly: true });
      expect(reader.isReadOnly).toBe(true);
      expect(texts(await reader.replay())).toEqual(["a"]);
      expect((await sessionErrorOf(reader.append(user("b")))).kind).toBe("read-only");
      await reader.branch(null);
      await reader.close();
      await log.append(user("c"));
      await log.close();
      expect(texts(await (await JsonlLog.open(path, { readOnly: true })).replay())).toEqual([
        "a",
        "c",
      ]);
    }));

  it("C9.2 a line that is being written is waited for", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const whole = line("b", "a");
      await writeFile(path, header + line("a", null) + whole.slice(0, 20));
      const opening = JsonlLog.open(path, { readOnly: true });
      await appendFile(path, whole.slice(20));
      expect(texts(await (await opening).replay())).toEqual(["a", "b"]);
    }));

  it("C9.2 a file that is not there is said to be missing", () =>
    withFolder(async (folder) => {
      const error = await sessionErrorOf(
        JsonlLog.open(join(folder, "no.jsonl"), { readOnly: true }),
      );
      expect(error.kind).toBe("io");
      expect(error.message).toContain("no.jsonl");
      expect(await readdir(folder)).toEqual([]);
    }));
});
