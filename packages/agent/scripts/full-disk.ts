// Runs agents on a file system of 256 KiB that fills up. Needs the right to mount one (root):
//   node --conditions=tau-ts:source scripts/full-disk.ts
// What must hold: a run goes on while nothing can be written, with one warning; what waited is written in order once
// there is room; without room at the end the run counts as failed, and the next one makes up for it; a session that
// cannot even take its lease is refused and leaves nothing.
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rmdir, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssistantMessage, Model } from "@tau-ts/ai";
import { Harness, HarnessError, persistTo, SessionError } from "../src/index.ts";
import type { AnyTool } from "../src/index.ts";
import { JsonlLog } from "../src/node/index.ts";

const size = 256 * 1024;
let violations = 0;

function check(holds: boolean, what: string): void {
  process.stdout.write(`${holds ? "holds" : "VIOLATED"}: ${what}\n`);
  if (!holds) violations += 1;
}

/** Asks for the tool so many times, then ends. */
function model(calls: number): Model {
  let turn = 0;
  return {
    async *stream() {
      turn += 1;
      const asks = turn <= calls;
      const message: AssistantMessage = {
        role: "assistant",
        content: asks
          ? [{ type: "toolCall", id: `c${turn}`, name: "fill", arguments: {} }]
          : [{ type: "text", text: "done" }],
        stopReason: asks ? "toolUse" : "stop",
      };
      yield { type: "done", reason: asks ? "toolUse" : "stop", message };
    },
  };
}

async function session(
  path: string,
  run: Model,
  onCall: (call: number) => Promise<void>,
): Promise<{ log: JsonlLog; harness: Harness; warnings: unknown[] }> {
  let call = 0;
  const fill: AnyTool = {
    name: "fill",
    description: "answers with 8 KB",
    parameters: { type: "object" },
    execute: async () => {
      call += 1;
      await onCall(call);
      return `${call} ${"x".repeat(8_000)}`;
    },
  };
  const log = await JsonlLog.open(path);
  const harness = new Harness({ model: run, tools: [fill] });
  const warnings: unknown[] = [];
  harness.subscribe(persistTo(log, { onError: (error) => warnings.push(error) }), { first: true });
  return { log, harness, warnings };
}

async function isSame(path: string, harness: Harness): Promise<boolean> {
  const again = await JsonlLog.open(path, { readOnly: true });
  return JSON.stringify(await again.replay()) === JSON.stringify(harness.messages);
}

async function fillUp(path: string): Promise<void> {
  // More than fits: what is left of the file system is taken.
  await writeFile(path, Buffer.alloc(size)).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  });
}

async function roomInTime(folder: string): Promise<void> {
  const [path, ballast] = [join(folder, "a.jsonl"), join(folder, "ballast")];
  const run = await session(path, model(12), async (call) => {
    if (call === 3) await fillUp(ballast);
    if (call === 9) await unlink(ballast);
  });
  const { outcome } = await run.harness.prompt("go").result;
  check(outcome === "completed", "the run goes on and completes");
  check(run.warnings.length === 1, `one warning (${run.warnings.length})`);
  check(String(run.warnings[0]).includes("ENOSPC"), "the warning says why");
  check(await isSame(path, run.harness), "later entries are there in order, none twice");
  await run.log.close();
  await unlink(path);
}

async function noRoom(folder: string): Promise<void> {
  const [path, ballast] = [join(folder, "b.jsonl"), join(folder, "ballast")];
  const run = await session(path, model(6), async (call) => {
    if (call === 2) await fillUp(ballast);
  });
  const failure: unknown = await run.harness.prompt("go").result.catch((error: unknown) => error);
  check(
    HarnessError.isInstance(failure) && failure.kind === "listener",
    "without room at the end the run counts as failed",
  );
  check(run.warnings.length === 1, `one warning (${run.warnings.length})`);
  const text = await readFile(path, "utf8");
  check(text.endsWith("\n"), "the file ends with a whole line");
  await unlink(ballast);
  const { outcome } = await run.harness.prompt("again").result;
  check(outcome === "completed", "with room the next run completes");
  check(await isSame(path, run.harness), "what had waited is there, before what came after");
  await run.log.close();
  await unlink(path);
}

async function noRoomForLease(folder: string): Promise<void> {
  await fillUp(join(folder, "ballast"));
  const error: unknown = await JsonlLog.open(join(folder, "c.jsonl")).catch(
    (thrown: unknown) => thrown,
  );
  check(SessionError.isInstance(error) && error.kind === "io", "open rejects on a full disk");
  check((await readdir(folder)).join() === "ballast", "and leaves nothing behind");
}

const folder = await mkdtemp(join(tmpdir(), "tau-full-"));
try {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
  try {
    await roomInTime(folder);
    await noRoom(folder);
    await noRoomForLease(folder);
  } finally {
    execFileSync("umount", ["-l", folder]);
  }
} finally {
  await rmdir(folder);
}
process.stdout.write(`violations ${violations}\n`);
process.exitCode = violations === 0 ? 0 : 1;
