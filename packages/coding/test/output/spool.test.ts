import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Spool } from "../../src/output/spool.ts";
import type { SpoolDisk } from "../../src/output/spool-disk.ts";
import { makeFolder } from "../support/files.ts";

it("F47 small outputs reach the disk only when they are needed", () => {
  const folder = makeFolder();
  const spool = new Spool({ folder });
  spool.push(Buffer.from("hello"));
  expect(readdirSync(folder)).toEqual([]);
  const kept = spool.keep();
  expect(kept).toEqual({ path: expect.stringContaining(folder), bytes: 5 });
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([
    "hello",
  ]);
});

it("F47 the file stops growing at its limit and says so", () => {
  const folder = makeFolder();
  const spool = new Spool({ folder, maxBytes: 300_000 });
  for (let round = 0; round < 10; round++) spool.push(Buffer.alloc(65_536, "a"));
  expect(spool.keep()).toMatchObject({ bytes: 300_000, cut: "limit" });
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

it("F47 a disk that fills up keeps the beginning, and the reason is told", () => {
  const file: Uint8Array[] = [];
  let room = 200_000;
  const disk: SpoolDisk = {
    open: () => 7,
    write(_, bytes) {
      if (room === 0) throw new Error("ENOSPC: no space left on device");
      const taken = bytes.slice(0, room);
      room -= taken.length;
      file.push(taken);
      return taken.length;
    },
    close: () => undefined,
    remove: () => undefined,
  };
  const spool = new Spool({ folder: "/full", disk });
  const whole = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  for (let at = 0; at < whole.length; at += 50_000) spool.push(whole.subarray(at, at + 50_000));
  expect(spool.keep()).toEqual({
    path: expect.stringMatching(/^\/full\/tau-bash-.*\.log$/),
    bytes: 200_000,
    cut: "ENOSPC: no space left on device",
  });
  expect(Buffer.concat(file)).toEqual(whole.subarray(0, 200_000));
});

it("F47 a disk that is full from the start leaves no file to tell of", () => {
  const removed: string[] = [];
  const disk: SpoolDisk = {
    open: () => 7,
    write: () => {
      throw new Error("ENOSPC: no space left on device");
    },
    close: () => undefined,
    remove: (path) => void removed.push(path),
  };
  const spool = new Spool({ folder: "/full", disk });
  spool.push(Buffer.alloc(1_000_000));
  expect(spool.keep()).toEqual({ problem: "ENOSPC: no space left on device" });
  expect(removed).toHaveLength(1);
});

it("C6.11 what a job prints later goes on in the same file", () => {
  const spool = new Spool({ folder: makeFolder() });
  spool.push(Buffer.from("one "));
  const first = spool.soFar();
  spool.push(Buffer.from("two "));
  spool.close();
  spool.push(Buffer.from("three"));
  const last = spool.keep();
  expect("path" in first && "path" in last && first.path === last.path).toBe(true);
  expect("path" in last && readFileSync(last.path, "utf8")).toBe("one two three");
});
