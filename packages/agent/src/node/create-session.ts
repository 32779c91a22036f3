import { dirname } from "node:path";
import type { SessionEntry, SessionHeader } from "../session/entries.ts";
import { formatLine } from "../session/entry-line.ts";
import { assertEntry } from "../session/entry-shape.ts";
import { SessionError } from "../session/errors.ts";
import { randomHex } from "../session/ids.ts";
import { EntryTree } from "../session/tree.ts";
import { errorText } from "../texts.ts";
import { errorCode } from "./file-system.ts";
import type { SessionFileSystem } from "./file-system.ts";

/** Writes a whole session beside its place and gives it its name when it is complete, unless the name is taken. */
export async function createSessionFile(
  path: string,
  header: SessionHeader,
  entries: readonly SessionEntry[],
  fs: SessionFileSystem,
): Promise<void> {
  const text = sessionText(path, header, entries);
  const draft = `${path}.new-${randomHex(8)}`;
  try {
    await fs.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await fs.open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft, path, fs);
  } catch (cause) {
    throw new SessionError(
      "io",
      `Cannot create session ${path}: ${errorText(cause)}. No session was made; choose another path, make room or check permissions.`,
      { path, cause },
    );
  } finally {
    await removeDraft(draft, fs);
  }
}

/** Gives a file its name unless the name is taken. Unlike a rename, a link never takes the place of another file. */
async function publish(draft: string, path: string, fs: SessionFileSystem): Promise<void> {
  try {
    await fs.link(draft, path);
  } catch (error) {
    if (!withoutLinks.has(errorCode(error))) throw error;
    // A file system without links: the name is reserved first, and only our own empty file is replaced.
    await (await fs.open(path, "wx", 0o600)).close();
    await fs.rename(draft, path);
  }
}

const withoutLinks: ReadonlySet<string | undefined> = new Set([
  "EPERM",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
]);

function sessionText(
  path: string,
  header: SessionHeader,
  entries: readonly SessionEntry[],
): string {
  const tree = new EntryTree();
  const lines = [formatLine(header)];
  try {
    for (const entry of entries) {
      assertEntry(entry);
      if (!tree.add(entry))
        throw new SyntaxError(`entry ${entry.id} comes before its parent ${entry.parentId}`);
      lines.push(formatLine(entry));
    }
  } catch (cause) {
    throw new SessionError(
      "invalid",
      `Cannot create session ${path}: ${errorText(cause)}. Nothing was written; hand in a path from its root on.`,
      { path, cause },
    );
  }
  return lines.join("");
}

async function removeDraft(draft: string, fs: SessionFileSystem): Promise<void> {
  try {
    await fs.unlink(draft);
  } catch {
    // It was never made, or it stays as a file that nobody takes for a session: no news beside how the creation ended.
  }
}
