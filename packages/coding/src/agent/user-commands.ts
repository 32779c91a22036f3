import { CancelToken } from "@tau-ts/agent";
import type { CancelInput } from "@tau-ts/agent";
import type { BashExecutionMessage } from "@tau-ts/ai";
import { resolveBudget } from "../output/budget.ts";
import { CommandOutput } from "../output/command-output.ts";
import type { FinishedOutput } from "../output/command-output.ts";
import { FreshText } from "../output/fresh-text.ts";
import { LiveUpdates } from "../output/live-updates.ts";
import type { Shell, ShellExit } from "../shell/shell.ts";
import type { AgentSessionEvent } from "./agent-events.ts";
import type { UserCommand } from "./parse-user-command.ts";

/** How a command of the user's is run. */
export interface UserCommandOptions {
  /** Tells its events from those of others. Default: a random one. */
  readonly id?: string | undefined;
  /** Stops the command. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs commands of the user's, any number at a time, through the shell of the agent. */
export class UserCommands {
  readonly #shell: Shell;
  readonly #cwd: string;
  readonly #running = new Map<CancelToken, Promise<unknown>>();

  constructor(shell: Shell, cwd: string) {
    this.#shell = shell;
    this.#cwd = cwd;
  }

  /** Resolves with what is to be recorded, however the command ended. Rejects when it could not be started. */
  async run(
    command: UserCommand,
    { id = crypto.randomUUID(), signal }: UserCommandOptions,
    tell: (event: AgentSessionEvent) => void,
  ): Promise<BashExecutionMessage> {
    using token = CancelToken.from(signal);
    const running = this.#follow(command, id, token, tell);
    this.#running.set(token, running);
    try {
      return await running;
    } finally {
      this.#running.delete(token);
    }
  }

  /** Stops all of them. */
  cancel(reason?: CancelInput): void {
    for (const token of this.#running.keys()) token.cancel(reason);
  }

  /** Resolves when none of those that run now runs any more. */
  async whenOver(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  async #follow(
    { command, excludeFromContext }: UserCommand,
    id: string,
    token: CancelToken,
    tell: (event: AgentSessionEvent) => void,
  ): Promise<BashExecutionMessage> {
    const timestamp = Date.now();
    tell({ type: "bash_execution_start", id, command, excludeFromContext });
    const output = new CommandOutput(resolveBudget({}), {});
    const fresh = new FreshText();
    const show = (): void => {
      const delta = fresh.take();
      if (delta !== "") tell({ type: "bash_execution_update", id, delta });
    };
    try {
      const exit = await this.#execute(command, token, output, fresh, show);
      fresh.end();
      show();
      const { exitCode, cancelled } = exit;
      tell({ type: "bash_execution_end", id, cancelled, ...codeOf(exitCode) });
      return executionMessage(command, excludeFromContext, exit, output.finish(), timestamp);
    } catch (error) {
      output.discard();
      tell({ type: "bash_execution_end", id, cancelled: token.isCancelled });
      if (!token.isCancelled) throw error;
      return executionMessage(command, excludeFromContext, stopped, nothing, timestamp);
    }
  }

  async #execute(
    command: string,
    token: CancelToken,
    output: CommandOutput,
    fresh: FreshText,
    show: () => void,
  ): Promise<ShellExit> {
    using updates = new LiveUpdates(show);
    return await this.#shell.run(command, {
      cwd: this.#cwd,
      signal: token.signal,
      abandoned: token.abandoned,
      onOutput: (chunk) => {
        output.push(chunk);
        fresh.push(chunk);
        updates.request();
      },
    });
  }
}

/** A command that was stopped before it was started. */
const stopped: ShellExit = {
  exitCode: null,
  signal: null,
  timedOut: false,
  cancelled: true,
  background: [],
};
const nothing: Pick<FinishedOutput, "text" | "truncated"> = { text: "", truncated: false };

function executionMessage(
  command: string,
  excludeFromContext: boolean,
  { exitCode, cancelled }: ShellExit,
  { text, truncated, full }: Pick<FinishedOutput, "text" | "truncated" | "full">,
  timestamp: number,
): BashExecutionMessage {
  return {
    role: "bashExecution",
    command,
    output: text,
    ...codeOf(exitCode),
    cancelled,
    truncated,
    ...(full && "path" in full ? { fullOutputPath: full.path } : {}),
    ...(excludeFromContext ? { excludeFromContext } : {}),
    timestamp,
  };
}

function codeOf(exitCode: number | null): { readonly exitCode?: number } {
  return exitCode === null ? {} : { exitCode };
}
