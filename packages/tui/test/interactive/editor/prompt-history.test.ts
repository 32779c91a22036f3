import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PromptHistory } from "../../../src/interactive/editor/prompt-history.ts";

let folder: string;
let path: string;
const warnings: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tau-history-"));
  path = join(folder, "home", "prompt-history.jsonl");
  warnings.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function history(limit?: number): PromptHistory {
  return new PromptHistory({ path, limit, onWarning: (text) => warnings.push(text) });
}

describe("the history of prompts", () => {
  it("is there in the next session, for the person alone", async () => {
    const first = history();
    expect(await first.read()).toStrictEqual([]);
    for (const text of ["one", "two\nlines \u{100000}", "two\nlines \u{100000}", " ", "three"])
      first.remember(text);
    await first.settled();
    expect(await history().read()).toStrictEqual(["one", "two\nlines \u{100000}", "three"]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(warnings).toStrictEqual([]);
  });

  it("loses nothing when sessions write at the same time", async () => {
    const sessions = Array.from({ length: 4 }, () => history());
    for (let turn = 0; turn < 10; turn += 1)
      for (const [index, session] of sessions.entries()) session.remember(`${index}: ${turn}`);
    await Promise.all(sessions.map((session) => session.settled()));
    const texts = await history().read();
    expect(texts).toHaveLength(40);
    const own = texts.filter((text) => text.startsWith("2:"));
    expect(own).toStrictEqual(Array.from({ length: 10 }, (_, turn) => `2: ${turn}`));
  });

  it("keeps the newest texts only", async () => {
    const small = history(3);
    for (const text of ["a", "b", "c", "d"]) small.remember(text);
    await small.settled();
    expect(await small.read()).toStrictEqual(["b", "c", "d"]);
    const large = history(1_000);
    for (let turn = 0; turn < 40; turn += 1) large.remember(`${turn}${"y".repeat(32_000)}`);
    await large.settled();
    expect((await stat(path)).size).toBeLessThanOrEqual(1_048_576);
    expect((await large.read()).at(-1)).toMatch(/^39y/);
  });

  it("C14 keeps long texts whole, and loses no others for them", async () => {
    const own = history();
    const texts = ["typed", "x".repeat(2_000_000), "typed too", "y".repeat(2_000_000)];
    for (const text of [...texts, "z".repeat(5_000_000)]) own.remember(text);
    await own.settled();
    expect((await own.read()).map((text) => [text[0], text.length])).toStrictEqual([
      ["t", 5],
      ["t", 9],
      ["z", 5_000_000],
    ]);
    for (const text of texts) own.remember(text);
    await own.settled();
    expect((await own.read()).slice(-4)).toStrictEqual(texts);
  });

  it("leaves out lines that make no sense, and says once that a file is unusable", async () => {
    const one = history();
    one.remember("good");
    await one.settled();
    await writeFile(path, `nonsense\n${await readFile(path, "utf8")}{"text":3}\n[]\n`);
    expect(await one.read()).toStrictEqual(["good"]);
    await writeFile(path, Buffer.from([0xff, 0xfe, 0x00]));
    expect(await one.read()).toStrictEqual([]);
    one.remember("more");
    await one.settled();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("not UTF-8");
  });
});
