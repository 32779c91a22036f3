/**
 * What the built command costs a process, beside `node -e 0`: `--version`, `--help`, and a printed turn with one tool
 * call, answered by a model server of the loopback interface. Build first. The commands take turns and are compared round
 * by round: a busy machine meets all of a round alike.
 *
 * Usage: node packages/tui/scripts/start-cost.ts [--runs N]
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";

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

const goals: Readonly<Record<string, number>> = { "the version": 1.2, help: 1.3, "a turn": 3 };
const mostMiB = 70;

const { values } = parseArgs({ options: { runs: { type: "string", default: "21" } } });
const [bench, tau] = ["../../../bench/src/measure.ts", "../dist/bin.js"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const root = await mkdtemp(join(tmpdir(), "tau-start-cost-"));
try {
  await writeFile(join(root, "notes.txt"), "milk\n");
  const call = anthropicToolCall({ name: "read", arguments: { path: "notes.txt" } });
  const answer = anthropicText("There is milk in notes.txt.");
  await using server = await startModelServer(
    [({ rawBody }) => (rawBody.includes("tool_result") ? answer : call)],
    { repeatLast: true },
  );
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    TAU_HOME: join(root, "home"),
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: "none",
  };
  const turn = ["--cwd", root, "--model", "anthropic/claude-sonnet-4-5", "-p", "What is in it?"];
  const commands = Object.entries({
    "the version": ["--version"],
    help: ["--help"],
    "a turn": turn,
  });
  const words = commands.flatMap(([name, given], at) => [
    ...(at === 0 ? [] : ["---"]),
    `${name}=`,
    "node",
    tau ?? "",
    ...given,
  ]);
  const options = ["--json", "--warmup", "2", "--runs", values.runs];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [bench ?? "", ...options, ...words],
    {
      env,
      maxBuffer: 2 ** 26,
    },
  );
  const measurements: Measurement[] = JSON.parse(stdout);
  report(measurements);
} finally {
  await rm(root, { recursive: true, force: true });
}

function report([floor, ...measurements]: Measurement[]): void {
  const floors = floor === undefined ? [] : cpuMs(floor);
  for (const measurement of measurements) {
    const { name } = measurement.command;
    const times = median(cpuMs(measurement).map((ms, round) => ms / (floors[round] ?? NaN)));
    const mib = Math.min(
      ...measurement.samples.map(({ cost }) => (cost?.peakBytes ?? NaN) / 2 ** 20),
    );
    const isMet = times <= (goals[name] ?? NaN) && mib <= mostMiB;
    if (!isMet) process.exitCode = 1;
    const goal = `at most ${goals[name]} × and ${mostMiB} MiB`;
    process.stdout.write(
      `${isMet ? "ok  " : "MISS"} ${name.padEnd(11)} ${times.toFixed(2)} × node -e 0, ${mib.toFixed(0)} MiB (${goal})\n`,
    );
  }
}

function cpuMs({ command, samples }: Measurement): number[] {
  return samples.map(({ ending, cost }) => {
    if (cost === undefined || ending !== "exit 0") throw new Error(`${command.name}: ${ending}`);
    return cost.userMs + cost.systemMs;
  });
}

/** The sample in the middle. */
function median(samples: readonly number[]): number {
  return samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)] ?? NaN;
}
