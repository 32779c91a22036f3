import { isUtf8 } from "node:buffer";
import { SESSION_VERSION } from "../session/entries.ts";
import type { SessionHeader } from "../session/entries.ts";
import { parseEntry, parseHeader } from "../session/entry-line.ts";
import { SessionError } from "../session/errors.ts";
import { isTauLine } from "../session/tau-entry.ts";
import { EntryTree } from "../session/tree.ts";
import { errorText } from "../texts.ts";
import { errorCode } from "./file-system.ts";
import type { SessionFileSystem } from "./file-system.ts";

/** What a session file holds. */
export interface SessionContents {
  /** `undefined` for a file that is not there or is empty. */
  readonly header: SessionHeader | undefined;
  readonly tree: EntryTree;
  /** Oddities that lose nothing, for people. */
  readonly warnings: readonly string[];
  /** Bytes up to and including the last newline. */
  readonly bytes: number;
  /** What follows the last newline: the beginning of a line whose writer died. */
  readonly torn: Buffer;
  readonly exists: boolean;
}

const headerStart = '{"type":"session"';

/**
 * Reads a session file, in one go. Throws a SessionError: `damaged` with the first line that cannot be read,
 * `not-a-session`, `unsupported-version` or `io`. A torn last line is no error here.
 */
export async function readSession(path: string, fs: SessionFileSystem): Promise<SessionContents> {
  const found = await readBytes(path, fs);
  const bytes = found ?? Buffer.alloc(0);
  const tree = new EntryTree();
  const warnings: string[] = [];
  let header: SessionHeader | undefined;
  let start = 0;
  let line = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    line += 1;
    const text = lineText(path, line, bytes.subarray(start, end));
    if (line === 1) header = readHeader(path, text);
    else readEntry(path, line, text, tree, warnings);
    start = end + 1;
  }
  const torn = bytes.subarray(start);
  if (line === 0) refuseForeign(path, torn);
  return { header, tree, warnings, bytes: start, torn, exists: found !== undefined };
}

async function readBytes(path: string, fs: SessionFileSystem): Promise<Buffer | undefined> {
  try {
    // Anything but a plain file might never end, or never begin.
    if (!(await fs.stat(path)).isFile()) throw notASession(path, "it is not a plain file");
    return await fs.readFile(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    if (SessionError.isInstance(error)) throw error;
    throw new SessionError(
      "io",
      `Cannot read session ${path}: ${errorText(error)}. Check the path and its permissions.`,
      {
        path,
        cause: error,
      },
    );
  }
}

function lineText(path: string, line: number, bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    if (line === 1) throw notASession(path, "line 1 is not text", line);
    throw damaged(path, line, new SyntaxError("it is not valid UTF-8"));
  }
  return bytes.toString("utf8");
}

function readHeader(path: string, text: string): SessionHeader {
  const header = parseHeader(text);
  if (header === undefined)
    throw isTauLine(text)
      ? sessionOfTau(path)
      : notASession(path, "line 1 is not a session header", 1);
  if (header.version === 2 || header.version === SESSION_VERSION) return header;
  throw new SessionError(
    "unsupported-version",
    `Cannot read session ${path}: its header, line 1, says version ${header.version}, and only versions 2 and ` +
      `${SESSION_VERSION} can be read. Let the program that wrote it bring it to version ${SESSION_VERSION}.`,
    { path, line: 1 },
  );
}

function readEntry(
  path: string,
  line: number,
  text: string,
  tree: EntryTree,
  warnings: string[],
): void {
  try {
    const entry = parseEntry(text);
    if (!tree.add(entry))
      warnings.push(
        `${path}, line ${line}: entry ${entry.id} hangs on entry ${entry.parentId}, which is not there; it reads as a first entry.`,
      );
  } catch (error) {
    throw damaged(path, line, error);
  }
}

/** A file without a single whole line may be a session whose header was torn, or anything else. */
function refuseForeign(path: string, torn: Buffer): void {
  const start = torn.subarray(0, headerStart.length).toString("utf8");
  if (!headerStart.startsWith(start)) throw notASession(path, "line 1 is not a session header", 1);
}

function damaged(path: string, line: number, cause: unknown): SessionError {
  return new SessionError(
    "damaged",
    `Cannot read session ${path}: line ${line} is damaged (${errorText(cause)}). ` +
      "Nothing was changed; repair or remove that line by hand, or go on from a copy.",
    { path, line, cause },
  );
}

function sessionOfTau(path: string): SessionError {
  return new SessionError(
    "not-a-session",
    `Cannot open ${path} as a session: it is one of Python's Tau. The file was left as it is; go on in a copy, which ` +
      "createCodingAgent({ session: { import: PATH } }) of @tau-ts/coding opens, or importTauSession() makes.",
    { path, line: 1 },
  );
}

function notASession(path: string, reason: string, line?: number): SessionError {
  return new SessionError(
    "not-a-session",
    `Cannot open ${path} as a session: ${reason}. The file was left as it is; choose another path.`,
    { path, line },
  );
}
