import { realpath, rm } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { MemoryLog, SessionError } from "@tau-ts/agent";
import type { SessionTreeLog } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import { errorText } from "../errors.ts";
import { untilAborted } from "../until-aborted.ts";
import { copySession } from "./copy-session.ts";
import { importSession } from "./import-session.ts";
import { sessionsById } from "./list-sessions.ts";
import { openWhole } from "./open-whole.ts";
import type { AskHeld, SessionChoice } from "./session-choice.ts";
import { newestSession, newSessionPlace, sessionFolder, sessionsRoot } from "./session-files.ts";
import type { NewSessionPlace } from "./session-files.ts";

/** Which session is opened, for whom. */
export interface OpenSessionOptions {
  readonly choice: SessionChoice;
  /** `userFolders().tauHome`. */
  readonly tauHome: string;
  /** The working directory, links resolved: its sessions belong together. */
  readonly cwd: string;
  /** The time it is. */
  readonly now: Date;
  /** Hears what a person should know: bytes moved aside, oddities, that there was nothing to go on with. */
  readonly onWarning: (warning: string) => void;
  readonly askHeld?: AskHeld | undefined;
  /** Withdraws the question: rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** The one that is open already: when it is the one that was chosen, it is the answer. */
  readonly current?: OpenedSession | undefined;
}

/** A session, ready to go on. */
export interface OpenedSession {
  readonly log: SessionTreeLog;
  readonly id: string;
  /** Absent when nothing is kept. The file appears with the first message. */
  readonly path?: string;
  readonly isReadOnly: boolean;
  /** When the session began. */
  readonly startedAt: Date;
  /** The folder the session worked in so far. */
  readonly cwd: string;
  /** It was written here, by us: what it says about permissions counts. */
  readonly isOwn: boolean;
  /** Lets go of a copy that was made for this and takes its file away. Absent when there is no such copy. Never rejects. */
  readonly discard?: () => Promise<void>;
}

/**
 * Opens the session that was chosen. A last line that was cut off is moved aside, with a warning. Rejects with a
 * SessionError for one that cannot be used; its file is then as it was.
 */
export async function openSession(options: OpenSessionOptions): Promise<OpenedSession> {
  const { choice, tauHome, cwd, now, onWarning } = options;
  const place = newSessionPlace(sessionFolder(tauHome, cwd), now);
  if (choice === "none") return unkept(place, options);
  if (choice === "new") return openNew(place, options);
  if (choice === "latest") {
    const newest = await newestSession(sessionFolder(tauHome, cwd));
    if (newest !== undefined) return openPath(newest, place, options);
    onWarning(`There is no earlier session of ${cwd}; this is a new one.`);
    return openNew(place, options);
  }
  if ("import" in choice) {
    const log = await importSession(resolve(cwd, choice.import), place, { cwd, onWarning });
    return copied(log, false, options);
  }
  if ("fork" in choice) {
    const source = await pathOf(choice.fork, options);
    const log = await copySession(source, place, { cwd, onWarning, entryId: choice.entryId });
    return copied(log, isBelow(source, tauHome), options);
  }
  const path = "id" in choice ? await pathById(choice.id, options) : resolve(cwd, choice.path);
  return openPath(path, place, options);
}

/** A conversation that ends with the object. */
function unkept({ id }: NewSessionPlace, { now, cwd }: OpenSessionOptions): OpenedSession {
  return { log: new MemoryLog(), id, isReadOnly: false, startedAt: now, cwd, isOwn: true };
}

async function openNew(
  { path, id }: NewSessionPlace,
  { cwd }: OpenSessionOptions,
): Promise<OpenedSession> {
  return opened(await JsonlLog.open(path, { id, cwd }), true);
}

async function openPath(
  path: string,
  place: NewSessionPlace,
  options: OpenSessionOptions,
): Promise<OpenedSession> {
  const { cwd, onWarning, askHeld, tauHome, current, signal } = options;
  if (current?.path !== undefined && current.path === (await realOrNamed(path))) return current;
  const isOwn = isBelow(path, tauHome);
  try {
    return opened(await openWhole(path, { cwd, id: place.id }, onWarning), isOwn);
  } catch (error) {
    if (!SessionError.isInstance(error) || error.kind !== "locked") throw error;
    const { holder = {}, message } = error;
    const context = { signal: signal ?? new AbortController().signal };
    const asked = askHeld?.({ path, holder, message }, context);
    const answer = asked && (await untilAborted(asked, signal));
    if (answer === "fork")
      return copied(await copySession(path, place, { cwd, onWarning }), isOwn, options);
    if (answer === "read-only") return opened(await JsonlLog.open(path, { readOnly: true }), isOwn);
    throw error;
  }
}

function opened(log: JsonlLog, isOwn: boolean): OpenedSession {
  const { header, path, isReadOnly } = log;
  const startedAt = new Date(header.timestamp);
  return { log, id: header.id, path, isReadOnly, startedAt, cwd: header.cwd, isOwn };
}

function copied(log: JsonlLog, isOwn: boolean, { onWarning }: OpenSessionOptions): OpenedSession {
  const discard = async (): Promise<void> => {
    try {
      await log.close();
      await rm(log.path, { force: true });
    } catch (error) {
      onWarning(`The copy ${log.path} could not be taken away again: ${errorText(error)}`);
    }
  };
  return { ...opened(log, isOwn), discard };
}

/** By path, when it looks like one, else by id. */
async function pathOf(source: string, options: OpenSessionOptions): Promise<string> {
  const isPath = source.includes("/") || source.includes(sep) || source.endsWith(".jsonl");
  return isPath ? resolve(options.cwd, source) : pathById(source, options);
}

async function pathById(id: string, { tauHome }: OpenSessionOptions): Promise<string> {
  const found = id === "" ? [] : await sessionsById(tauHome, id);
  const [path] = found;
  if (path !== undefined && found.length === 1) return path;
  const what =
    path === undefined
      ? `there is no session with that id below ${sessionsRoot(tauHome)}`
      : `${found.length} sessions begin so: ${found.join(", ")}. Give more of the id`;
  throw new SessionError("io", `Could not find session ${JSON.stringify(id)}: ${what}.`);
}

/** A file that is not there is told of by whoever opens it. */
async function realOrNamed(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
}

function isBelow(path: string, tauHome: string): boolean {
  return path.startsWith(sessionsRoot(tauHome) + sep);
}
