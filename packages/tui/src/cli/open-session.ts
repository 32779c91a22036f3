import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { SessionError } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import { CommandError } from "./command-error.ts";
import type { SessionChoice } from "./parse-arguments.ts";
import { newestSession, sessionFileName, sessionFolder } from "./session-files.ts";

export interface OpenSessionOptions {
  readonly choice: SessionChoice;
  /** The folder the agent works in, with links resolved: its sessions belong together. */
  readonly cwd: string;
  /** Where sessions are kept. */
  readonly home: string;
  readonly now: Date;
  /** Told what a person should know: bytes moved aside, oddities, that there was nothing to go on with. */
  readonly warn: (text: string) => void;
}

export interface OpenedSession {
  readonly id: string;
  /** `undefined` when nothing is kept. */
  readonly log: JsonlLog | undefined;
}

/**
 * Opens the session that was chosen; a new one comes into being with its first message. A last line that was cut off is
 * moved aside, with a warning. Throws {@link CommandError} of kind `failed` for a session that cannot be used; the file
 * is then as it was.
 */
export async function openSession(options: OpenSessionOptions): Promise<OpenedSession> {
  const id = randomUUID();
  if (options.choice.kind === "none") return { id, log: undefined };
  try {
    const log = await openLog(await chosenPath(options, id), id, options);
    for (const warning of log.warnings) options.warn(warning);
    return { id: log.header.id, log };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandError("failed", error.message, { cause: error });
  }
}

async function chosenPath(options: OpenSessionOptions, id: string): Promise<string> {
  const { choice, home, cwd, now, warn } = options;
  if (choice.kind === "file") return resolve(choice.path);
  const folder = sessionFolder(home, cwd);
  if (choice.kind === "continue") {
    const newest = await newestSession(folder);
    if (newest !== undefined) return newest;
    warn(`there is no earlier session of ${cwd}; this is a new one.`);
  }
  return join(folder, sessionFileName(now, id));
}

async function openLog(
  path: string,
  id: string,
  { cwd, warn }: OpenSessionOptions,
): Promise<JsonlLog> {
  try {
    return await JsonlLog.open(path, { cwd, id });
  } catch (error) {
    if (!SessionError.isInstance(error) || error.kind !== "torn") throw error;
    const tail = await JsonlLog.recover(path);
    if (tail)
      warn(
        `the last line of session ${path} was cut off when it was written; its ${tail.bytes} bytes were moved to ${tail.movedTo}, and the session goes on without them.`,
      );
    return JsonlLog.open(path, { cwd, id });
  }
}
