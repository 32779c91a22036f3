import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SESSION_VERSION } from "../session/entries.ts";
import type { SessionEntry, SessionHeader } from "../session/entries.ts";
import { formatLine } from "../session/entry-line.ts";
import { SessionError } from "../session/errors.ts";
import { newSessionId } from "../session/ids.ts";
import { TreeLog } from "../session/tree-log.ts";
import type { LogSources } from "../session/tree-log.ts";
import { errorText } from "../texts.ts";
import { createSessionFile } from "./create-session.ts";
import { errorCode, nodeFileSystem } from "./file-system.ts";
import type { SessionFileSystem } from "./file-system.ts";
import { Lease } from "./lease.ts";
import { readSession } from "./read-session.ts";
import type { SessionContents } from "./read-session.ts";
import { recoverSession } from "./recover.ts";
import type { RecoveredTail } from "./recover.ts";
import { SessionFile } from "./session-file.ts";
import type { FsyncPolicy } from "./session-file.ts";

/** How a session file is opened. */
export interface JsonlLogOptions extends LogSources {
  /** The folder the session works in, for the header of a new file. Default: the current one. */
  readonly cwd?: string | undefined;
  /** The id of the session, for the header of a new file. Default: a random UUID. */
  readonly id?: string | undefined;
  /** The file this session is forked from, for the header of a new file. */
  readonly parentSession?: string | undefined;
  /** Takes no lease, so a session that is being written elsewhere can be looked at; appends reject. */
  readonly readOnly?: boolean | undefined;
  /** Default `every-message`. */
  readonly fsync?: FsyncPolicy | undefined;
  /** The file functions to use. Default: the real ones. */
  readonly fs?: SessionFileSystem | undefined;
}

/**
 * A session log in a file: one JSON object a line, appended and never edited. One log at a time writes a file; its
 * lease is the file `<path>.lock` beside it.
 *
 * The session file, and the folder it is in, come into being with the first append. An append costs the same however
 * long the session is: nothing is read again.
 */
export class JsonlLog extends TreeLog {
  /** The session file, with symbolic links resolved. */
  readonly path: string;
  /** The header that is, or will be, the first line. */
  readonly header: SessionHeader;
  /** Oddities met while reading that lose nothing, for people. */
  readonly warnings: readonly string[];
  readonly isReadOnly: boolean;
  readonly #file: SessionFile | undefined;

  private constructor(
    path: string,
    header: SessionHeader,
    contents: SessionContents,
    file: SessionFile | undefined,
    sources: LogSources,
  ) {
    super(contents.tree, sources);
    this.path = path;
    this.header = header;
    this.warnings = contents.warnings;
    this.isReadOnly = file === undefined;
    this.#file = file;
  }

  /**
   * Opens a session file, or prepares a new one. Rejects with a SessionError: `locked` names the holder; `damaged` and
   * `torn` name the line; `not-a-session`, `unsupported-version` and `io` leave the file as it is. A rejected `open`
   * holds nothing.
   */
  static async open(path: string, options: JsonlLogOptions = {}): Promise<JsonlLog> {
    const { fs = nodeFileSystem, readOnly = false, fsync = "every-message" } = options;
    const realPath = await realPathOf(path, fs);
    if (readOnly) {
      const contents = await readSettled(realPath, fs);
      if (!contents.exists) throw missing(realPath);
      return new JsonlLog(
        realPath,
        contents.header ?? newHeader(options),
        contents,
        undefined,
        options,
      );
    }
    const lease = (await folderExists(realPath, fs)) ? await Lease.take(realPath, fs) : undefined;
    try {
      const contents = whole(realPath, await readSession(realPath, fs));
      const header = contents.header ?? newHeader(options);
      const { bytes, exists } = contents;
      const headerLine = contents.header === undefined ? formatLine(header) : undefined;
      const file = new SessionFile({ path: realPath, fs, fsync, headerLine, bytes, exists, lease });
      return new JsonlLog(realPath, header, contents, file, options);
    } catch (error) {
      await lease?.release();
      throw error;
    }
  }

