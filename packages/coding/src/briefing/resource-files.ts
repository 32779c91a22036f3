import { isUtf8 } from "../bytes.ts";
import { errorText } from "../errors.ts";
import { readAll } from "../workspace/workspace.ts";
import type { DirectoryEntry, Workspace } from "../workspace/workspace.ts";

/** More is no instruction but an accident: it would crowd the work out of the model's window. */
const maxBytes = 128 * 1024;

/** How skills, templates and system prompts are loaded. */
export interface LoadOptions {
  /** Hears of what was left out, or hidden by something of the same name, and why. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/** A text and the file it is really in. */
export interface ResourceText {
  readonly text: string;
  /** The file's path with links followed: two ways to one file have the same. */
  readonly real: string;
}

/**
 * The text of a file without its byte-order mark; undefined when nothing is there. Rejects when it is no UTF-8 text, is
 * too long, or cannot be read: with a sentence that goes on after the file's name.
 */
export async function readText(
  workspace: Workspace,
  path: string,
): Promise<ResourceText | undefined> {
  const found = await workspace.stat(path);
  if (!found) return undefined;
  if (found.size > maxBytes) throw new Error(`it is longer than ${maxBytes / 1024} KiB`);
  const bytes = await readAll(workspace, path);
  if (!isUtf8(bytes)) throw new Error("it is not UTF-8 text");
  return { text: new TextDecoder().decode(bytes), real: await workspace.realPath(path) };
}

/** What is in a folder; nothing when it is not there, and a warning when it cannot be looked into. */
export async function entriesOf(
  workspace: Workspace,
  folder: string,
  { onWarning }: LoadOptions,
): Promise<readonly DirectoryEntry[]> {
  try {
    return (await workspace.stat(folder)) ? await workspace.list(folder) : [];
  } catch (error) {
    onWarning?.(`${folder} was left out: ${errorText(error)}`);
    return [];
  }
}
