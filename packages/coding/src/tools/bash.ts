import { defineTool } from "@tau-ts/agent";
import type { Tool, ToolContext, ToolResult } from "@tau-ts/agent";
import { ToolInputError } from "../errors.ts";
import type { ResolvedBudget } from "../output/budget.ts";
import { CommandOutput } from "../output/command-output.ts";
import type { FinishedOutput } from "../output/command-output.ts";
import { LiveUpdates } from "../output/live-updates.ts";
import type { SpoolOptions } from "../output/spool.ts";
import type { BackgroundProcess } from "../shell/job.ts";
import { LocalShell } from "../shell/local-shell.ts";
import type { Shell, ShellExit } from "../shell/shell.ts";
import { bashDescription, bashGuidelines, bashParameters } from "./bash-definition.ts";
import { commandText } from "./command-text.ts";
import { checkSeconds, resolveToolOptions, textResult } from "./tool-options.ts";
import type { ToolOptions } from "./tool-options.ts";

/** The arguments of a call of bash. */
export interface BashArgs {
  readonly command: string;
  /** Seconds. */
  readonly timeout?: number | undefined;
  /** Starts the command as a job and does not wait for it. Only with a shell that has jobs. */
  readonly background?: boolean | undefined;
}

/** How a command ended. While it runs, and for a job, the first four fields read as if nothing had happened yet. */
export interface BashDetails {
  /** Null when a signal ended it, or while it runs. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** The file with everything that was printed, when the text is only the end of it. */
  readonly fullOutputPath?: string;
  /** What the command left running. */
  readonly background?: readonly BackgroundProcess[];
  /** The job that was started, or that what was left running has become. */
  readonly jobId?: string;
}

/** What {@link bashTool} is made with. */
export interface BashToolOptions extends ToolOptions {
  /** Seconds a command may run when its call names no limit. Default 120. */
  readonly timeoutSeconds?: number | undefined;
  /** Bytes of output that are kept in a file when a result cannot hold them. Default 64 MiB. */
  readonly spoolMaxBytes?: number | undefined;
  /** Where that file goes. Default: the system's folder for temporary files. */
  readonly spoolFolder?: string | undefined;
}

/** A day. Far below what a timer can hold: a longer one would fire at once. */
const maxTimeoutSeconds = 86_400;

interface Settings {
  readonly cwd: string;
  readonly shell: Shell;
  readonly budget: ResolvedBudget;
  readonly spool: SpoolOptions;
  readonly defaultSeconds: number;
}

/**
 * Runs a shell command. A command that failed, was killed, ran out of time or was cancelled is news and no error: the text
 * says so in its last line and `details` for programs. With `background` it becomes a job of the shell, see `jobsTool`.
 * Throws `ShellError` when it could not be started and `ToolInputError` for a time limit that makes no sense.
 */
export function bashTool(options: BashToolOptions = {}): Tool<BashArgs, BashDetails> {
  const { cwd, budget } = resolveToolOptions(options);
  const shell = options.shell ?? new LocalShell();
  const defaultSeconds = checkSeconds(options.timeoutSeconds ?? 120, maxTimeoutSeconds);
  const spool = { folder: options.spoolFolder, maxBytes: options.spoolMaxBytes };
  const settings = { cwd, shell, budget, spool, defaultSeconds };
  const hasJobs = shell.start !== undefined;
  return defineTool<BashArgs, BashDetails>({
    name: "bash",
    label: "Bash",
    description: bashDescription({ cwd, ...budget, defaultSeconds, hasJobs }),
    parameters: bashParameters(defaultSeconds, hasJobs),
    snippet: "Run shell commands",
    guidelines: bashGuidelines,
    async execute({ command, timeout, background = false }, context) {
      const seconds = timeout === undefined ? undefined : checkSeconds(timeout, maxTimeoutSeconds);
      return background
        ? startJob(settings, command, seconds)
        : runCommand(settings, command, seconds ?? defaultSeconds, context);
    },
  });
}

async function runCommand(
  { cwd, shell, budget, spool }: Settings,
  command: string,
  seconds: number,
  context: ToolContext<BashDetails>,
): Promise<ToolResult<BashDetails>> {
  const output = new CommandOutput(budget, spool);
  const exit = await showing(output, context, (onOutput) =>
    shell.run(command, {
      cwd,
      signal: context.signal,
      abandoned: context.abandoned,
      timeoutMs: seconds * 1000,
      spool,
      onOutput,
    }),
  );
  const finished = output.finish();
  return textResult(commandText(finished, exit, seconds), detailsOf(exit, finished));
}

/** A job has no time limit unless the call names one. */
async function startJob(
  { cwd, shell, spool }: Settings,
  command: string,
  seconds: number | undefined,
): Promise<ToolResult<BashDetails>> {
  if (!shell.start)
    throw new ToolInputError(
      "This shell has no background jobs. Run the command without background.",
    );
  const timeoutMs = seconds === undefined ? undefined : seconds * 1000;
  const { id, pid } = await shell.start(command, { cwd, timeoutMs, spool });
  const text = `Started ${id} in the background (pid ${pid}). Use jobs to read its output, to wait for it or to stop it.`;
  return textResult(text, { ...runningDetails, jobId: id });
}

async function showing(
  output: CommandOutput,
  context: ToolContext<BashDetails>,
  run: (onOutput: (chunk: Uint8Array) => void) => Promise<ShellExit>,
): Promise<ShellExit> {
  using updates = new LiveUpdates(() =>
    context.onUpdate(textResult(output.read().text, runningDetails)),
  );
  try {
    const exit = await run((chunk) => {
      output.push(chunk);
      updates.request();
    });
    updates.check();
    return exit;
  } catch (error) {
    output.discard();
    throw error;
  }
}

const runningDetails: BashDetails = {
  exitCode: null,
  signal: null,
  timedOut: false,
  cancelled: false,
};

function detailsOf(exit: ShellExit, { full }: FinishedOutput): BashDetails {
  const { exitCode, signal, timedOut, cancelled, background, job } = exit;
  return {
    exitCode,
    signal,
    timedOut,
    cancelled,
    ...(full && "path" in full ? { fullOutputPath: full.path } : {}),
    ...(background.length > 0 ? { background } : {}),
    ...(job ? { jobId: job.id } : {}),
  };
}
