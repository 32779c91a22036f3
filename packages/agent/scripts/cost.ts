// What the harness itself costs, beside goals: a turn, an idle harness, what many runs leave behind, a delta:
//   node --conditions=tau-ts:source scripts/cost.ts
import { getEventListeners } from "node:events";
import { Harness } from "../src/index.ts";
import { cpuMs, heapBytes, median } from "./cost/measure.ts";
import { asking, nothing, streaming } from "./cost/subjects.ts";

/** How often each measurement is made: odd, so that there is a middle one. */
const ROUNDS = 9;

interface Finding {
  readonly what: string;
  readonly isGood: boolean;
}

/** CPU milliseconds a turn takes, around one turn of a long run. */
async function turnCost(at: number): Promise<number> {
  const width = 200;
  let begun = 0;
  let spent = 0;
  const model = asking((turn) => {
    if (turn === at) begun = cpuMs();
    if (turn === at + width) spent = cpuMs() - begun;
    return turn === at + width;
  });
  const harness = new Harness({ model, tools: [nothing] });
  await harness.prompt("go").result;
  return spent / width;
}

/** The medians of what some work costs with few and with many, measured in turn after a warm-up. */
async function fewAndMany(
  costOf: (count: number) => Promise<number>,
  few: number,
  many: number,
): Promise<readonly [number, number]> {
  const ofFew: number[] = [];
  const ofMany: number[] = [];
  await costOf(many);
  for (let round = 0; round < ROUNDS; round += 1) {
    ofFew.push(await costOf(few));
    ofMany.push(await costOf(many));
  }
  return [median(ofFew), median(ofMany)];
}

async function turns(): Promise<Finding> {
  const [first, last] = await fewAndMany(turnCost, 10, 2000);
  return {
    what: `a turn with one tool takes ${first.toFixed(3)} ms CPU at turn 10 and ${last.toFixed(3)} ms at turn 2,000 (goal: at most 0.1, and the same)`,
    isGood: first <= 0.1 && last <= 0.1 && last <= first * 1.5 + 0.01,
  };
}

function idleHarnesses(): Finding {
  const kept: Harness[] = [];
  const model = asking(() => true);
  const sizes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = heapBytes();
    for (let made = 0; made < 10_000; made += 1) kept.push(new Harness({ model }));
    sizes.push((heapBytes() - before) / 10_000);
  }
  // Looked at once more: what nobody needs any more might be gone before it is measured.
  if (kept.some((harness) => harness.isRunning)) throw new Error("a harness is not idle");
  const size = median(sizes);
  return {
    what: `10,000 idle harnesses take ${(size / 1024).toFixed(2)} KiB each (goal: below 2)`,
    isGood: size < 2048,
  };
}

async function manyRuns(): Promise<Finding> {
  const runsARound = 1800;
  const { signal } = new AbortController();
  const harness = new Harness({ model: asking((turn) => turn % 2 === 0), tools: [nothing] });
  const heaps: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (let run = 0; run < runsARound; run += 1) {
      await harness.prompt("go", { signal }).result;
      harness.replaceMessages([]);
    }
    heaps.push(heapBytes());
  }
  // The first round warms up. Of three heaps the middle one: the collector leaves now more, now less behind.
  const growth = (median(heaps.slice(-3)) - median(heaps.slice(1, 4))) / (6 * runsARound);
  const listeners = getEventListeners(signal, "abort").length;
  return {
    what: `18,000 runs leave ${listeners} listeners on their signal and ${growth.toFixed(1)} bytes of heap each (goal: none, below 64)`,
    isGood: listeners === 0 && growth < 64,
  };
}

async function deltaCost(count: number): Promise<number> {
  const harness = new Harness({ model: streaming(count) });
  let heard = 0;
  harness.subscribe(() => void (heard += 1));
  const begun = cpuMs();
  await harness.prompt("go").result;
  return ((cpuMs() - begun) * 1000) / heard;
}

async function deltas(): Promise<Finding> {
  const [short, long] = await fewAndMany(deltaCost, 5000, 40_000);
  return {
    what: `a delta takes ${short.toFixed(2)} µs CPU in a reply of 5,000 and ${long.toFixed(2)} µs in one of 40,000 (goal: the same)`,
    isGood: long <= short * 1.5 + 0.5,
  };
}

const findings = [await turns(), idleHarnesses(), await manyRuns(), await deltas()];
for (const { what, isGood } of findings)
  process.stdout.write(`${isGood ? "good" : "TOO MUCH"}: ${what}\n`);
if (findings.some((finding) => !finding.isGood)) process.exitCode = 1;
