import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir, stat, unlink, utimes, writeFile } from "node:fs/promises";
import * as promises from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JsonlLog } from "../../src/node/index.ts";
import type { SessionFileSystem } from "../../src/node/index.ts";
import { mayBeAlive, ownIdentity } from "../../src/node/process-identity.ts";
import {
  finished,
  printed,
  sessionErrorOf,
  startProgram,
  texts,
  user,
  withFolder,
} from "../support/session-fixtures.ts";

/** The lease of a process that ran and is gone. */
async function deadLease(path: string): Promise<string> {
  const child = startProgram("session-writer.ts", path, "dead", "1", "0", "stay");
  await printed(child, "saved dead0");
  const lease = await readFile(`${path}.lock`, "utf8");
  const end = finished(child);
  child.kill("SIGKILL");
  await end;
  return lease;
}

describe("one writer", () => {
  it("C9.4 the lease names its holder, and only the holder writes", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const log = await JsonlLog.open(path);
      expect(JSON.parse(await readFile(`${path}.lock`, "utf8"))).toMatchObject({
        pid: process.pid,
        host: hostname(),
      });
      expect(((await stat(`${path}.lock`)).mode & 0o777).toString(8)).toBe("600");
      const child = startProgram("session-writer.ts", path, "x", "1", "0");
      const { code, stdout } = await finished(child);
      expect(code).toBe(1);
      expect(stdout).toContain(
        `failed locked Cannot write session ${path}: the session is in use by process ${process.pid} on host ${hostname()}.`,
      );
      const error = await sessionErrorOf(JsonlLog.open(path));
      expect(error).toMatchObject({
        kind: "locked",
        path,
        holder: { pid: process.pid, host: hostname() },
      });
      await log.append(user("a"));
      await log.close();
      const next = await JsonlLog.open(path);
      await next.close();
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));

  it(
    "F83 two processes with 200 appends of 20 KB each: no line is lost or broken",
    () =>
      withFolder(async (folder) => {
        const path = join(folder, "s.jsonl");
        const first = startProgram("session-writer.ts", path, "a", "200", "20000");
        const second = startProgram("session-writer.ts", path, "b", "200", "20000");
        const results = await Promise.all([finished(first), finished(second)]);
        const saved = results.flatMap(({ stdout }) => stdout.match(/(?<=^saved )\w+$/gm) ?? []);
        const log = await JsonlLog.open(path, { readOnly: true });
        const found = texts(await log.replay()).map((content) => String(content).split(" ")[0]);
        expect(new Set(found)).toEqual(new Set(saved));
        expect(found).toHaveLength(saved.length);
        expect(saved.length).toBeGreaterThanOrEqual(200);
        const refused = results.filter(({ code }) => code !== 0);
        for (const { stdout } of refused) expect(stdout).toContain("failed locked");
        expect(saved.length).toBe(400 - 200 * refused.length);
        expect(log.warnings).toEqual([]);
        expect(await readdir(folder)).toEqual(["s.jsonl"]);
      }),
    30_000,
  );

  it("C9.4 two logs of a folder that is not there yet: the first append decides", () =>
    withFolder(async (folder) => {
      const path = join(folder, "later", "s.jsonl");
      const [first, second] = await Promise.all([JsonlLog.open(path), JsonlLog.open(path)]);
      await first.append(user("a"));
      expect((await sessionErrorOf(second.append(user("b")))).kind).toBe("locked");
      await first.close();
      expect((await sessionErrorOf(second.append(user("b")))).kind).toBe("lease-lost");
      await second.close();
      expect(texts(await (await JsonlLog.open(path, { readOnly: true })).replay())).toEqual(["a"]);
    }));

  it("C9.4 a failed open gives its lease back", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      await writeFile(path, "no session\n");
      expect((await sessionErrorOf(JsonlLog.open(path))).kind).toBe("not-a-session");
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));

  it("C9.4 a process that ends without closing its log gives its lease back", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const child = startProgram("session-exit.ts", path);
      expect(await finished(child)).toMatchObject({ code: 3, stderr: "" });
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));
});

