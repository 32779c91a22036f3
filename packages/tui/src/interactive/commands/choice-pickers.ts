import { thinkingLevels } from "@tau-ts/ai";
import type { ThinkingLevel } from "@tau-ts/ai";
import { listSessions } from "@tau-ts/coding";
import type { PermissionMode, SessionSummary } from "@tau-ts/coding";
import { shortCount } from "../../wording/counts.ts";
import { age } from "../../wording/times.ts";
import type { OpenPicker, PickerPurpose } from "../app/app-state.ts";
import { openPicker } from "../pickers/picker-state.ts";
import type { PickerItem } from "../pickers/picker-state.ts";
import type { ModelChoice } from "./command-context.ts";

/** What each permission mode means, in a few words. */
export const modes: Readonly<Record<PermissionMode, string>> = {
  "read-only": "looks at everything, changes nothing",
  ask: "asks before it changes anything",
  "auto-edit": "changes files here unasked, asks before other commands",
  full: "asks nothing",
};

export function isLevel(text: string): text is ThinkingLevel {
  return thinkingLevels.some((level) => level === text);
}

export function isMode(text: string): text is PermissionMode {
  return Object.hasOwn(modes, text);
}

function pickerOf(
  purpose: PickerPurpose,
  title: string,
  items: readonly PickerItem<string>[],
  current?: string,
): OpenPicker {
  return { purpose, picker: openPicker({ title, items, selected: current }) };
}

export function modelPicker(
  models: readonly ModelChoice[],
  current: string | undefined,
): OpenPicker {
  const items = models.map(({ name, label, contextWindow }) => ({
    label: name,
    detail: [label === name ? "" : label, contextWindow > 0 ? shortCount(contextWindow) : ""]
      .filter((part) => part !== "")
      .join(" · "),
    value: name,
  }));
  return pickerOf("model", "Model", items, current);
}

export function thinkingPicker(current: ThinkingLevel): OpenPicker {
  const items = thinkingLevels.map((level) => ({ label: level, value: level }));
  return pickerOf("thinking", "Thinking", items, current);
}

export function modePicker(current: PermissionMode): OpenPicker {
  const items = Object.entries(modes).map(([mode, detail]) => ({
    label: mode,
    detail,
    value: mode,
  }));
  return pickerOf("mode", "What may be done without asking", items, current);
}

/** The sessions of a folder that can be read, newest first. */
export async function sessionsOf(tauHome: string, cwd: string): Promise<readonly SessionSummary[]> {
  const found = await listSessions({ tauHome, cwd });
  return found.filter(({ problem }) => problem === undefined);
}

export function sessionPicker(
  sessions: readonly SessionSummary[],
  purpose: "session" | "start",
  nowMs: number,
): OpenPicker {
  const items = sessions.map(({ path, id, name, firstWords, modifiedMs }) => ({
    label: name ?? firstWords ?? id,
    detail: `${age(nowMs - modifiedMs)} · ${id.slice(0, 8)}`,
    value: path,
  }));
  return pickerOf(purpose, "Session", items);
}
