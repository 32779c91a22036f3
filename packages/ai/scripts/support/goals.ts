/** One measured number beside the most it may be. */
export interface Goal {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}

/** Prints the goals as a table and sets the process's exit code to 1 when one of them is missed. */
export function reportGoals(goals: readonly Goal[]): void {
  const width = Math.max(...goals.map(({ name }) => name.length));
  for (const { name, value, limit, unit } of goals) {
    const isMet = value <= limit;
    const measured = `${shown(value)} ${unit}`.padStart(14);
    process.stdout.write(
      `${isMet ? "ok  " : "MISS"} ${name.padEnd(width)} ${measured}  (at most ${shown(limit)} ${unit})\n`,
    );
    if (!isMet) process.exitCode = 1;
  }
}

/** The smallest of the samples: what the work costs when nothing disturbs it. */
export function best(samples: readonly number[]): number {
  return Math.min(...samples);
}

/** The sample in the middle: what the work usually costs. */
export function median(samples: readonly number[]): number {
  return samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)] ?? NaN;
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
}
