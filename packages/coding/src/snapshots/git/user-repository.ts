import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SnapshotError, errorCode } from "../../errors.ts";
import { isInside } from "../../workspace/real-path.ts";
import type { PathKey } from "../byte-path.ts";
import { runGit, splitList } from "./run-git.ts";

/** A work tree of the user's. It is only ever read. */
export interface UserRepository {
  /** The top of the work tree, absolute, links followed. */
  readonly root: string;
  /** This work tree's own folder for git: a linked one has its own. */
  readonly gitFolder: string;
  /** The folder that all work trees of the repository share. */
  readonly commonFolder: string;
}

/** What git says about the files of a work tree. */
export interface ListedFiles {
  /** Tracked, and neither tracked nor ignored. A name that ends with `/` is a repository inside this one. */
  readonly covered: readonly PathKey[];
  /** Ignored; one that ends with `/` stands for all below. */
  readonly ignored: readonly PathKey[];
}

/** No hook of the user's configuration runs, and nothing waits for a daemon. */
const quiet = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];

/**
 * The work tree that a folder is in; undefined when it is in none or git is not installed. Throws `SnapshotError` when
 * git refuses to say, as it does for a repository of somebody else's.
 */
export async function findRepository(
  cwd: string,
  signal?: AbortSignal,
): Promise<UserRepository | undefined> {
  const args = [
    "rev-parse",
    "--path-format=absolute",
    "--show-toplevel",
    "--git-dir",
    "--git-common-dir",
  ];
  try {
    const { stdout } = await runGit([...quiet, ...args], { cwd, signal });
    const [root, gitFolder, commonFolder] = stdout.toString("utf8").split("\n");
    if (!root || !gitFolder || !commonFolder) return undefined;
    // A repository's own configuration may name any folder as its work tree: only one that knows of it is covered.
    if (!existsSync(join(root, ".git")) || !isInside(root, cwd)) return undefined;
    return { root, gitFolder, commonFolder };
  } catch (error) {
    if (isNoWorkTree(error)) return undefined;
    throw error;
  }
}

function isNoWorkTree(error: unknown): boolean {
  if (!SnapshotError.isInstance(error)) return false;
  if (errorCode(error.cause) === "ENOENT") return true;
  return /not a git repository|must be run in a work tree/i.test(error.message);
}

/**
 * The files of a work tree. The index is read and not refreshed, so a lock on it does not matter. `isShort`: a folder
 * stands for all that is ignored in it.
 */
export async function listFiles(
  { root }: UserRepository,
  isShort: boolean,
  signal: AbortSignal | undefined,
): Promise<ListedFiles> {
  const list = async (...which: string[]): Promise<string[]> => {
    const args = [...quiet, "ls-files", "-z", ...which, "--exclude-standard"];
    return splitList((await runGit(args, { cwd: root, signal })).stdout);
  };
  const [covered, ignored] = await Promise.all([
    list("--cached", "--others"),
    list("--others", "--ignored", ...(isShort ? ["--directory"] : [])),
  ]);
  return { covered, ignored };
}

/** Where HEAD is, for people: its branch and commit. Empty where that cannot be told from plain files. */
export async function describeHead(repository: UserRepository): Promise<string> {
  const head = await textOf(join(repository.gitFolder, "HEAD"));
  const name = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  if (name === undefined) return head.slice(0, 10);
  if (name.includes("..")) return ""; // No name of a branch: it would lead to any file.
  const ref = `refs/heads/${name}`;
  const loose = await textOf(join(repository.commonFolder, ref));
  const packed = loose || (await textOf(join(repository.commonFolder, "packed-refs")));
  const commit = loose || packed.split("\n").find((line) => line.endsWith(` ${ref}`)) || "";
  return `${name} ${commit.slice(0, 10) || "without a commit"}`;
}

async function textOf(path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch {
    return ""; // Only for a line of news; a repository need not have the file.
  }
}
