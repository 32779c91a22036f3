import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { EditError, WorkspaceError, errorText } from "../errors.ts";
import { existingPath } from "../workspace/existing-path.ts";
import type { FileStat } from "../workspace/file-stat.ts";
import { presentForm } from "../workspace/name-forms.ts";
import { readAll } from "../workspace/workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { applyEdits } from "./apply-edits.ts";
import type { Edit } from "./apply-edits.ts";
import { parseTextFile } from "./text-file.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** Files of more bytes are not compared only to be looked at. */
const maxBytes = 4 * 1024 * 1024;

/** What a call would change: a unified diff, empty for no change at all, or why nobody can say. */
export type ChangePreview =
  | { readonly kind: "diff"; readonly diff: string }
  | { readonly kind: "problem"; readonly problem: string };

/** Where the file of a call is. */
export interface PreviewChangeOptions {
  /** The folder that relative paths start at. */
  readonly cwd: string;
  readonly workspace: Workspace;
  /** Gives up: rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a call of `edit` or `write` would change in the file as it is now, for a person who is asked about it. Nothing is
 * written. Undefined for other tools, and for arguments that those two would not take.
 */
export async function previewChange(
  tool: string,
  args: JsonObject,
  options: PreviewChangeOptions,
): Promise<ChangePreview | undefined> {
  const change = changeOf(tool, args);
  if (!change) return undefined;
  try {
    return await previewOf(change, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (EditError.isInstance(error) || WorkspaceError.isInstance(error))
      return { kind: "problem", problem: error.message };
    return { kind: "problem", problem: `${change.path} could not be read: ${errorText(error)}` };
  }
}

interface Change {
  readonly path: string;
  /** The whole new text, or what is replaced. */
  readonly to: string | readonly Edit[];
}

function changeOf(tool: string, args: JsonObject): Change | undefined {
  const { path, content, edits } = args;
  if (typeof path !== "string") return undefined;
  if (tool === "write") return typeof content === "string" ? { path, to: content } : undefined;
  if (tool !== "edit" || !Array.isArray(edits)) return undefined;
  const known = edits.filter(isEdit);
  return known.length === edits.length ? { path, to: known } : undefined;
}

function isEdit(value: unknown): value is Edit & JsonObject {
  return (
    isJsonObject(value) &&
    typeof value["oldText"] === "string" &&
    typeof value["newText"] === "string"
  );
}

async function previewOf(
  { path, to }: Change,
  { cwd, workspace, signal }: PreviewChangeOptions,
): Promise<ChangePreview> {
  const isWhole = typeof to === "string";
  const { absolute, stat } = isWhole
    ? await possiblePath(workspace, path, cwd)
    : await existingPath(workspace, path, cwd);
  const bytes = stat ? await readAll(workspace, checked(absolute, path, stat), signal) : nothing;
  const file = parseTextFile(bytes);
  if (!file) return { kind: "problem", problem: `${path} is not UTF-8 text.` };
  if (!isWhole) {
    const { before, after, pieces } = await applyEdits(path, file, to);
    return shown(await unifiedDiff(path, before, after, pieces));
  }
  const before = new TextDecoder().decode(bytes);
  if (before === to) return { kind: "diff", diff: "" };
  const whole = { start: 0, newStart: 0, original: before, replacement: to };
  return shown(await unifiedDiff(path, before, to, [whole]));
}

const nothing = new Uint8Array();

/** As the write tool finds it, there or not. */
async function possiblePath(
  workspace: Workspace,
  path: string,
  cwd: string,
): Promise<{ readonly absolute: string; readonly stat: FileStat | undefined }> {
  const absolute = await presentForm(workspace, workspace.resolve(path, cwd));
  return { absolute, stat: await workspace.stat(absolute) };
}

/** The path of a file that can be compared. */
function checked(absolute: string, path: string, { kind, size }: FileStat): string {
  if (kind !== "file")
    throw new WorkspaceError("not-regular", path, `${path} is a ${kind}, not a file.`);
  if (size > maxBytes)
    throw new WorkspaceError(
      "content",
      path,
      `${path} has ${size} bytes: too large to show what would change.`,
    );
  return absolute;
}

function shown(diff: string | undefined): ChangePreview {
  if (diff !== undefined) return { kind: "diff", diff };
  return { kind: "problem", problem: "The change is too large to be shown." };
}
