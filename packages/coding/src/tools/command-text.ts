import { utf8Length } from "../bytes.ts";
import type { FinishedOutput } from "../output/command-output.ts";
import type { BackgroundProcess } from "../shell/job.ts";
import type { ShellExit } from "../shell/shell.ts";

/** What was printed, then what there is to say about it, then how the command ended; each part only if there is one. */
export function commandText(output: FinishedOutput, exit: ShellExit, seconds: number): string {
  return withNotes(output, [
    backgroundNote(exit),
    waitedForNote(exit.waitedFor ?? []),
    endNote(exit, seconds),
  ]);
}

/** What was printed, whether it is all of it, and other notes; empty ones are left out. */
export function withNotes(output: FinishedOutput, notes: readonly string[]): string {
  const printed = output.text.trim() === "" ? "(no output)" : output.text;
  const present = [outputNote(output), ...notes].filter((note) => note !== "");
  return present.length === 0 ? printed : [printed.replace(/\n+$/, ""), ...present].join("\n\n");
}

/** Processes as `PID COMMAND`, the first ten of them. */
export function processNames(processes: readonly BackgroundProcess[]): string {
  const shown = processes.slice(0, 10).map(({ pid, command }) => `${pid} ${shorten(command)}`);
  const more =
    processes.length > shown.length ? ` and ${processes.length - shown.length} more` : "";
  return `${shown.join(", ")}${more}`;
}

export function shorten(command: string): string {
  return command.length > 80 ? `${command.slice(0, 79)}…` : command;
}

function outputNote(output: FinishedOutput): string {
  const { truncated, text, shownLines, totalLines, partialLine, full } = output;
  if (!truncated || !full) return "";
  const lines: string[] = [];
  if (partialLine)
    lines.push(`[Only the last ${utf8Length(text)} bytes of the last line are shown.]`);
  const where =
    "path" in full
      ? `Full output: ${full.path}`
      : `The full output could not be kept: ${full.problem}`;
  lines.push(`[Showing the last ${shownLines} of ${totalLines} lines. ${where}]`);
  if ("path" in full && full.cut !== undefined) {
    const reason = full.cut === "limit" ? "" : ` (${full.cut})`;
    lines.push(
      `[That file was cut${reason}: it holds the first ${full.bytes} bytes of the output.]`,
    );
  }
  return lines.join("\n");
}

function backgroundNote({ background, job }: ShellExit): string {
  const [first] = background;
  if (!first) return "";
  const name = job ? ` as ${job.id}` : "";
  const how = job ? `Stop with the jobs tool or: kill -- -` : "Stop with: kill -- -";
  return `[Still running in the background${name}: ${processNames(background)}. ${how}${first.group}]`;
}

function waitedForNote(processes: readonly BackgroundProcess[]): string {
  if (processes.length === 0) return "";
  return `[When the time was up the command itself had nothing left to do: it only waited for what it had started in the background, ${processNames(processes)}.]`;
}

function endNote({ exitCode, signal, timedOut, cancelled }: ShellExit, seconds: number): string {
  if (cancelled) return "The command was interrupted and may have run partly.\nCommand cancelled";
  if (timedOut) return `Command timed out after ${seconds} seconds`;
  if (signal !== null) return `Command killed by signal ${signal}`;
  return exitCode === 0 ? "" : `Command exited with code ${exitCode}`;
}
