import { JsonlLog } from "@tau-ts/agent/node";
import { openWhole } from "./open-whole.ts";
import type { NewSessionPlace } from "./session-files.ts";

/** How a session is copied. */
export interface CopySessionOptions {
  /** The folder that the copy works in. */
  readonly cwd: string;
  readonly onWarning: (warning: string) => void;
  /** The last entry that the copy has. Default: where the session is now. Null for an empty copy. */
  readonly entryId?: string | null | undefined;
}

/**
 * Makes a session of its own that begins with the conversation of another one, up to an entry. Only the path to that
 * entry is copied; the other session stays as it is, even while somebody writes it. Rejects with a SessionError.
 */
export async function copySession(
  source: string,
  { path, id }: NewSessionPlace,
  { cwd, onWarning, entryId }: CopySessionOptions,
): Promise<JsonlLog> {
  const original = await openWhole(source, { readOnly: true }, onWarning);
  if (entryId !== undefined) await original.branch(entryId);
  const entries = await original.activeEntries();
  const options = { id, cwd, parentSession: original.path };
  return entries.length === 0
    ? JsonlLog.open(path, options)
    : JsonlLog.create(path, entries, options);
}