  /**
   * Makes a session file that holds these entries as they are (the path of another session up to some entry, for a
   * fork) and opens it. The file appears whole or not at all, and none that is there is replaced: then it rejects with a
   * SessionError `io`. Entries must come after their parents; otherwise it rejects with `invalid`.
   */
  static async create(
    path: string,
    entries: readonly SessionEntry[],
    options: Omit<JsonlLogOptions, "readOnly"> = {},
  ): Promise<JsonlLog> {
    const { fs = nodeFileSystem } = options;
    const realPath = await realPathOf(path, fs);
    await createSessionFile(realPath, newHeader(options), entries, fs);
    return JsonlLog.open(realPath, options);
  }

  /**
   * Makes a session whose last line is torn ready to be opened: the bytes after the last newline move into a file beside
   * it, named `<path>.torn-<time>`, and nothing is deleted. `undefined` when there are none. Rejects with a SessionError
   * when the session is damaged elsewhere, in use, or no session; the file is then left as it is.
   */
  static async recover(
    path: string,
    { fs = nodeFileSystem, now = Date.now }: Pick<JsonlLogOptions, "fs" | "now"> = {},
  ): Promise<RecoveredTail | undefined> {
    return recoverSession(await realPathOf(path, fs), fs, now);
  }

  protected override async write(line: string): Promise<void> {
    if (this.#file === undefined)
      throw new SessionError(
        "read-only",
        `Cannot append to session ${this.path}: it was opened for reading only. Open it without readOnly.`,
        { path: this.path },
      );
    await this.#file.append(line);
  }

  protected override async release(): Promise<void> {
    await this.#file?.close();
  }

  protected override keepsLeaf(): boolean {
    return !this.isReadOnly;
  }
}

function newHeader({ id, cwd, parentSession, now = Date.now }: JsonlLogOptions): SessionHeader {
  return {
    type: "session",
    version: SESSION_VERSION,
    id: id ?? newSessionId(),
    timestamp: new Date(now()).toISOString(),
    cwd: cwd ?? process.cwd(),
    ...(parentSession === undefined ? {} : { parentSession }),
  };
}

/** One file has one lease, whatever link leads to it. */
async function realPathOf(path: string, fs: SessionFileSystem): Promise<string> {
  const absolute = resolve(path);
  for (const [known, rest] of [
    [absolute, ""],
    [dirname(absolute), basename(absolute)],
  ] as const) {
    try {
      return join(await fs.realpath(known), rest);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw unreachable(absolute, error);
    }
  }
  return absolute;
}

async function folderExists(path: string, fs: SessionFileSystem): Promise<boolean> {
  try {
    return (await fs.stat(dirname(path))).isDirectory();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw unreachable(path, error);
  }
}

const SETTLE_ATTEMPTS = 5;
const SETTLE_MS = 20;

/** A session that is being written may be met in the middle of a line: it is given time to become whole. */
async function readSettled(path: string, fs: SessionFileSystem): Promise<SessionContents> {
  for (let attempt = 1; ; attempt += 1) {
    const contents = await readSession(path, fs);
    if (contents.torn.length === 0 || attempt === SETTLE_ATTEMPTS) return whole(path, contents);
    await delay(SETTLE_MS);
  }
}

function whole(path: string, contents: SessionContents): SessionContents {
  const { torn, header, tree } = contents;
  if (torn.length === 0) return contents;
  const line = tree.size + (header === undefined ? 1 : 2);
  throw new SessionError(
    "torn",
    `Cannot open session ${path}: line ${line}, the last, has no newline (${torn.length} bytes): its writer was ` +
      "interrupted. JsonlLog.recover() moves those bytes into a file beside it.",
    { path, line },
  );
}

function missing(path: string): SessionError {
  return new SessionError(
    "io",
    `Cannot open session ${path} for reading: there is no such file. Check the path.`,
    {
      path,
    },
  );
}

function unreachable(path: string, cause: unknown): SessionError {
  return new SessionError(
    "io",
    `Cannot open session ${path}: ${errorText(cause)}. Check the path and its permissions.`,
    {
      path,
      cause,
    },
  );
}
