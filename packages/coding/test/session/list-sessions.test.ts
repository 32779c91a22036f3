import { appendFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { userMessage } from "@tau-ts/ai";
import { JsonlLog } from "@tau-ts/agent/node";
import { describe, expect, it } from "vitest";
import { listSessions } from "../../src/session/list-sessions.ts";
import { newSessionPlace, newestSession, sessionFolder } from "../../src/session/session-files.ts";
import { withWorkers } from "../../src/session/with-workers.ts";
import { makeFolder } from "../support/files.ts";

/** A session that said something in a folder's place; resolves with its path. */
async function makeSession(tauHome: string, cwd: string, words: string): Promise<string> {
  const { path, id } = newSessionPlace(sessionFolder(tauHome, cwd), new Date());
  const log = await JsonlLog.open(path, { id, cwd, fsync: "none" });
  await log.append(userMessage(words));
  await log.close();
  return path;
}

describe("where sessions are", () => {
  it("C9.4 the folders of two working directories never meet, and their names can be read", () => {
    const folders = ["/home/ann/my-app", "/home/ann/my/app", "/", "/ä/b c", "/ä-b-c"].map((cwd) =>
      sessionFolder("/tau", cwd),
    );
    expect(new Set(folders).size).toBe(folders.length);
    expect(folders[0]).toMatch(/^\/tau\/sessions\/home-ann-my-app-[0-9a-f]{16}$/);
    expect(folders[2]).toMatch(/\/root-[0-9a-f]{16}$/);
  });

  it("C9.4 the name of a session file sorts by time and tells the id", () => {
    const { path, id } = newSessionPlace("/s", new Date("2030-01-02T03:04:05.678Z"));
    expect(path).toBe(`/s/2030-01-02T03-04-05-678Z_${id}.jsonl`);
  });

  it("the latest session is the one written last, whatever its name", async () => {
    const tauHome = makeFolder();
    const [older, newer] = [
      await makeSession(tauHome, "/a", "1"),
      await makeSession(tauHome, "/a", "2"),
    ];
    utimesSync(older, 2e9, 2e9);
    expect(await newestSession(sessionFolder(tauHome, "/a"))).toBe(older);
    utimesSync(newer, 2e9 + 1, 2e9 + 1);
    expect(await newestSession(sessionFolder(tauHome, "/a"))).toBe(newer);
    expect(await newestSession(sessionFolder(tauHome, "/b"))).toBeUndefined();
  });
});

describe("the list of sessions", () => {
  it("tells folder, times, name and first words, newest first", async () => {
    const tauHome = makeFolder();
    const first = await makeSession(tauHome, "/a", "fix the\n  build");
    utimesSync(first, 1e9, 1e9);
    const second = await makeSession(tauHome, "/b", "x".repeat(9000));
    const log = await JsonlLog.open(second);
    await log.appendEntry({ type: "session_info", name: "Many x" });
    await log.close();
    const list = await listSessions({ tauHome });
    expect(list.map(({ cwd, name }) => [cwd, name])).toEqual([
      ["/b", "Many x"],
      ["/a", undefined],
    ]);
    expect(list[1]).toMatchObject({ path: first, firstWords: "fix the build", modifiedMs: 1e12 });
    expect(list[0]?.firstWords).toBe("x".repeat(120));
    expect(await listSessions({ tauHome, cwd: "/a" })).toHaveLength(1);
    expect(await listSessions({ tauHome: makeFolder() })).toEqual([]);
  });

  it("PEER-44 reads the beginning and the end of a file, not what is between", async () => {
    const tauHome = makeFolder();
    const path = await makeSession(tauHome, "/a", "hello");
    // What no reader of the whole file could pass over.
    appendFileSync(path, `${"\0".repeat(3_000_000)}\n{"type":"session_info","name":"the end"}\n`);
    const [summary] = await listSessions({ tauHome });
    expect(summary).toMatchObject({ firstWords: "hello", name: "the end" });
    expect(summary).not.toHaveProperty("problem");
  });

  it("PEER-44 has no more than 16 files in its hands at a time, and keeps their order", async () => {
    let [open, most] = [0, 0];
    const items = Array.from({ length: 100 }, (_, index) => index);
    const answers = await withWorkers(items, async (item) => {
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return item * 2;
    });
    expect(most).toBe(16);
    expect(answers).toEqual(items.map((item) => item * 2));
    await expect(withWorkers(items, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  it("TAU-6.1.1 a file that cannot be read is in the list with its problem, and the others are too", async () => {
    const tauHome = makeFolder();
    const good = await makeSession(tauHome, "/a", "hello");
    const folder = sessionFolder(tauHome, "/a");
    writeFileSync(join(folder, "bad.jsonl"), "\u0001 nonsense");
    writeFileSync(join(folder, "empty.jsonl"), "");
    mkdirSync(join(folder, "folder.jsonl"));
    writeFileSync(join(tauHome, "sessions", "stray.txt"), "stray");
    const list = await listSessions({ tauHome });
    expect(list).toHaveLength(4);
    expect(list.filter(({ problem }) => problem === undefined).map(({ path }) => path)).toEqual([
      good,
    ]);
    expect(readdirSync(folder)).toHaveLength(4);
  });
});
