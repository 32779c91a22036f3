import type { ModelChoice } from "./choose-model.ts";
import type { CommandIo } from "./command-io.ts";
import type { RunArguments } from "./parse-arguments.ts";
import type { StopSignals } from "./stop-signals.ts";

/** What a run of the command works with. */
export interface Work {
  readonly given: RunArguments;
  /** The folder the agent works in, with links resolved. */
  readonly cwd: string;
  readonly choice: ModelChoice;
  readonly io: CommandIo;
  readonly signals: StopSignals;
}
