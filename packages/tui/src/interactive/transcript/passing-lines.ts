import { cleanText } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import { wrapText } from "../../terminal/text/wrap.ts";
import { duration, nextSecondMs } from "../../wording/times.ts";
import { runningShellLines } from "./call-lines.ts";
import type { Place } from "./place.ts";
import { blockAt, blockCount } from "./transcript-state.ts";
import type { Retry, Transcript } from "./transcript-state.ts";

/** What goes on now and leaves no trace of its own: commands of the user's, a compaction, a retry. */
export function passingLines(transcript: Transcript, place: Place): readonly string[] {
  const { shells, compaction, retry } = transcript;
  const { width, theme, nowMs } = place;
  const lines = shells.flatMap((shell) => runningShellLines(shell, place));
  if (compaction) {
    const seconds = Math.floor((nowMs - compaction.startedMs) / 1000);
    const time = seconds < 1 ? "" : ` ${duration(seconds)}`;
    lines.push(theme.paint("accent", fitText(`● Summing up older messages…${time}`, width)));
  }
  if (retry) lines.push(...retryLines(retry, place));
  return lines;
}

/** Characters of a cause that are looked at, and the lines it may take: the countdown above it stays on the screen. */
const mostOfCause = 1000;
const mostCauseLines = 6;

/** The countdown, and the cause: behind it where there is room for all of it, else below. */
function retryLines(retry: Retry, { width, theme, nowMs }: Place): readonly string[] {
  const { attempt, maxAttempts, atMs, error } = retry;
  const left = Math.ceil((atMs - nowMs) / 1000);
  const when = left > 0 ? `in ${duration(left)}` : "now";
  const head = `↻ Trying again ${when} (${attempt} of ${maxAttempts})`;
  const cause = cleanText(error.slice(0, mostOfCause)).replaceAll(/\s+/g, " ").trim();
  const whole = cause === "" ? head : `${head}: ${cause}`;
  // While it counts down the line gets shorter: the cause must not move up to it then.
  const longest = displayWidth(whole) - when.length + `in ${duration(3600)}`.length;
  if (longest <= width) return [theme.paint("warning", whole)];
  const below = wrapText(cause, Math.max(1, width - 2)).map((line) => `  ${line}`);
  const shown = below.slice(0, mostCauseLines);
  if (below.length > shown.length) shown[mostCauseLines - 1] += "…";
  return [head, ...shown].map((line) => theme.paint("warning", fitText(line, width)));
}

/** When the transcript next looks different by itself, in milliseconds since 1970; undefined when it does not. */
export function nextChangeOf(
  transcript: Transcript,
  firstShown: number,
  nowMs: number,
): number | undefined {
  const starts: number[] = [];
  for (let index = firstShown; index < blockCount(transcript); index += 1) {
    const block = blockAt(transcript, index);
    if (block?.kind === "thinking" || block?.kind === "tool")
      if (block.startedMs !== undefined) starts.push(block.startedMs);
  }
  for (const { startedMs, ended } of transcript.shells) if (!ended) starts.push(startedMs);
  if (transcript.compaction) starts.push(transcript.compaction.startedMs);
  const changes = starts.map((startedMs) => nextSecondMs(startedMs, nowMs));
  const { retry } = transcript;
  if (retry && retry.atMs > nowMs) {
    const left = Math.ceil((retry.atMs - nowMs) / 1000);
    changes.push(retry.atMs - (left - 1) * 1000);
  }
  return changes.length === 0 ? undefined : Math.min(...changes);
}
