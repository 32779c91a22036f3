import { cleanLine } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { duration, nextSecondMs } from "../../wording/times.ts";
import type { AppState } from "../app/app-state.ts";

/** What the line tells about. */
export type ActivityFacts = Pick<AppState, "activity" | "hint" | "question">;

export interface ActivityLineOptions {
  /** How long the run has taken. */
  readonly seconds: number;
  readonly width: number;
  readonly theme: Theme;
}

/** What goes on now, in one line; empty when nothing does. A hint about the last key comes first. */
export function activityLine(
  state: ActivityFacts,
  { seconds, width, theme }: ActivityLineOptions,
): string {
  const { hint } = state;
  if (hint !== undefined) {
    const text = cleanLine(hint);
    return theme.paint("warning", fitText(text, width));
  }
  const doing = doingNow(state, seconds);
  if (doing === undefined) return "";
  const { text, keys } = doing;
  const role = state.activity.stopping === undefined ? "accent" : "warning";
  const fitting = fitText(`● ${text} · ${keys}`, width);
  const shown = `● ${text}`;
  if (!fitting.startsWith(shown)) return theme.paint(role, fitting);
  return theme.paint(role, shown) + theme.paint("muted", fitting.slice(shown.length));
}

interface Doing {
  readonly text: string;
  /** What can be done about it. */
  readonly keys: string;
}

function doingNow({ activity, question }: ActivityFacts, seconds: number): Doing | undefined {
  const { run, isCompacting, isChanging, isOpening, shells, stopping } = activity;
  if (stopping === "asked") return { text: "Stopping…", keys: "Esc again: at once" };
  if (stopping === "made") return { text: "Stopping at once…", keys: "what hangs is left behind" };
  if (isOpening) return { text: "Starting…", keys: "Ctrl+C leaves" };
  if (isChanging) return { text: "Opening the session…", keys: "Esc stops" };
  if (isCompacting) return { text: "Compacting", keys: "Esc stops" };
  if (question) return undefined; // It says itself that it waits, and what can be done.
  if (run) {
    const keys = "Esc stops · Enter steers · Alt+Enter queues";
    return { text: `Working ${duration(seconds)}`, keys };
  }
  if (shells > 0) return { text: "Running your command", keys: "Esc stops" };
  return undefined;
}

/** When the line next changes by itself, in milliseconds since 1970; undefined when it does not. */
export function activityChangesMs(
  { activity, hint, question }: ActivityFacts,
  nowMs: number,
): number | undefined {
  const { run, isCompacting, isChanging, stopping } = activity;
  if (!run || hint !== undefined || question || isCompacting || isChanging || stopping)
    return undefined;
  return nextSecondMs(run.startedMs, nowMs);
}