describe("a stale lease", () => {
  it("F83 C9.4 of a killed process is taken over, and the session goes on", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      await deadLease(path);
      expect(await readdir(folder)).toContain("s.jsonl.lock");
      const log = await JsonlLog.open(path);
      expect(texts(await log.replay())).toEqual(["dead0 "]);
      await log.append(user("b"));
      await log.close();
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));

  it("C9.4 of many that find it at once, exactly one takes it over", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const lease = await deadLease(path);
      for (let round = 0; round < 10; round += 1) {
        await writeFile(`${path}.lock`, lease);
        const opened = await Promise.allSettled(
          Array.from({ length: 8 }, () => JsonlLog.open(path)),
        );
        const logs = opened.flatMap((result) =>
          result.status === "fulfilled" ? [result.value] : [],
        );
        const winners: JsonlLog[] = [];
        for (const log of logs)
          if (
            await log.append(user("x")).then(
              () => true,
              () => false,
            )
          )
            winners.push(log);
        expect(winners).toHaveLength(1);
        for (const log of logs) await log.close();
        expect(await readdir(folder)).toEqual(["s.jsonl"]);
      }
    }));

  it("C9.4 one that was renewed between the look and the take-over is put back", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const lease = await deadLease(path);
      const holder = await JsonlLog.open(path);
      const live = await readFile(`${path}.lock`, "utf8");
      let looks = 0;
      const fs: SessionFileSystem = {
        ...promises,
        // The first look still sees the lease of the dead process.
        readFile: ((file: string, ...rest: [BufferEncoding]) => {
          looks += file.endsWith(".lock") ? 1 : 0;
          return file.endsWith(".lock") && looks === 1
            ? Promise.resolve(lease)
            : promises.readFile(file, ...rest);
        }) as typeof promises.readFile,
      };
      expect((await sessionErrorOf(JsonlLog.open(path, { fs }))).kind).toBe("locked");
      expect(await readFile(`${path}.lock`, "utf8")).toBe(live);
      await holder.append(user("b"));
      await holder.close();
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));

  it("C9.4 a half-written one stands while it is young", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      await writeFile(`${path}.lock`, '{"pid":');
      const error = await sessionErrorOf(JsonlLog.open(path));
      expect(error.kind).toBe("locked");
      expect(error.message).toContain("another process");
      const minuteAgo = Date.now() / 1_000 - 60;
      await utimes(`${path}.lock`, minuteAgo, minuteAgo);
      const log = await JsonlLog.open(path);
      await log.close();
      expect(await readdir(folder)).toEqual([]);
    }));
});

describe("every append checks the lease", () => {
  it("C9.4 C9.3 one that was taken over is lost for good, and the new one is left alone", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const log = await JsonlLog.open(path);
      await log.append(user("a"));
      await unlink(`${path}.lock`);
      const other = await JsonlLog.open(path);
      // Before the other one has written anything, too.
      expect(await sessionErrorOf(log.append(user("c")))).toMatchObject({
        kind: "lease-lost",
        path,
      });
      await other.append(user("b"));
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect(await sessionErrorOf(log.append(user("c")))).toMatchObject({
          kind: "lease-lost",
          path,
        });
      await log.close();
      await other.append(user("d"));
      await other.close();
      expect(texts(await (await JsonlLog.open(path, { readOnly: true })).replay())).toEqual([
        "a",
        "b",
        "d",
      ]);
    }));

  it("C9.4 one that is away for a moment is not lost", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      let missing = 0;
      const fs: SessionFileSystem = {
        ...promises,
        stat: ((file: string, ...rest: []) => {
          if (!file.endsWith(".lock") || missing === 0) return promises.stat(file, ...rest);
          missing -= 1;
          return Promise.reject(Object.assign(new Error("made up"), { code: "ENOENT" }));
        }) as typeof promises.stat,
      };
      const log = await JsonlLog.open(path, { fs });
      await log.append(user("a"));
      missing = 2;
      await log.append(user("b"));
      expect(missing).toBe(0);
      await log.close();
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    }));

  it("C9.4 twenty open sessions warn of no leak and leave no listener behind", () =>
    withFolder(async (folder) => {
      const listeners = process.listenerCount("exit");
      const limit = process.getMaxListeners();
      const warnings: Error[] = [];
      const onWarning = (warning: Error): number => warnings.push(warning);
      process.on("warning", onWarning);
      try {
        const logs = await Promise.all(
          Array.from({ length: 20 }, (_, number) => JsonlLog.open(join(folder, `${number}.jsonl`))),
        );
        await new Promise((resolve) => setImmediate(resolve));
        for (const log of logs) await log.close();
      } finally {
        process.off("warning", onWarning);
      }
      expect(warnings).toEqual([]);
      expect(process.listenerCount("exit")).toBe(listeners);
      expect(process.getMaxListeners()).toBe(limit);
    }));
});

describe("who is alive", () => {
  it("C9.4 this process is; one with its number and another start is not; of other machines nobody can say", async () => {
    const own = ownIdentity();
    expect(mayBeAlive(own)).toBe(true);
    expect(mayBeAlive({ ...own, host: "elsewhere", bootId: "another", pid: 2 ** 22 })).toBe(true);
    expect(mayBeAlive({ ...own, pid: 2 ** 22 + 1 })).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "C9.4 on Linux a restart of the machine, a reused number and a zombie are told apart",
    async () => {
      const own = ownIdentity();
      expect(own.startedAt).toMatch(/^\d+$/);
      expect(mayBeAlive({ ...own, startedAt: "1" })).toBe(false);
      expect(mayBeAlive({ ...own, bootId: "before" })).toBe(false);
      // The machine was given another name since.
      expect(mayBeAlive({ ...own, host: "old-name", startedAt: "1" })).toBe(false);
      expect(mayBeAlive({ ...own, namespace: "pid:[1]", pid: 2 ** 22 + 1 })).toBe(true);
      // The shell becomes a program that never asks after its child.
      const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 30"], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      try {
        const [chunk] = (await once(parent.stdout, "data")) as [Buffer];
        const pid = Number(chunk.toString());
        await expect.poll(async () => readFile(`/proc/${pid}/stat`, "utf8")).toContain(") Z ");
        expect(mayBeAlive({ ...own, pid, startedAt: undefined })).toBe(false);
      } finally {
        const exited = once(parent, "exit");
        parent.kill("SIGKILL");
        await exited;
      }
    },
  );
});
