import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WorkspaceError } from "../../src/errors.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { readAll } from "../../src/workspace/workspace.ts";
import { makeFolder } from "../support/files.ts";

const bytes = Buffer.from("new");

describe("write", () => {
  it("F62 goes through a link, and the link stays one", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, "real.txt"), "old");
    symlinkSync("real.txt", join(cwd, "link.txt"));
    await new LocalWorkspace().write(join(cwd, "link.txt"), bytes);
    expect(readlinkSync(join(cwd, "link.txt"))).toBe("real.txt");
    expect(readFileSync(join(cwd, "real.txt"), "utf8")).toBe("new");
  });

  it("F62 makes the target of a link that leads to nothing", async () => {
    const cwd = makeFolder();
    symlinkSync("folder/missing.txt", join(cwd, "link.txt"));
    await new LocalWorkspace().write(join(cwd, "link.txt"), bytes);
    expect(lstatSync(join(cwd, "link.txt")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, "folder/missing.txt"), "utf8")).toBe("new");
  });

  it("F62 refuses links in a circle", async () => {
    const cwd = makeFolder();
    symlinkSync("b", join(cwd, "a"));
    symlinkSync("a", join(cwd, "b"));
    await expect(new LocalWorkspace().write(join(cwd, "a"), bytes)).rejects.toMatchObject({
      kind: "path",
    });
  });

  it("F62 keeps permissions, a new file gets the usual ones, and nothing else is left in the folder", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, "script"), "old");
    chmodSync(join(cwd, "script"), 0o751);
    const workspace = new LocalWorkspace();
    await workspace.write(join(cwd, "script"), bytes);
    await workspace.write(join(cwd, "plain"), bytes);
    writeFileSync(join(cwd, "other"), "");
    expect(statSync(join(cwd, "script")).mode & 0o7777).toBe(0o751);
    expect(statSync(join(cwd, "plain")).mode).toBe(statSync(join(cwd, "other")).mode);
    expect(readdirSync(cwd)).toEqual(["other", "plain", "script"]);
  });

  it("F64 a reader never sees a shortened file", async () => {
    const path = join(makeFolder(), "big");
    const size = 64 * 1024 * 1024;
    writeFileSync(path, Buffer.alloc(size, "a"));
    const sizes = new Set<number>();
    const watch = setInterval(() => sizes.add(statSync(path).size), 1);
    await new LocalWorkspace().write(path, Buffer.alloc(size, "b"));
    clearInterval(watch);
    expect([...sizes]).toEqual([size]);
    expect(readFileSync(path).at(-1)).toBe("b".charCodeAt(0));
  });

  it("F70 a parent that is a file, a folder and a device are refused with a reason", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, "file"), "");
    const workspace = new LocalWorkspace();
    await expect(workspace.write(join(cwd, "file/x"), bytes)).rejects.toThrow(
      `Could not write ${cwd}/file/x: a part of the path is a file, not a folder.`,
    );
    await expect(workspace.write(cwd, bytes)).rejects.toMatchObject({ kind: "is-directory" });
    await expect(workspace.write("/dev/null", bytes)).rejects.toMatchObject({
      kind: "not-regular",
    });
  });
});

describe("read", () => {
  it("PEER 23 a read that is cancelled while it opens rejects with the reason and nothing else happens", async () => {
    const path = join(makeFolder(), "f");
    writeFileSync(path, "x");
    const stop = new AbortController();
    const reading = readAll(new LocalWorkspace(), path, stop.signal);
    stop.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });

  it("C2.7 a FIFO is refused instead of waited for", async () => {
    const path = join(makeFolder(), "fifo");
    execFileSync("mkfifo", [path]);
    await expect(readAll(new LocalWorkspace(), path)).rejects.toMatchObject({
      kind: "not-regular",
      message: `Could not read ${path}: it is a fifo, not a file.`,
    });
  });

  it("C2.2 the system's errors become sentences and keep their cause", async () => {
    const workspace = new LocalWorkspace();
    const error: unknown = await readAll(workspace, "/no/such").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WorkspaceError);
    expect(error).toMatchObject({
      kind: "not-found",
      message: "Could not read /no/such: it does not exist.",
      cause: { code: "ENOENT" },
    });
    await expect(workspace.list("/no/such")).rejects.toMatchObject({ kind: "not-found" });
    expect(await workspace.stat("/no/such")).toBeUndefined();
    expect(await workspace.stat("/etc/hostname/x")).toBeUndefined();
  });
});

describe("lock", () => {
  it("F62 is one for all names of a file, in the order it was asked for, across workspaces", async () => {
    const cwd = makeFolder();
    mkdirSync(join(cwd, "folder"));
    symlinkSync("folder", join(cwd, "alias"));
    const order: string[] = [];
    const paths = ["folder/f", "alias/f", "folder/../alias/f"];
    const tasks = paths.map((path, index) => {
      const workspace = new LocalWorkspace({ cwd });
      return workspace.lock(workspace.resolve(path), async () => {
        order.push(`${index} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5 - index));
        order.push(`${index} ends`);
      });
    });
    await Promise.all(tasks);
    expect(order).toEqual(["0 begins", "0 ends", "1 begins", "1 ends", "2 begins", "2 ends"]);
  });

  it("F64 a task that fails lets the next one go, and files of other names do not wait", async () => {
    const workspace = new LocalWorkspace({ cwd: makeFolder() });
    const { promise, reject } = Promise.withResolvers<void>();
    const first = workspace.lock(workspace.resolve("f"), () => promise);
    const second = workspace.lock(workspace.resolve("f"), async () => "second");
    expect(await workspace.lock(workspace.resolve("g"), async () => "other")).toBe("other");
    reject(new Error("failed"));
    await expect(first).rejects.toThrow("failed");
    expect(await second).toBe("second");
  });
});
