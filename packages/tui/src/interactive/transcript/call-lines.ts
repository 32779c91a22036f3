import { isJsonObject } from "@tau-ts/ai";
import { cleanLine } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Role } from "../../terminal/text/theme.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import { wrapText } from "../../terminal/text/wrap.ts";
import { duration } from "../../wording/times.ts";
import type { RunningShell, ShellBlock, ToolBlock } from "./block.ts";
import { callOutcome, resultText, shellOutcome } from "./call-outcome.ts";
import type { CallOutcome, Outcome } from "./call-outcome.ts";
import { callTitle } from "./call-title.ts";
import { diffCounts, diffLines } from "./diff-lines.ts";
import { imageName } from "./image-name.ts";
import { firstLines, lastLines } from "./lines-of-text.ts";
import type { LinesOfText } from "./lines-of-text.ts";
import type { Place } from "./place.ts";

const outputLines = 5;
const failedOutputLines = 12;
const diffLineCount = 40;

interface Mark {
  readonly sign: string;
  readonly role: Role;
}

const marks: Readonly<Record<Outcome, Mark>> = {
  writing: { sign: "○", role: "accent" },
  waiting: { sign: "○", role: "muted" },
  running: { sign: "●", role: "accent" },
  done: { sign: "✓", role: "success" },
  failed: { sign: "✗", role: "error" },
  refused: { sign: "⊘", role: "warning" },
  stopped: { sign: "◼", role: "warning" },
  "not-run": { sign: "–", role: "warning" },
  abandoned: { sign: "?", role: "warning" },
};

/** Tools whose answers are not shown beside the call: what they looked at says enough. */
const looks: ReadonlySet<string> = new Set(["read", "grep", "find", "ls"]);

/** Whether the call only looks at something, so that it can share a row with its neighbours. */
export function isLook({ name }: ToolBlock): boolean {
  return looks.has(name);
}

/** A call as a row, and below it what there is to see of it. */
export function callLines(call: ToolBlock, place: Place): readonly string[] {
  const outcome = callOutcome(call);
  const images = imagesOf(call);
  return [
    rowLine(callTitle(call), outcome, elapsedOf(call, place.nowMs), place),
    ...indented([...callBody(call, outcome, place), ...images], place),
  ];
}

/** Calls that look at something, side by side: what was done, and each of them in a line. */
export function lookLines(calls: readonly ToolBlock[], place: Place): readonly string[] {
  const [first] = calls;
  if (calls.length === 1 && first) return callLines(first, place);
  const outcomes = calls.map(callOutcome);
  const worst = worstOf(outcomes);
  const done = outcomes.filter(({ outcome }) => outcome === "done").length;
  const count = worst.outcome === "done" ? "" : ` (${done} of ${calls.length} done)`;
  const seconds = calls.reduce<number | undefined>(
    (most, call) => longer(most, elapsedOf(call, place.nowMs)),
    undefined,
  );
  const head = rowLine(`${lookSummary(calls)}${count}`, { ...worst, note: "" }, seconds, place);
  const rows = calls.map((call, index) => {
    const { outcome, note } = outcomes[index] ?? worst;
    const { sign, role } = marks[outcome];
    const mark = outcome === "done" ? "" : `${place.theme.paint(role, sign)} `;
    return `${mark}${callTitle(call)}${place.theme.paint(role, noteText(note))}`;
  });
  return [head, ...indented(rows, place)];
}

/** A command of the user's that is on record. */
export function shellLines(block: ShellBlock, place: Place): readonly string[] {
  const { command, output, fullOutputPath, excludeFromContext } = block.message;
  const outcome = shellOutcome(block);
  const tail = lastLines(output, outcome.outcome === "done" ? 2 * outputLines : failedOutputLines);
  const where =
    fullOutputPath === undefined ? [] : [muted(`Full output: ${fullOutputPath}`, place)];
  return [
    rowLine(shellTitle(command, excludeFromContext), outcome, undefined, place),
    ...indented([...outputBody(output, tail, place), ...where], place),
  ];
}

/** A command of the user's that is not on record yet. */
export function runningShellLines(shell: RunningShell, place: Place): readonly string[] {
  const { command, isExcluded, output, startedMs, ended } = shell;
  const outcome: CallOutcome = ended
    ? { outcome: ended.exitCode === 0 ? "done" : "failed", note: "" }
    : { outcome: "running", note: "" };
  const seconds = ended ? undefined : Math.floor((place.nowMs - startedMs) / 1000);
  const tail = lastLines(output, outputLines);
  return [
    rowLine(shellTitle(command, isExcluded), outcome, seconds, place),
    ...indented(outputBody(output, tail, place), place),
  ];
}

function shellTitle(command: string, isExcluded: boolean | undefined): string {
  const { lines } = firstLines(command.slice(0, 2000), 20);
  return `${isExcluded === true ? "!!" : "!"} ${lines.join(" ")}`;
}

/** `✓ title · note · 12s`. The title is cut before what is behind it. */
function rowLine(
  title: string,
  { outcome, note }: CallOutcome,
  seconds: number | undefined,
  { width, theme }: Place,
): string {
  const { sign, role } = marks[outcome];
  const time = seconds === undefined || seconds < 1 ? "" : ` · ${duration(seconds)}`;
  const room = width - displayWidth(sign) - 1 - displayWidth(time);
  const wanted = noteText(note);
  // At least half of the row tells what the call is.
  const noteRoom = Math.max(Math.floor(room / 2), room - displayWidth(title));
  const shownNote = fitText(wanted, noteRoom);
  const shownTitle = fitText(title, Math.max(1, room - displayWidth(shownNote)));
  const line = `${theme.paint(role, sign)} ${shownTitle}${theme.paint(role, shownNote)}${theme.paint("muted", time)}`;
  return fitText(line, width);
}

