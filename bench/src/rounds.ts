import type { Command } from "./arguments.ts";
import type { Sample } from "./run-once.ts";

/** A command and its measured runs, in the order in which they ran. */
export interface Measurement {
  readonly command: Command;
  readonly samples: readonly Sample[];
}

/**
 * Runs every command once per round, one after the other: A B C, A B C, … A machine that slows down in the middle slows
 * all of them. The samples of the first `warmup` rounds are dropped.
 */
export async function runRounds(
  commands: readonly Command[],
  rounds: { readonly runs: number; readonly warmup: number },
  run: (command: Command) => Promise<Sample>,
): Promise<readonly Measurement[]> {
  const measurements = commands.map((command) => ({ command, samples: [] as Sample[] }));
  for (let round = 0; round < rounds.warmup + rounds.runs; round += 1) {
    for (const { command, samples } of measurements) {
      const sample = await run(command);
      if (round >= rounds.warmup) samples.push(sample);
    }
  }
  return measurements;
}
