import { mkdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { listSessions, sessionFolder } from "@tau-ts/coding";
import type { SessionChoice, SessionSummary } from "@tau-ts/coding";
import type { SessionArgument } from "./arguments/run-arguments.ts";
import { CommandError } from "./command-error.ts";

export interface ChooseSessionOptions {
  readonly argument: SessionArgument;
  /** The folder the agent works in, links resolved. */
  readonly cwd: string;
  readonly tauHome: string;
  readonly now: Date;
  /** Lets somebody choose. Absent when nobody is there. */
  readonly pick: ((sessions: readonly SessionSummary[]) => Promise<string | undefined>) | undefined;
}

/** The session that the command line means. Throws CommandError when nobody can say which. */
export async function chooseSession(options: ChooseSessionOptions): Promise<SessionChoice> {
  const { argument, cwd } = options;
  switch (argument.kind) {
    case "new":
    case "none":
      return argument.kind;
    case "continue":
      return "latest";
    case "fork":
      return { fork: argument.source };
    case "open":
      return (await isSessionFile(argument.source, cwd))
        ? { path: resolve(cwd, argument.source) }
        : { id: argument.source };
    case "exact":
      return { path: await exactPath(argument.id, options) };
    case "resume":
      return argument.id === undefined ? await picked(options) : { id: argument.id };
  }
}

/** Whether what names a session is its file, and not its id: it looks like a path, or is one. */
export async function isSessionFile(source: string, cwd: string): Promise<boolean> {
  if (/[/\\]|\.jsonl$/.test(source)) return true;
  return stat(resolve(cwd, source)).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function picked({ cwd, tauHome, pick }: ChooseSessionOptions): Promise<SessionChoice> {
  const sessions = (await listSessions({ tauHome, cwd })).filter(
    ({ problem }) => problem === undefined,
  );
  if (sessions.length === 0)
    throw new CommandError(
      "usage",
      `there is no session of ${cwd} to resume. See tau sessions --all.`,
    );
  if (!pick)
    throw new CommandError(
      "usage",
      "--resume needs an id here, because nobody is at a terminal to choose. See tau sessions.",
    );
  const path = await pick(sessions);
  if (path === undefined) throw new CommandError("usage", "no session was chosen.");
  return { path };
}

/** The file of the session with this id, which is begun when there is none: the id is in its first line. */
async function exactPath(id: string, options: ChooseSessionOptions): Promise<string> {
  const { tauHome, cwd, now } = options;
  const known = (await listSessions({ tauHome })).find((session) => session.id === id);
  if (known) return known.path;
  const folder = sessionFolder(tauHome, cwd);
  const timestamp = now.toISOString();
  const path = join(folder, `${timestamp.replaceAll(/[:.]/g, "-")}_${id}.jsonl`);
  const header = { type: "session", version: 3, id, timestamp, cwd };
  await mkdir(folder, { recursive: true });
  await writeFile(path, `${JSON.stringify(header)}\n`, { flag: "wx" });
  return path;
}
