import { cleanText } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import { runningShellLines } from "./call-lines.ts";
import { durationText, nextSecondMs } from "./duration-text.ts";
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
    const time = seconds < 1 ? "" : ` ${durationText(seconds)}`;
    lines.push(theme.paint("accent", fitText(`● Summing up older messages…${time}`, width)));
  }
  if (retry) lines.push(theme.paint("warning", fitText(retryText(retry, nowMs), width)));
  return lines;
}

function retryText({ attempt, maxAttempts, atMs, error }: Retry, nowMs: number): string {
  const left = Math.ceil((atMs - nowMs) / 1000);
  const when = left > 0 ? `in ${durationText(left)}` : "now";
  const why = cleanText(error.slice(0, 600)).replaceAll(/\s+/g, " ").trim();
  return `↻ Trying again ${when} (${attempt} of ${maxAttempts}): ${why}`;
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
