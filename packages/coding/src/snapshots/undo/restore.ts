import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, rename, rmdir, symlink, unlink, writeFile } from "node:fs/promises";
import { errorCode, errorText, isGone } from "../../errors.ts";
import { diskPath, foldersAbove, parentKey, shownPath } from "../byte-path.ts";
import type { PathKey } from "../byte-path.ts";
import { isThere } from "../store/manifest.ts";
import type { Entry } from "../store/manifest.ts";
import type { Step } from "./steps.ts";

/** A path that could not be made what it was. */
export interface FailedStep {
  readonly key: PathKey;
  readonly reason: string;
}

/** Where the bytes come from, in the order asked for. */
export type ReadContents = (ids: readonly string[]) => AsyncGenerator<Buffer, void>;

/** Makes paths what their steps say. One that fails does not keep the others. Returns those that failed. */
export async function restore(
  root: string,
  steps: readonly Step[],
  read: ReadContents,
): Promise<FailedStep[]> {
  const work = new Restoring(root);
  await work.openFolders(steps);
  // What goes makes room for what comes: files first, then the folders they were in, the deepest first.
  for (const step of steps) if (leaves(step, "file")) await work.attempt(step, removeFile);
  const folders = steps.filter((step) => leaves(step, "folder"));
  for (const step of folders.toReversed()) await work.attempt(step, removeFolder);
  for (const step of steps) if (comes(step, "folder")) await work.attempt(step, makeFolder);
  await work.writeContents(steps.filter(needsContent), read);
  for (const step of steps.filter(hasMode).toReversed()) await work.attempt(step, setMode);
  await work.closeFolders();
  return work.failed;
}

class Restoring {
  readonly failed: FailedStep[] = [];
  readonly #root: string;
  /** Folders that were made writable for the time being, with the permissions they get back. */
  readonly #opened = new Map<PathKey, number>();

  constructor(root: string) {
    this.#root = root;
  }

  async attempt(
    step: Step,
    act: (path: string | Buffer, step: Step) => Promise<void>,
  ): Promise<void> {
    if (this.failed.some(({ key }) => key === step.key)) return;
    try {
      await this.#checkFolders(step.key);
      await act(diskPath(this.#root, step.key), step);
    } catch (error) {
      this.failed.push({ key: step.key, reason: errorText(error) });
    }
  }

  async writeContents(steps: readonly Step[], read: ReadContents): Promise<void> {
    const contents = read(
      steps.flatMap(({ target }) => (hasContent(target) ? [target.content] : [])),
    );
    for (const step of steps) {
      const { value, done } = await contents.next();
      if (done === true) break;
      await this.attempt(step, async (path) => {
        await mkdir(diskPath(this.#root, parentKey(step.key) || "."), { recursive: true });
        await put(path, this.#temporary(step.key), step, value);
      });
    }
    await contents.return();
  }

  /** A folder that may not be written to does not keep what is in it from being restored. */
  async openFolders(steps: readonly Step[]): Promise<void> {
    const parents = new Set(steps.flatMap(({ key }) => [...foldersAbove(key)]));
    for (const key of [...parents].toSorted()) {
      const path = diskPath(this.#root, key);
      const found = await lstat(path).catch(() => undefined);
      if (!found?.isDirectory() || (found.mode & 0o300) === 0o300) continue;
      const isOpen = await chmod(path, found.mode | 0o300).then(
        () => true,
        () => false, // Not ours; whatever needs it fails with the reason.
      );
      if (isOpen) this.#opened.set(key, found.mode & 0o7777);
    }
    for (const { key, target } of steps) if (target?.kind === "folder") this.#opened.delete(key); // It gets those of its own step.
  }

  async closeFolders(): Promise<void> {
    for (const [key, mode] of [...this.#opened].toReversed()) {
      const path = diskPath(this.#root, key);
      const found = await lstat(path).catch(() => undefined);
      if (found?.isDirectory()) await chmod(path, mode);
    }
  }

  /** Nothing is written through a link, wherever it leads. */
  async #checkFolders(key: PathKey): Promise<void> {
    if (key.startsWith("/")) return;
    for (const folder of foldersAbove(key)) {
      const found = await lstat(diskPath(this.#root, folder)).catch(() => undefined);
      if (found && !found.isDirectory()) throw new Error(`${shownPath(folder)} is not a folder`);
    }
  }

  #temporary(key: PathKey): string | Buffer {
    const folder = parentKey(key);
    const prefix = folder === "" ? (key.startsWith("/") ? "/" : "") : `${folder}/`;
    return diskPath(this.#root, `${prefix}.tau-${randomUUID()}.tmp`);
  }
}

type Content = Extract<Entry, { readonly content: string }>;

function hasContent(entry: Entry | undefined): entry is Content {
  return entry !== undefined && "content" in entry;
}

/** Whether a step writes bytes: only the permissions may differ. */
function needsContent({ now, target }: Step): boolean {
  if (!hasContent(target)) return false;
  return !hasContent(now) || now.kind !== target.kind || now.content !== target.content;
}

/** A file that another file takes the place of does not leave first. */
function leaves({ now, target }: Step, kind: "file" | "folder"): boolean {
  if (!isThere(now) || (now.kind === "folder") !== (kind === "folder")) return false;
  return kind === "folder" ? target?.kind !== "folder" : !hasContent(target);
}

function comes({ now, target }: Step, kind: "folder"): boolean {
  return target?.kind === kind && now?.kind !== kind;
}

async function removeFile(path: string | Buffer): Promise<void> {
  await unlink(path).catch(unlessGone);
}

/** A folder that holds something that is not covered stays, unless a file takes its place. */
async function removeFolder(path: string | Buffer, { target }: Step): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (errorCode(error) !== "ENOTEMPTY" && errorCode(error) !== "EEXIST") return unlessGone(error);
    if (isThere(target))
      throw new Error("the folder in its place holds files that are not covered", { cause: error });
  }
}

async function makeFolder(path: string | Buffer): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

async function put(
  path: string | Buffer,
  temporary: string | Buffer,
  { target }: Step,
  bytes: Buffer,
): Promise<void> {
  try {
    if (target?.kind === "link") await symlink(bytes, temporary);
    else await writeFile(temporary, bytes, { mode: 0o600, flag: "wx" });
    if (target?.kind === "file") await chmod(temporary, target.mode);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(unlessGone);
    throw error;
  }
}

function hasMode({ target }: Step): boolean {
  return target !== undefined && "mode" in target;
}

async function setMode(path: string | Buffer, { target }: Step): Promise<void> {
  if (target?.kind === "file" || target?.kind === "folder") await chmod(path, target.mode);
}

function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error;
}
