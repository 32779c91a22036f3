import { delimiter, dirname } from "node:path";
import { parseArguments, usage, UsageError } from "./arguments.ts";
import type { Command } from "./arguments.ts";
import { findLauncher, launchersFor } from "./launcher.ts";
import { allSucceeded, renderTable } from "./report.ts";
import { runRounds } from "./rounds.ts";
import { runOnce } from "./run-once.ts";

/** What any program written for Node pays at least: always measured, always first. */
const floor: Command = { name: "node -e 0", words: ["node", "-e", "0"], environment: {} };

async function main(words: readonly string[], signal: AbortSignal): Promise<number> {
  const asked = parseArguments(words);
  const launcher = findLauncher(launchersFor(process.platform, process.arch));
  // The floor and every `node …` are the Node that runs this program, whatever else is on the PATH.
  const path = [dirname(process.execPath), process.env["PATH"]].filter(Boolean).join(delimiter);
  const environment = { ...process.env, PATH: path };
  const measurements = await runRounds([floor, ...asked.commands], asked, (command) =>
    runOnce(command, { launcher, environment, timeoutMs: asked.timeoutSeconds * 1000, signal }),
  );
  if (asked.json) {
    process.stdout.write(`${JSON.stringify(measurements, undefined, 2)}\n`);
  } else {
    process.stdout.write(
      `${asked.runs} runs of each, in turns, after ${asked.warmup} that did not count · ` +
        `node ${process.version} · ${process.platform} ${process.arch} · ${launcher.name}\n\n` +
        renderTable(measurements),
    );
  }
  return allSucceeded(measurements) ? 0 : 1;
}

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(name, () => interruption.abort(new Error(`stopped by ${name}`)));
}

try {
  process.exitCode = await main(process.argv.slice(2), interruption.signal);
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${usage}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
