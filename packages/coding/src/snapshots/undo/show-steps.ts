import { isUtf8 } from "../../bytes.ts";
import { unifiedDiff } from "../../edit/unified-diff.ts";
import { shownPath } from "../byte-path.ts";
import { isThere } from "../store/manifest.ts";
import type { Entry } from "../store/manifest.ts";
import type { ReadContents } from "./restore.ts";
import type { KeepReason, Step } from "./steps.ts";

/** What happens to one path. */
export interface PlannedChange {
  /** Relative to the root of the project, or absolute; bytes that are no text as `\xNN`. */
  readonly path: string;
  /** `permissions`: nothing else differs. */
  readonly action: "create" | "change" | "delete" | "permissions";
  readonly kind: "file" | "link" | "folder";
}

/** A path that is left as it is, and why. */
export interface KeptChange extends PlannedChange {
  readonly reason: KeepReason;
}

/** How much of a diff is made. */
export interface DiffOptions {
  /** Characters of text at most; what comes after is only named. Default 200,000. */
  readonly maxLength?: number | undefined;
}

/** Texts above it, in bytes, are only named. */
const maxTextBytes = 1024 * 1024;

export function plannedChange({ key, now, target }: Step): PlannedChange {
  const path = shownPath(key);
  if (!isThere(target)) return { path, action: "delete", kind: kindOf(now) };
  if (!isThere(now)) return { path, action: "create", kind: target.kind };
  const isSame =
    now.kind === target.kind &&
    (!("content" in now) || !("content" in target) || now.content === target.content);
  return { path, action: isSame ? "permissions" : "change", kind: target.kind };
}

function kindOf(entry: Entry | undefined): PlannedChange["kind"] {
  return isThere(entry) ? entry.kind : "file";
}

/** What the steps do, as a unified diff with a line before each file. */
export async function showSteps(
  steps: readonly Step[],
  read: ReadContents,
  { maxLength = 200_000 }: DiffOptions = {},
): Promise<string> {
  const contents = read(steps.flatMap(contentIds));
  let text = "";
  try {
    for (const [place, step] of steps.entries()) {
      const heading = `${headingOf(step)}\n`;
      const body = await bodyOf(step, contents);
      if (text.length + heading.length + body.length > maxLength)
        return `${text}${heading}(too long to be shown)\n${moreText(steps.length - place - 1)}`;
      text += heading + body;
    }
  } finally {
    await contents.return();
  }
  return text;
}

function moreText(count: number): string {
  return count === 0 ? "" : `and ${count} more\n`;
}

/** The bytes it takes to show a step: none when they do not differ. */
function contentIds({ now, target }: Step): readonly string[] {
  const ids = [now, target].flatMap((entry) =>
    entry && "content" in entry ? [entry.content] : [],
  );
  return ids[0] === ids[1] ? [] : ids;
}

function headingOf(step: Step): string {
  const { path, action, kind } = plannedChange(step);
  const { now, target } = step;
  const hasModes = now !== undefined && target !== undefined && "mode" in now && "mode" in target;
  const modes =
    hasModes && now.mode !== target.mode
      ? `, permissions ${now.mode.toString(8)} to ${target.mode.toString(8)}`
      : "";
  return action === "permissions"
    ? `change ${kind} ${path}${modes}`
    : `${action} ${kind} ${path}${modes}`;
}

async function bodyOf(step: Step, contents: AsyncGenerator<Buffer, void>): Promise<string> {
  const { key, now, target } = step;
  const bytes = new Map<string, Buffer>();
  for (const id of contentIds(step)) {
    const { value, done } = await contents.next();
    if (done !== true) bytes.set(id, value);
  }
  if (bytes.size === 0) return "";
  const [before, after] = [now, target].map((entry) => textOf(entry, bytes));
  if (before === undefined || after === undefined) return "(not shown: binary, or too large)\n";
  const piece = { start: 0, newStart: 0, original: before, replacement: after };
  const diff = await unifiedDiff(shownPath(key), before, after, [piece]);
  if (diff === undefined) return "(not shown: it differs too much)\n";
  return diff.slice(diff.indexOf("--- ")); // The heading before it names the file already.
}

/** The empty text for what is no file; undefined for what is no text. */
function textOf(entry: Entry | undefined, bytes: ReadonlyMap<string, Buffer>): string | undefined {
  if (!entry || !("content" in entry)) return "";
  const found = bytes.get(entry.content);
  if (!found || found.length > maxTextBytes || !isUtf8(found) || found.includes(0))
    return undefined;
  const text = found.toString("utf8");
  return entry.kind === "link" ? `link to ${text}\n` : text;
}
