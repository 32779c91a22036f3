import { readFile } from "node:fs/promises";
import { SessionError, importTauSession } from "@tau-ts/agent";
import type { SessionEntry } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import { isJsonObject } from "@tau-ts/ai";
import { errorText } from "../errors.ts";
import { openWhole } from "./open-whole.ts";
import type { NewSessionPlace } from "./session-files.ts";

/** How a session is imported. */
export interface ImportSessionOptions {
  /** The folder that the session works in from now on. */
  readonly cwd: string;
  readonly onWarning: (warning: string) => void;
}

/**
 * Copies a session file of Tau or of Pi into a session of our own, with every branch; it goes on where it was. The file
 * stays as it is. Rejects with a SessionError when it is neither or damaged.
 */
export async function importSession(
  source: string,
  { path, id }: NewSessionPlace,
  { cwd, onWarning }: ImportSessionOptions,
): Promise<JsonlLog> {
  const entries = (await isSessionOfPi(source))
    ? await (await openWhole(source, { readOnly: true }, onWarning)).entries()
    : await readTau(source, onWarning);
  if (entries.length === 0)
    throw new SessionError("not-a-session", `Cannot import ${source}: it holds no conversation.`, {
      path: source,
    });
  return JsonlLog.create(path, entries, { id, cwd, parentSession: source });
}

async function readTau(
  source: string,
  onWarning: (warning: string) => void,
): Promise<readonly SessionEntry[]> {
  const { entries, warnings } = importTauSession(await text(source));
  for (const warning of warnings) onWarning(`${source}: ${warning}`);
  return entries;
}

/** Its first line is a header, which files of Tau do not have. */
async function isSessionOfPi(source: string): Promise<boolean> {
  const [first = ""] = (await text(source)).split("\n", 1);
  try {
    const header: unknown = JSON.parse(first);
    return isJsonObject(header) && header["type"] === "session";
  } catch {
    return false; // What is wrong with the line is told by whoever reads the whole file.
  }
}

async function text(source: string): Promise<string> {
  try {
    return await readFile(source, "utf8");
  } catch (error) {
    throw new SessionError(
      "io",
      `Cannot import ${source}: ${errorText(error)}. Check the path and its permissions.`,
      { path: source, cause: error },
    );
  }
}
