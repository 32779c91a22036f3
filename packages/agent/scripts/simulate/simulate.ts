import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryLog } from "../../src/index.ts";
import { JsonlLog } from "../../src/node/index.ts";
import { Coverage } from "./coverage.ts";
import { runScenario } from "./run-scenario.ts";
import type { ScenarioReport, Surroundings } from "./run-scenario.ts";

export interface SimulateOptions {
  /** The seed of the first run; each further run has the next one. */
  readonly seed: number;
  readonly runs: number;
  /** Ends early after so many runs with a violation. Default 20. */
  readonly maxViolations?: number | undefined;
}

export interface Violation {
  readonly seed: number;
  readonly step: number | undefined;
  readonly problems: readonly string[];
}

export interface SimulateReport {
  /** How many runs there were: fewer than asked for after too many violations. */
  readonly runs: number;
  readonly coverage: Coverage;
  readonly violations: readonly Violation[];
}

/** Plays many random runs. Each depends on its own seed only, so that any of them can be played again alone. */
export async function simulate(options: SimulateOptions): Promise<SimulateReport> {
  const { seed: first, runs, maxViolations = 20 } = options;
  const coverage = new Coverage();
  const violations: Violation[] = [];
  const folder = await mkdtemp(join(tmpdir(), "tau-simulation-"));
  const rejections: unknown[] = [];
  const note = (error: unknown): void => void rejections.push(error);
  process.on("unhandledRejection", note);
  let count = 0;
  try {
    const surroundings = makeSurroundings(folder, rejections);
    for (; count < runs && violations.length < maxViolations; count += 1) {
      const report = await runScenario(first + count, surroundings);
      coverage.add(report);
      if (report.violations.length > 0) violations.push(violationOf(report));
    }
  } finally {
    process.off("unhandledRejection", note);
    await rm(folder, { recursive: true, force: true });
  }
  return { runs: count, coverage, violations };
}

function makeSurroundings(folder: string, rejections: unknown[]): Surroundings {
  return {
    async openLog({ saver, seed }) {
      if (saver === "none") return undefined;
      if (saver === "memory") return new MemoryLog();
      return JsonlLog.open(join(folder, `${seed}.jsonl`), { cwd: folder, fsync: "none" });
    },
    takeRejections: () => rejections.splice(0),
  };
}

function violationOf({ seed, step, violations }: ScenarioReport): Violation {
  return { seed, step, problems: violations };
}
