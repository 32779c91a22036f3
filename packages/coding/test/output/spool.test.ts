import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Spool } from "../../src/output/spool.ts";
import { makeFolder } from "../support/files.ts";

it("F47 small outputs reach the disk only when they are needed", () => {
  const folder = makeFolder();
  const spool = new Spool({ folder });
  spool.push(Buffer.from("hello"));
  expect(readdirSync(folder)).toEqual([]);
  const kept = spool.keep();
  expect(kept).toMatchObject({ bytes: 5, isCut: false });
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([
    "hello",
  ]);
});

it("F47 the file stops growing at its limit and says so", () => {
  const folder = makeFolder();
  const spool = new Spool({ folder, maxBytes: 300_000 });
  for (let round = 0; round < 10; round++) spool.push(Buffer.alloc(65_536, "a"));
  expect(spool.keep()).toMatchObject({ bytes: 300_000, isCut: true });
  const [name = ""] = readdirSync(folder);
  expect(readFileSync(join(folder, name)).length).toBe(300_000);
});

it("F47 what is not needed leaves no file behind", () => {
  const folder = makeFolder();
  const spool = new Spool({ folder });
  spool.push(Buffer.alloc(1_000_000));
  expect(readdirSync(folder)).toHaveLength(1);
  spool.discard();
  expect(readdirSync(folder)).toEqual([]);
});

it("F47 a folder that cannot be written to is a problem to tell, not a failure", () => {
  const spool = new Spool({ folder: join(makeFolder(), "missing") });
  spool.push(Buffer.alloc(1_000_000));
  spool.push(Buffer.alloc(1_000_000));
  expect(spool.keep()).toEqual({ problem: expect.stringContaining("ENOENT") });
});
