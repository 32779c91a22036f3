import type { Measurement } from "./rounds.ts";
import type { Cost } from "./run-once.ts";
import { summarize } from "./statistics.ts";
import type { Summary } from "./statistics.ts";

const mebibyte = 1024 * 1024;
const longestName = 40;

interface Column {
  readonly title: string;
  readonly digits: number;
  value(cost: Cost): number;
}

const columns: readonly Column[] = [
  { title: "CPU ms", digits: 1, value: (cost) => cost.userMs + cost.systemMs },
  { title: "peak MiB", digits: 1, value: (cost) => cost.peakBytes / mebibyte },
  { title: "wall ms", digits: 1, value: (cost) => cost.wallMs },
];

/**
 * One line per command: for CPU, memory and wall the median, the least and the greatest, and how many times the floor's
 * median it is; then how the runs ended. The first measurement is the floor.
 */
export function renderTable(measurements: readonly Measurement[]): string {
  const floor = columns.map((column) => summaryOf(measurements[0], column));
  const header = [
    "command",
    ...columns.flatMap((column) => [column.title, "min–max", "× floor"]),
    "ended",
  ];
  const rows = measurements.map((measurement) => [
    shorten(measurement.command.name),
    ...columns.flatMap((column, at) =>
      cells(summaryOf(measurement, column), floor[at]?.median, column.digits),
    ),
    endings(measurement),
  ]);
  return align([header, ...rows]);
}

/** True when every run of every command ended with exit code 0. */
export function allSucceeded(measurements: readonly Measurement[]): boolean {
  return measurements.every(({ samples }) => samples.every(({ ending }) => ending === "exit 0"));
}

function summaryOf(measurement: Measurement | undefined, column: Column): Summary | undefined {
  const costs = measurement?.samples.flatMap((sample) => sample.cost ?? []) ?? [];
  return summarize(costs.map((cost) => column.value(cost)));
}

function cells(
  summary: Summary | undefined,
  floor: number | undefined,
  digits: number,
): readonly string[] {
  if (!summary) return ["–", "–", "–"];
  const ratio = floor === undefined ? "–" : (summary.median / floor).toFixed(2);
  const range = `${summary.min.toFixed(digits)}–${summary.max.toFixed(digits)}`;
  return [summary.median.toFixed(digits), range, ratio];
}

/** `exit 0` when all runs agree, else each ending with its count. */
function endings({ samples }: Measurement): string {
  const counts = Map.groupBy(samples, (sample) => sample.ending);
  return [...counts]
    .map(([ending, same]) => (counts.size === 1 ? ending : `${ending} (${same.length}×)`))
    .join(", ");
}

function shorten(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`;
}

/** Names and endings to the left, numbers to the right. */
function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, at) => {
        const isText = at === 0 || at === row.length - 1;
        return isText ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
      })
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}
