import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { ownMark } from "../../../src/settings/files/lock-holder.ts";
import { SharedFile } from "../../../src/settings/files/shared-file.ts";
import { makeFolder } from "../../support/files.ts";

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, "../../..");

function lines(text: string | undefined): number {
  return text === undefined ? 0 : text.split("\n").length - 1;
}

it("C11 changes at the same time happen one after the other, and leave nothing behind", async () => {
  const folder = makeFolder();
  const file = new SharedFile(join(folder, "new/deep/a.txt"));
  await Promise.all(Array.from({ length: 40 }, () => file.update((text = "") => `${text}x\n`)));
  expect(lines(await file.read())).toBe(40);
  expect(readdirSync(join(folder, "new/deep"))).toEqual(["a.txt"]);
  expect(statSync(join(folder, "new")).mode & 0o777).toBe(0o700);
});

it("C11 a private file is its owner's alone after any change, others keep their permissions", async () => {
  const path = join(makeFolder(), "keys");
  writeFileSync(path, "a");
  chmodSync(path, 0o644);
  const file = new SharedFile(path, { isPrivate: true });
  expect(await file.isExposed()).toBe(true);
  await file.update((text) => text);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o644);
  await file.update(() => "b");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await file.isExposed()).toBe(false);
  chmodSync(path, 0o640);
  await new SharedFile(path).update(() => "c");
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

it("C11 a link stays a link, and both names have one lock", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "real"), "");
  symlinkSync("real", join(folder, "link"));
  const names = ["real", "link", "real", "link"].map((name) => new SharedFile(join(folder, name)));
  const rounds = Array.from({ length: 5 }, () => names).flat();
  await Promise.all(
    rounds.map(async (file) =>
      file.update(
        (text = "") => `${text}x
`,
      ),
    ),
  );
  expect(lines(readFileSync(join(folder, "real"), "utf8"))).toBe(20);
  expect(readdirSync(folder)).toEqual(["link", "real"]);
  expect(execFileSync("readlink", [join(folder, "link")], { encoding: "utf8" })).toBe("real\n");
});

it("C11 what is not UTF-8 or no file is refused with what to do, and stays", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "binary"), Buffer.from([0xff, 0xfe, 0]));
  mkdirSync(join(folder, "folder"));
  execFileSync("mkfifo", [join(folder, "fifo")]);
  for (const [name, text] of [
    ["binary", "it is not UTF-8 text. Repair it or move it away."],
    ["folder", "it is not a regular file. Move it away."],
    ["fifo", "it is not a regular file. Move it away."],
  ] as const) {
    const file = new SharedFile(join(folder, name));
    const refusal = { kind: "damaged", message: `Could not read ${join(folder, name)}: ${text}` };
    await expect(file.read()).rejects.toMatchObject(refusal);
    await expect(file.update(() => "x")).rejects.toMatchObject(refusal);
  }
  expect(readFileSync(join(folder, "binary"))).toEqual(Buffer.from([0xff, 0xfe, 0]));
  expect(await new SharedFile(join(folder, "none")).read()).toBeUndefined();
  expect(await new SharedFile(join(folder, "binary/below")).read()).toBeUndefined();
});

it("C11 a full disk is named, the old text stays and nothing lies around", async () => {
  const folder = makeFolder();
  const path = join(folder, "a");
  writeFileSync(path, "old");
  const write = vi.fn(async () => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
  await expect(new SharedFile(path, { write }).update(() => "new")).rejects.toMatchObject({
    kind: "io",
    message: `Could not write ${path}: the disk is full.`,
  });
  expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["old", ["a"]]);
});

it("C11 a disk that takes no byte more loses nothing", { timeout: 30_000 }, async () => {
  const folder = makeFolder();
  const path = join(folder, "a");
  writeFileSync(path, "old");
  const code = `
    import { SharedFile } from "./src/settings/files/shared-file.ts";
    const change = new SharedFile(${JSON.stringify(path)}).update(() => "new");
    process.stdout.write(await change.then(() => "changed", (error) => error.message));
  `;
  // A limit of no blocks makes every write fail as a full disk does.
  const script = `trap '' XFSZ; ulimit -f 0; exec "$0" --conditions=tau-ts:source --input-type=module-typescript --eval "$1"`;
  const { stdout } = await run("/bin/sh", ["-c", script, process.execPath, code], {
    cwd: packageFolder,
  });
  expect(stdout).toMatch(/^Could not write .*\/a: EFBIG/);
  expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["old", ["a"]]);
});

it("C11 a folder that cannot be made is named", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "file"), "");
  const path = join(folder, "file/settings.json");
  await expect(new SharedFile(path).update(() => "x")).rejects.toMatchObject({
    kind: "not-directory",
    message: `Could not write ${path}: a part of the path is a file, not a folder.`,
  });
});

it("C11 a change that throws gives the lock back and changes nothing", async () => {
  const path = join(makeFolder(), "a");
  const file = new SharedFile(path);
  await expect(
    file.update(() => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect([existsSync(path), existsSync(`${path}.lock`)]).toEqual([false, false]);
});

it("C11 the lock of a process that is over is taken over; that of a living one stands and is named", async () => {
  const path = join(makeFolder(), "a");
  const file = new SharedFile(path, { waitMs: 60 });
  const own = { ...(await ownMark()), token: "other" };
  const gone = { ...own, pid: 2 ** 22 + 1 };
  writeFileSync(`${path}.lock`, JSON.stringify(gone));
  await file.update(() => "one");
  writeFileSync(`${path}.lock`, JSON.stringify({ ...own, startedAt: "1" }));
  await file.update(() => "two");
  writeFileSync(`${path}.lock`, JSON.stringify(own));
  await expect(file.update(() => "three")).rejects.toMatchObject({
    kind: "locked",
    message: `Could not change ${path}: it is in use by process ${process.pid} (${own.place}). Try again; if that process is gone, delete ${path}.lock.`,
  });
  expect(own.place.startsWith(hostname())).toBe(true);
  expect(await file.read()).toBe("two");
});

it("C11 a lock that names nobody, or somebody elsewhere, is nobody's once it is old", async () => {
  const path = join(makeFolder(), "a");
  const file = new SharedFile(path, { waitMs: 60 });
  const elsewhere = JSON.stringify({ ...(await ownMark()), token: "t", place: "another-host" });
  for (const text of ["", elsewhere]) {
    writeFileSync(`${path}.lock`, text);
    await expect(file.update(() => "x")).rejects.toMatchObject({ kind: "locked" });
    utimesSync(`${path}.lock`, 1, 1);
    await file.update(() => "x");
  }
});

it("C11 who lost the lock meanwhile changes nothing and leaves the new holder's lock alone", async () => {
  const path = join(makeFolder(), "a");
  const file = new SharedFile(path);
  await file.update(() => "old");
  const change = file.update(() => {
    writeFileSync(`${path}.lock`, "somebody else's");
    return "new";
  });
  await expect(change).rejects.toMatchObject({
    kind: "locked",
    message: expect.stringContaining("Nothing was changed"),
  });
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readFileSync(`${path}.lock`, "utf8")).toBe("somebody else's");
});
