import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalShell } from "../../src/shell/local-shell.ts";
import type { Shell } from "../../src/shell/shell.ts";
import { bashTool } from "../../src/tools/bash.ts";
import { alive } from "./alive.ts";
import { trees } from "./trees.ts";
import type { Tree } from "./trees.ts";

export interface Stops {
  readonly count: number;
  /** Milliseconds from the stop to the end of the call, ascending. */
  readonly times: readonly number[];
  /** Processes that were still alive when their call had ended. */
  readonly survivors: number;
  /** Calls that did not end as cancelled. */
  readonly failed: number;
  /** Jobs that were running before the first stop and after the last. */
  readonly jobs: { readonly before: number; readonly after: number; readonly afterDispose: number };
}

/**
 * Stops `count` trees of processes through the bash tool, in turn softly and hard, `atOnce` at a time, while two jobs run
 * in the background that must not be touched.
 */
export async function stopMany(count: number, atOnce: number): Promise<Stops> {
  const run = String(Math.random()).slice(2, 10);
  const shell = new LocalShell();
  const spoolFolder = mkdtempSync(join(tmpdir(), "tau-stops-"));
  const jobTag = `9${run}`;
  const sleeping = `sleep\u0000300.${jobTag}`;
  const cwd = "/";
  await shell.start(`sleep 300.${jobTag} & wait`, { cwd });
  await bashTool({ cwd, shell }).execute(
    { command: `sleep 300.${jobTag} >/dev/null & true` },
    quiet(new AbortController().signal, new AbortController().signal),
  );
  const before = alive(sleeping).length;
  const results: { readonly time: number; readonly survivors: number; readonly isFine: boolean }[] =
    [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const tree = trees[index % trees.length];
      const isHard = Math.floor(index / trees.length) % 2 === 1;
      if (tree)
        results.push(
          await stopOne(
            { shell, spoolFolder },
            tree,
            `1${run}${String(index).padStart(6, "0")}`,
            isHard,
          ),
        );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const after = alive(sleeping).length;
  await shell.dispose();
  rmSync(spoolFolder, { recursive: true });
  return {
    count: results.length,
    times: results.map(({ time }) => time).toSorted((a, b) => a - b),
    survivors: results.reduce((sum, result) => sum + result.survivors, 0),
    failed: results.filter(({ isFine }) => !isFine).length,
    jobs: { before, after, afterDispose: alive(jobTag).length },
  };
}

interface Place {
  readonly shell: LocalShell;
  /** Where the floods go. */
  readonly spoolFolder: string;
}

async function stopOne(
  { shell, spoolFolder }: Place,
  tree: Tree,
  tag: string,
  isHard: boolean,
): Promise<{ readonly time: number; readonly survivors: number; readonly isFine: boolean }> {
  const soft = new AbortController();
  const hard = new AbortController();
  const { promise: isReady, resolve } = Promise.withResolvers<void>();
  let printed = "";
  const run: Shell["run"] = (command, options) =>
    shell.run(command, {
      ...options,
      onOutput(chunk) {
        if (printed.length < 1000) printed += Buffer.from(chunk).toString();
        if (printed.includes("ready")) resolve();
        options.onOutput(chunk);
      },
    });
  const bash = bashTool({ cwd: "/", shell: { run }, spoolFolder, spoolMaxBytes: 1_000_000 });
  const running = bash.execute({ command: tree.command(tag) }, quiet(soft.signal, hard.signal));
  await Promise.race([isReady, running]);
  await new Promise((done) => setTimeout(done, Math.random() * 60));
  const started = performance.now();
  soft.abort();
  if (isHard) hard.abort();
  const result = await running;
  const time = performance.now() - started;
  const isFine = typeof result === "object" && result.details?.cancelled === true;
  return { time, survivors: alive(tag).length, isFine };
}

type Context = Parameters<ReturnType<typeof bashTool>["execute"]>[1];

function quiet(signal: AbortSignal, abandoned: AbortSignal): Context {
  return { toolCallId: "call", signal, abandoned, onUpdate: () => undefined };
}
