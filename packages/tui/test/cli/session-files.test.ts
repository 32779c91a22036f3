import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newestSession, sessionFileName, sessionFolder } from "../../src/cli/session-files.ts";
import { tauHome } from "../../src/cli/settings.ts";
import { makePlace } from "../support/tau.ts";

describe("where sessions live", () => {
  it("C9.1 a working directory has a folder of its own, readable, whatever its name", () => {
    expect(sessionFolder("/h", "/home/me/my project")).toMatch(
      /^\/h\/sessions\/home-me-my-project-[0-9a-f]{8}$/,
    );
    expect(sessionFolder("/h", "/a/b")).not.toBe(sessionFolder("/h", "/a-b"));
    expect(sessionFolder("/h", "/")).toMatch(/^\/h\/sessions\/root-[0-9a-f]{8}$/);
    expect(sessionFolder("/h", `/${"long/".repeat(100)}`).length).toBeLessThan(80);
  });

  it("C9.1 file names sort by time and hold no character that a file system minds", () => {
    expect(sessionFileName(new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)), "id-1")).toBe(
      "2026-01-02T03-04-05-006Z_id-1.jsonl",
    );
  });

  it("C9.1 the home is ~/.tau-ts unless TAU_HOME says", () => {
    expect(tauHome({}, "/home/me")).toBe("/home/me/.tau-ts");
    expect(tauHome({ TAU_HOME: "/elsewhere" }, "/home/me")).toBe("/elsewhere");
  });

  it("C9.1 the newest session is the one written last; locks and torn tails are none", async () => {
    await using place = await makePlace();
    const folder = join(place.cwd, "sessions");
    expect(await newestSession(folder)).toBeUndefined();
    await mkdir(folder);
    for (const [name, time] of [
      ["a.jsonl", 20],
      ["b.jsonl", 10],
      ["c.jsonl.lock", 30],
      ["c.jsonl.torn-x", 30],
    ] as const) {
      await writeFile(join(folder, name), "");
      await utimes(join(folder, name), time, time);
    }
    expect(await newestSession(folder)).toBe(join(folder, "a.jsonl"));
  });
});
