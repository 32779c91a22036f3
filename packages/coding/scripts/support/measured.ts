import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** What one run of a program printed: numbers by name. */
export type Measurement = Readonly<Record<string, number>>;

/** Runs a program that lies beside this file and gives the numbers it prints. */
export async function measured(program: string, ...words: readonly string[]): Promise<Measurement> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const path = join(import.meta.dirname, program);
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...words], { env });
  const numbers: Measurement = JSON.parse(stdout);
  return numbers;
}

/** The middle value of an odd number of measurements. */
export function medianOf(measurements: readonly Measurement[], name: string): number {
  const values = measurements.map((measurement) => measurement[name] ?? Number.NaN);
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints values with their goals; the process fails when one is missed. */
export function report(
  what: string,
  values: Readonly<Record<string, readonly [value: number, goal?: number]>>,
): void {
  const parts = Object.entries(values).map(([unit, [value, goal]]) => {
    if (goal !== undefined && !(value < goal)) process.exitCode = 1;
    const shown = value < 10 ? value.toFixed(3) : value.toFixed(0);
    return `${shown} ${unit}${goal === undefined ? "" : ` (goal < ${goal})`}`;
  });
  process.stdout.write(`${what}: ${parts.join("; ")}\n`);
}
