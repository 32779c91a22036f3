/**
 * Searches 5,000 files with the grep tool, with plain ripgrep and without ripgrep: `node --conditions=tau-ts:source
 * scripts/search-speed.ts`. Ends with code 1 when the tool takes more than 1.5 times the time of ripgrep, when the walker
 * takes more than 12 times the time of the tool, or when their answers differ.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRipgrep } from "../src/search/ripgrep/program.ts";
import { findTool } from "../src/tools/find.ts";
import { grepTool } from "../src/tools/grep.ts";
import { LocalWorkspace } from "../src/workspace/local-workspace.ts";

const files = 5000;
const rounds = 9;
const toolLimit = 1.5;
const walkerLimit = 12;

const never = new AbortController().signal;
const context = { toolCallId: "call", signal: never, abandoned: never, onUpdate: () => undefined };
const program = await findRipgrep({ searchPath: process.env["PATH"] ?? "" });
if (program === undefined) throw new Error("There is no ripgrep to compare with.");

const line = (index: number): string =>
  `export const value${index} = compute(${index * 7}, "text");\n`;

/** Source files of 2 to 14 KB, 50 to a folder, one in 100 of which holds what is searched for. */
function makeTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "tau-search-"));
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, ".gitignore"), "*.log\nbuild/\n");
  for (let index = 0; index < files; index++) {
    const inside = join(
      folder,
      `package${Math.floor(index / 500)}`,
      `folder${Math.floor(index / 50)}`,
    );
    mkdirSync(inside, { recursive: true });
    const lines = Array.from({ length: 40 + (index % 5) * 60 }, (_, number) => line(number));
    if (index % 100 === 0) lines.push("throw new NeedleError(value);\n");
    writeFileSync(join(inside, `file${index}.ts`), lines.join(""));
    if (index % 50 === 0) writeFileSync(join(inside, "ignored.log"), "NeedleError\n");
  }
  return folder;
}

async function runPlain(cwd: string, args: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const child = spawn(program ?? "", args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.resume();
  child.once("close", () => resolve());
  await promise;
}

/** What one round took, in milliseconds. */
interface Round {
  readonly plain: number;
  readonly tool: number;
  readonly walker: number;
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** The median of something of each round: a busy moment of the machine strikes all of a round, and then few of them. */
function median(all: readonly Round[], valueOf: (round: Round) => number): number {
  return all.map(valueOf).toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
}

interface Search {
  readonly name: string;
  readonly plain: readonly string[];
  readonly run: (workspace: LocalWorkspace) => Promise<unknown>;
}

const searches: readonly Search[] = [
  ...["NeedleError", "Needle\\w+\\(", "(throw|raise) .*Error"].map((pattern) => ({
    name: `grep ${pattern}`,
    plain: ["--no-config", "--line-number", "--hidden", pattern, "./"],
    run: async (workspace: LocalWorkspace) => grepTool({ workspace }).execute({ pattern }, context),
  })),
  {
    name: "find *9.ts",
    plain: ["--no-config", "--files", "--hidden", "--glob=*9.ts", "./"],
    run: async (workspace) => findTool({ workspace }).execute({ pattern: "*9.ts" }, context),
  },
];

const cwd = makeTree();
let isGood = true;
for (const { name, plain, run } of searches) {
  const fast = new LocalWorkspace({ cwd });
  const walking = new LocalWorkspace({ cwd, ripgrep: false });
  const isSame = JSON.stringify(await run(fast)) === JSON.stringify(await run(walking));
  const all: Round[] = [];
  for (let round = 0; round < rounds; round++)
    all.push({
      plain: await timeOf(() => runPlain(cwd, plain)),
      tool: await timeOf(() => run(fast)),
      walker: await timeOf(() => run(walking)),
    });
  const [plainMs, toolMs, walkerMs] = [
    median(all, (round) => round.plain),
    median(all, (round) => round.tool),
    median(all, (round) => round.walker),
  ].map((time) => time.toFixed(0));
  const toolRatio = median(all, ({ tool, plain: bare }) => tool / bare);
  const walkerRatio = median(all, ({ walker, tool }) => walker / tool);
  const isGrep = name.startsWith("grep");
  process.stdout.write(
    `${name}: plain ripgrep ${plainMs} ms, tool ${toolMs} ms (${toolRatio.toFixed(2)} times${isGrep ? `, limit ${toolLimit}` : ""}), ripgrep hidden ${walkerMs} ms (${walkerRatio.toFixed(1)} times, limit ${walkerLimit}), same answers: ${isSame}\n`,
  );
  isGood &&= isSame && walkerRatio <= walkerLimit && (!isGrep || toolRatio <= toolLimit);
}
rmSync(cwd, { recursive: true });
if (!isGood) process.exitCode = 1;
