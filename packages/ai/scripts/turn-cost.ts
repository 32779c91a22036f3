/**
 * What a whole turn with one tool call over `nodeTransport` costs a process, and what importing the package costs,
 * beside `node -e 0` and beside two bare requests. Measures the built package: build it first.
 *
 * The runs take turns and are compared round by round: a busy machine meets both sides of a round alike.
 *
 * Usage: node packages/ai/scripts/turn-cost.ts
 */
import { fileURLToPath } from "node:url";
import { best, median, reportGoals } from "./support/goals.ts";
import { runProgram } from "./support/run-program.ts";
import { startToolServer } from "./support/tool-server.ts";

const RUNS = 41;

/** One command of the measurement, as the program of `bench` prints it. */
interface Measurement {
  readonly command: { readonly name: string };
  readonly samples: readonly {
    readonly ending: string;
    readonly cost?: {
      readonly userMs: number;
      readonly systemMs: number;
      readonly peakBytes: number;
    };
  }[];
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

async function measure(url: string): Promise<Measurement[]> {
  const turn = pathOf("support/one-tool-turn.mjs");
  const imports = pathOf("support/import-only.mjs");
  const program = [process.execPath, pathOf("../../../bench/src/measure.ts")] as const;
  const options = ["--json", "--runs", String(RUNS), "--warmup", "2"];
  const commands = [
    ["turn=", "node", turn, url],
    ["turn over fetch=", "node", turn, url, "fetch"],
    ["import=", "node", imports],
    ["two bare requests=", "node", pathOf("support/two-requests.mjs"), url],
  ];
  const words = commands.flatMap((command, at) => (at === 0 ? command : ["---", ...command]));
  const { NODE_OPTIONS: _, ...env } = process.env;
  const output = await runProgram([...program, ...options, ...words], { env });
  const measurements: Measurement[] = JSON.parse(output);
  return measurements;
}

/** What each run cost; the runs of one round stand at the same place in all measurements. */
function cpuMs({ command, samples }: Measurement): number[] {
  return samples.map(({ ending, cost }) => {
    if (cost === undefined || ending !== "exit 0") throw new Error(`${command.name}: ${ending}`);
    return cost.userMs + cost.systemMs;
  });
}

function peakMiB({ samples }: Measurement): number {
  return best(samples.map(({ cost }) => (cost?.peakBytes ?? NaN) / 2 ** 20));
}

await using server = await startToolServer();
const measurements = await measure(server.url);
const costs = measurements.map(cpuMs);
const floors = costs[0] ?? [];

/** How much more than its neighbour in time, which met the same machine, each run cost: the middle of all rounds. */
function timesFloor(cost: readonly number[]): number {
  return median(cost.map((ms, round) => ms / (floors[round] ?? NaN)));
}

for (const [at, measurement] of measurements.entries()) {
  const cost = costs[at] ?? [];
  const columns = [
    measurement.command.name.padEnd(18),
    `${median(cost).toFixed(1).padStart(7)} ms CPU`,
    `${timesFloor(cost).toFixed(2).padStart(6)} ×`,
    `${peakMiB(measurement).toFixed(0).padStart(4)} MiB`,
  ];
  process.stdout.write(`${columns.join(" ")}\n`);
}
const [, turn = [], , imported = []] = costs;
reportGoals([
  {
    name: "a turn with one tool call",
    value: timesFloor(turn),
    limit: 2.2,
    unit: "× node -e 0",
  },
  {
    name: "importing the package",
    value: median(imported) - median(floors),
    limit: 20,
    unit: "ms CPU",
  },
]);
