import { defineTool } from "@tau-ts/agent";
import type { Tool, ToolContext } from "@tau-ts/agent";
import { ToolInputError } from "../errors.ts";
import { CommandOutput } from "../output/command-output.ts";
import type { FinishedOutput } from "../output/command-output.ts";
import { LocalShell } from "../shell/local-shell.ts";
import type { BackgroundProcess, ShellExit } from "../shell/shell.ts";
import { LiveUpdates } from "./live-updates.ts";
import { resolveToolOptions, textResult } from "./tool-options.ts";
import type { ToolOptions } from "./tool-options.ts";

export interface BashArgs {
  readonly command: string;
  /** Seconds. */
  readonly timeout?: number | undefined;
}

/** How a command ended. While it runs all four fields read as if nothing had happened yet. */
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
}

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

/**
 * Runs a shell command. A command that failed, was killed, ran out of time or was cancelled is news and no error: the text
 * says so in its last line and `details` for programs. Throws `ShellError` when it could not be started and
 * `ToolInputError` for a time limit that makes no sense.
 */
export function bashTool(options: BashToolOptions = {}): Tool<BashArgs, BashDetails> {
  const { cwd, budget } = resolveToolOptions(options);
  const shell = options.shell ?? new LocalShell();
  const defaultSeconds = checkTimeout(options.timeoutSeconds ?? 120);
  const spool = { folder: options.spoolFolder, maxBytes: options.spoolMaxBytes };
  return defineTool<BashArgs, BashDetails>({
    name: "bash",
    label: "Bash",
    description: `Run a shell command in ${cwd}. Returns stdout and stderr together; of long output the last ${budget.maxLines} lines or ${budget.maxBytes} bytes, with the path of a file that holds all of it. There is nothing on stdin. A command is stopped after ${defaultSeconds} seconds unless timeout says otherwise; end a command with & to leave it running in the background.`,
    parameters: {
      type: "object",
      properties: {
        command: { type: "string", description: "The command, for bash." },
        timeout: {
          type: "number",
          description: `Seconds after which the command is stopped. Default ${defaultSeconds}.`,
        },
      },
      required: ["command"],
    },
    snippet: "Run shell commands",
    guidelines: [
      "Use bash for builds, tests, git and everything the other tools do not cover.",
      "Commands cannot ask questions: pass flags such as --yes instead of waiting for input.",
    ],
    async execute({ command, timeout }, context) {
      const seconds = timeout === undefined ? defaultSeconds : checkTimeout(timeout);
      const output = new CommandOutput(budget, spool);
      const exit = await runShell(output, context, (onOutput) =>
        shell.run(command, {
          cwd,
          signal: context.signal,
          abandoned: context.abandoned,
          timeoutMs: seconds * 1000,
          onOutput,
        }),
      );
      const finished = output.finish();
      return textResult(resultText(finished, exit, seconds), detailsOf(exit, finished));
    },
  });
}

async function runShell(
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

function checkTimeout(seconds: unknown): number {
  if (typeof seconds === "number" && seconds > 0 && seconds <= maxTimeoutSeconds) return seconds;
  throw new ToolInputError(
    `timeout must be a number of seconds above 0 and at most ${maxTimeoutSeconds}, but is ${JSON.stringify(seconds)}.`,
  );
}

/** What was printed, then what there is to say about it, then how the command ended; each part only if there is one. */
function resultText(output: FinishedOutput, exit: ShellExit, seconds: number): string {
  const printed = output.text.trim() === "" ? "(no output)" : output.text;
  const notes = [outputNote(output), backgroundNote(exit.background), endNote(exit, seconds)];
  const present = notes.filter((note) => note !== "");
  return present.length === 0 ? printed : [printed.replace(/\n+$/, ""), ...present].join("\n\n");
}

function outputNote({
  truncated,
  text,
  shownLines,
  totalLines,
  partialLine,
  full,
}: FinishedOutput): string {
  if (!truncated || !full) return "";
  const lines: string[] = [];
  if (partialLine)
    lines.push(`[Only the last ${Buffer.byteLength(text)} bytes of the last line are shown.]`);
  const where =
    "path" in full
      ? `Full output: ${full.path}`
      : `The full output could not be kept: ${full.problem}`;
  lines.push(`[Showing the last ${shownLines} of ${totalLines} lines. ${where}]`);
  if ("path" in full && full.isCut)
    lines.push(`[That file was cut: it holds the first ${full.bytes} bytes of the output.]`);
  return lines.join("\n");
}

function backgroundNote(background: readonly BackgroundProcess[]): string {
  const [first] = background;
  if (!first) return "";
  const shown = background.slice(0, 10).map(({ pid, command }) => `${pid} ${shorten(command)}`);
  const more =
    background.length > shown.length ? ` and ${background.length - shown.length} more` : "";
  return `[Still running in the background: ${shown.join(", ")}${more}. Stop with: kill -- -${first.group}]`;
}

function shorten(command: string): string {
  return command.length > 80 ? `${command.slice(0, 79)}…` : command;
}

function endNote({ exitCode, signal, timedOut, cancelled }: ShellExit, seconds: number): string {
  if (cancelled) return "The command was interrupted and may have run partly.\nCommand cancelled";
  if (timedOut) return `Command timed out after ${seconds} seconds`;
  if (signal !== null) return `Command killed by signal ${signal}`;
  return exitCode === 0 ? "" : `Command exited with code ${exitCode}`;
}

function detailsOf(exit: ShellExit, { full }: FinishedOutput): BashDetails {
  const { exitCode, signal, timedOut, cancelled, background } = exit;
  return {
    exitCode,
    signal,
    timedOut,
    cancelled,
    ...(full && "path" in full ? { fullOutputPath: full.path } : {}),
    ...(background.length > 0 ? { background } : {}),
  };
}
