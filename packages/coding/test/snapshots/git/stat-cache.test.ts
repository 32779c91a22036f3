import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { StatCache } from "../../../src/snapshots/git/stat-cache.ts";
import { makeFolder } from "../../support/files.ts";

it("U44 what a file was found to be counts until it looks different", () => {
  const path = join(makeFolder(), "a");
  writeFileSync(path, "a");
  const cache = new StatCache<string>(() => Date.now() + 60_000);
  cache.set("a", statSync(path), "found");
  expect(cache.get("a", statSync(path))).toBe("found");
  utimesSync(path, 1000, 1000);
  expect(cache.get("a", statSync(path))).toBeUndefined();
  cache.set("a", statSync(path), "again");
  expect(cache.get("a", statSync(path))).toBe("again");
  cache.clear();
  expect(cache.get("a", statSync(path))).toBeUndefined();
});

it("U44 what changed within a step of the clock before it was looked at is found out anew", () => {
  const path = join(makeFolder(), "a");
  writeFileSync(path, "a");
  const stats = statSync(path);
  const changedMs = Math.max(stats.mtimeMs, stats.ctimeMs);
  const at = (ms: number, seen = stats): string | undefined => {
    const cache = new StatCache<string>(() => ms);
    cache.set("a", seen, "found");
    return cache.get("a", seen);
  };
  expect([at(changedMs - 1), at(changedMs + 16), at(changedMs + 31)]).toEqual([
    undefined,
    undefined,
    "found",
  ]);
  const coarse = Object.assign(statSync(path), { mtimeMs: 5000, ctimeMs: 5000 });
  expect([at(5031, coarse), at(6999, coarse), at(7001, coarse)]).toEqual([
    undefined,
    undefined,
    "found",
  ]);
});
