import type { RunArguments } from "./arguments/run-arguments.ts";
import type { CommandIo } from "./command-io.ts";
import type { StopSignals } from "./stop-signals.ts";

/** What a run of the command works with. */
export interface Work {
  readonly given: RunArguments;
  /** The folder the agent works in, with links resolved. */
  readonly cwd: string;
  readonly tauHome: string;
  /** The user's home folder. */
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly io: CommandIo;
  readonly signals: StopSignals;
}