/** A note behind a title. What it quotes may hold anything. */
function noteText(note: string): string {
  return note === "" ? "" : ` · ${cleanLine(note)}`;
}

/** Seconds a call has taken so far, or took. */
function elapsedOf({ state, startedMs, seconds }: ToolBlock, nowMs: number): number | undefined {
  if (state !== "running" || startedMs === undefined) return seconds;
  return Math.floor((nowMs - startedMs) / 1000);
}

function callBody(call: ToolBlock, outcome: CallOutcome, place: Place): readonly string[] {
  const { name, args, preview, result, state } = call;
  if (state === "writing") return preview?.text === undefined ? [] : written(preview.text, place);
  if (state === "waiting" || state === "not-run" || state === "abandoned") return [];
  const whole = result ? resultText(result) : "";
  if (outcome.outcome === "failed" && result?.isError === true)
    return errorBody(whole, displayWidth(`${callTitle(call)} · ${outcome.note}`), place);
  const text = name === "bash" ? withoutEnd(whole) : whole;
  if (outcome.outcome === "refused" || outcome.note === "stopped before it ran") return [];
  if (name === "edit") return editBody(call, place);
  if (name === "write")
    return typeof args["content"] === "string" ? writeBody(args["content"], place) : [];
  if (isLook(call)) return [];
  const count = outcome.outcome === "failed" ? failedOutputLines : outputLines;
  return text === "" ? [] : outputBody(text, lastLines(text, count), place);
}

/** What is being written just now. */
function written(text: string, place: Place): readonly string[] {
  return outputBody(text, lastLines(text, outputLines), place);
}

/** The first line of an error stands in the row already, if there is room for all of it. */
function errorBody(text: string, rowWidth: number, place: Place): readonly string[] {
  const { lines, more } = firstLines(text, failedOutputLines);
  const [first = "", ...rest] = lines;
  const isCut = rowWidth > place.width - 2;
  const again = isCut ? wrapText(first, Math.max(1, place.width - 2)).slice(0, 4) : [];
  return withMore([...again, ...rest], more, place);
}

/** What a command printed without the last line of the result, which the row says already. */
function withoutEnd(text: string): string {
  return text.replace(
    /\n\n(?:Command (?:exited with code|killed by signal|timed out after) [^\n]*|The command was interrupted[^\n]*\nCommand cancelled)$/,
    "",
  );
}

function editBody({ result }: ToolBlock, { width, theme }: Place): readonly string[] {
  const details = result && isJsonObject(result.details) ? result.details : {};
  const { diff } = details;
  if (typeof diff !== "string") return [];
  const { added, removed } = diffCounts(diff);
  const counts = `${theme.paint("added", `+${added}`)} ${theme.paint("removed", `-${removed}`)}`;
  return [counts, ...diffLines(diff, { width: width - 2, theme, maxLines: diffLineCount })];
}

function writeBody(content: string, place: Place): readonly string[] {
  const { lines, more } = firstLines(content, outputLines);
  return withMore(lines, more, place);
}

function outputBody(text: string, { lines, more }: LinesOfText, place: Place): readonly string[] {
  if (text.trim() === "") return [];
  const before = more > 0 ? [muted(`… ${more} lines before`, place)] : [];
  return [...before, ...lines.map((line) => place.theme.paint("muted", line))];
}

function withMore(lines: readonly string[], more: number, place: Place): readonly string[] {
  const after = more > 0 ? [muted(`… ${more} more lines`, place)] : [];
  return [...lines.map((line) => place.theme.paint("muted", line)), ...after];
}

function muted(text: string, { theme }: Place): string {
  return theme.paint("muted", text);
}

function indented(lines: readonly string[], { width }: Place): readonly string[] {
  return lines.map((line) => `  ${fitText(line, Math.max(1, width - 2))}`);
}

function imagesOf({ result }: ToolBlock): readonly string[] {
  const images = (result?.content ?? []).filter((block) => block.type === "image");
  return images.map((image, index) => imageName(image, index));
}

/** The outcome that matters most for a row that stands for several calls. */
function worstOf(outcomes: readonly CallOutcome[]): CallOutcome {
  const order: readonly Outcome[] = [
    "running",
    "writing",
    "waiting",
    "failed",
    "refused",
    "abandoned",
    "stopped",
    "not-run",
  ];
  for (const wanted of order) {
    const found = outcomes.find(({ outcome }) => outcome === wanted);
    if (found) return found;
  }
  return { outcome: "done", note: "" };
}

function lookSummary(calls: readonly ToolBlock[]): string {
  const count = (...names: readonly string[]): number =>
    calls.filter(({ name }) => names.includes(name)).length;
  const parts = [
    told(count("read"), "read 1 file", (many) => `read ${many} files`),
    told(count("grep", "find"), "searched once", (many) => `searched ${many} times`),
    told(count("ls"), "listed 1 folder", (many) => `listed ${many} folders`),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function told(count: number, one: string, many: (count: number) => string): string {
  if (count === 0) return "";
  return count === 1 ? one : many(count);
}

function longer(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.max(one, other);
}
