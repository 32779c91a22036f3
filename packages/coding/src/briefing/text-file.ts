import { isUtf8 } from "node:buffer";
import { readAll } from "../workspace/workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** More is no instruction but an accident: it would crowd the work out of the model's window. */
const maxBytes = 128 * 1024;

/** A text and the file it is really in. */
export interface TextFile {
  readonly text: string;
  readonly real: string;
}

/**
 * The text of a file without its byte-order mark; undefined when nothing is there. Rejects when it is no UTF-8 text, is
 * too long, or cannot be read.
 */
export async function readText(workspace: Workspace, path: string): Promise<TextFile | undefined> {
  const found = await workspace.stat(path);
  if (!found) return undefined;
  if (found.size > maxBytes) throw new Error(`it is longer than ${maxBytes / 1024} KiB`);
  const bytes = await readAll(workspace, path);
  if (!isUtf8(bytes)) throw new Error("it is not UTF-8 text");
  return { text: new TextDecoder().decode(bytes), real: await workspace.realPath(path) };
}
