// Plays random runs of harnesses with misbehaving models, tools, hooks and listeners, stops each of them somewhere, and
// checks what must hold:
//   node --conditions=tau-ts:source scripts/simulate.ts [--runs 1000] [--seed 1] [--max-violations 20]
// Prints where the runs were stopped and each violation with the seed that plays it again.
import { parseArgs } from "node:util";
import { simulate } from "./simulate/simulate.ts";
import type { SimulateOptions, Violation } from "./simulate/simulate.ts";

const usage = "simulate [--runs 1000] [--seed 1] [--max-violations 20]";

function readOptions(): Required<SimulateOptions> {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "1000" },
      seed: { type: "string", default: "1" },
      "max-violations": { type: "string", default: "20" },
    },
  });
  const maxViolations = values["max-violations"];
  return {
    runs: wholeNumber(values.runs),
    seed: wholeNumber(values.seed),
    maxViolations: wholeNumber(maxViolations),
  };
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${JSON.stringify(text)} is no whole number`);
}

function describeViolation({ seed, step, problems }: Violation): string {
  return `seed ${seed}, step ${step ?? "none"}: ${problems.join("; ")}`;
}

async function main(options: Required<SimulateOptions>): Promise<boolean> {
  const begun = performance.now();
  const { runs, coverage, violations } = await simulate(options);
  const seconds = (performance.now() - begun) / 1000;
  const lines = [
    `${runs} runs in ${seconds.toFixed(1)} s (${Math.round(runs / seconds)} a second), seeds from ${options.seed}`,
    coverage.toString(),
    `violations: ${violations.length}`,
    ...violations.map(describeViolation),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return violations.length === 0;
}

let options: Required<SimulateOptions> | undefined;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
}
process.exitCode = options ? Number(!(await main(options))) : 2;
