import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The denied command of the corpus and of the fuzzers. */
export const stubName = "zap";

/**
 * Runs a script under bash in a folder of its own, where `bin` is first on the search path and holds a stub that records
 * that it was called. Returns whether it was, within `limitMs` milliseconds. Whatever the script left running is killed, so
 * a script that does not wait for what it starts may or may not call it. Rejects when bash cannot be started.
 */
export async function callsStub(script: string, limitMs = 10_000): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "tau-guard-"));
  try {
    const record = join(folder, "record");
    const work = join(folder, "work");
    mkdirSync(join(work, "bin"), { recursive: true });
    const stub = join(work, "bin", stubName);
    writeFileSync(stub, `#!/bin/sh\n: >> '${record}'\n`);
    chmodSync(stub, 0o755);
    await run(script, work, limitMs);
    return existsSync(record);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  }
}

async function run(script: string, cwd: string, limitMs: number): Promise<void> {
  const PATH = `${join(cwd, "bin")}:/usr/local/bin:/usr/bin:/bin`;
  const env = {
    PATH,
    HOME: cwd,
    USER: "root",
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    TERM: "dumb",
    FUNCNEST: "20",
  };
  const child = spawn("bash", ["-c", script], { cwd, env, stdio: "ignore", detached: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  child.on("exit", () => resolve());
  child.on("error", reject);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing of its group is left.
  }
}

/** Maps with at most `width` at a time. */
export async function mapWide<Item, Result>(
  items: readonly Item[],
  width: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      const item = items[index];
      if (item !== undefined) results[index] = await map(item);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}
