/**
 * What snapshots cost in a repository of FILES files (default 5,000), of which some are changed by each of RUNS runs
 * (default 100): `node --conditions=tau-ts:source scripts/snapshots-cost.ts [FILES] [RUNS]`. Ends with code 1 when the
 * first snapshot takes a second or more, later ones 100 ms or more, or when what is kept outgrows its bound. Other work on
 * the machine only ever adds to a time, so the least of three first ones counts, and of the later ones the quickest quarter.
 */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Snapshots } from "../src/snapshots/snapshots.ts";
import { bytesBelow } from "../src/snapshots/store/copies.ts";

const [files = 5000, runs = 100] = process.argv.slice(2).map(Number);
const folder = realpathSync(mkdtempSync(join(tmpdir(), "tau-undo-")));
const [cwd, home] = [join(folder, "project"), join(folder, "home")];

function fileName(index: number): string {
  return join(
    cwd,
    `src/part-${Math.floor(index / 500)}/unit-${Math.floor(index / 20)}/file-${index}.ts`,
  );
}

function git(...args: string[]): void {
  execFileSync("git", args, { cwd });
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function makeRepository(): void {
  for (let index = 0; index < files; index += 1) {
    mkdirSync(join(fileName(index), ".."), { recursive: true });
    writeFileSync(fileName(index), `export const value${index} = ${index};\n`.repeat(40));
  }
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=n", "-c", "user.email=a@b", "commit", "-qm", "x");
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

function describe(
  name: string,
  times: readonly number[],
): { readonly text: string; readonly quarterMs: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [quarter, median, most] = [at(0.25), at(0.5), at(0.95)].map((time) => Math.round(time));
  const text = `${name}: ms 25 % ${quarter}, median ${median}, 95 % ${most}`;
  return { text, quarterMs: at(0.25) };
}

const warnings: string[] = [];
const open = (): Snapshots =>
  new Snapshots({ cwd, home, onWarning: (text) => void warnings.push(text) });

try {
  makeRepository();
  const load = loadavg()[0]?.toFixed(1) ?? "?";
  const firsts: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    rmSync(home, { recursive: true, force: true });
    firsts.push(await timed(() => open().before({ text: "bash" })));
  }
  const firstMs = Math.min(...firsts);
  const again = await timed(() => open().before({ text: "bash" }));
  const snapshots = open();
  const [before, after]: [number[], number[]] = [[], []];
  const sizes: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    snapshots.beginRun();
    snapshots.mark(`run ${run}`);
    const started = performance.now();
    const finish = await snapshots.before({ text: "bash" });
    before.push(performance.now() - started);
    for (let change = 0; change < 20; change += 1)
      appendFileSync(fileName((run * 37 + change * 211) % files), `// run ${run}\n`);
    after.push(
      await timed(async () => {
        finish();
        await snapshots.settled();
      }),
    );
    await snapshots.endRun();
    if (run % 10 === 9) sizes.push(await bytesBelow(home));
  }
  const [idle, changed] = [
    describe("before a command, nothing changed", before),
    describe("after a command that changed 20 files", after),
  ];
  const undoMs = await timed(async () => (await (await snapshots.undo())?.apply())?.restored);
  const cleanUpMs = await timed(() => snapshots.cleanUp({ keepRuns: 50 }));
  const kept = await bytesBelow(home);
  process.stdout.write(
    [
      `${files} files, ${cpus().length} cores, load ${load}`,
      `first snapshot: ${firsts.map((time) => time.toFixed(0)).join(", ")} ms; first of a new process: ${again.toFixed(0)} ms`,
      idle.text,
      changed.text,
      `undo of a run: ${undoMs.toFixed(0)} ms; clean-up: ${cleanUpMs.toFixed(0)} ms`,
      `MB kept after every 10 runs: ${sizes.map(megabytes).join(" ")}; after a clean-up: ${megabytes(kept)}`,
      `warnings: ${warnings.length}`,
      ...warnings,
      "",
    ].join("\n"),
  );
  const isBounded = kept < 50e6 && Math.max(...sizes) < 100e6;
  if (
    firstMs >= 1000 ||
    idle.quarterMs >= 100 ||
    changed.quarterMs >= 100 ||
    !isBounded ||
    warnings.length > 0
  )
    process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
