import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHash } from "node:crypto";
import { Snapshots } from "../../../src/snapshots/snapshots.ts";
import type { UndoOutcome } from "../../../src/snapshots/undo/undo-plan.ts";
import type { SnapshotsOptions } from "../../../src/snapshots/snapshots.ts";

/** A repository, a folder for what is kept, and an agent at work in it. */
export interface World {
  readonly root: string;
  readonly home: string;
  readonly snapshots: Snapshots;
  readonly warnings: readonly string[];
  /** A command of the user's. */
  sh(script: string): string;
  /** A command of the agent's. */
  bash(script: string): Promise<void>;
  /** A file that the agent writes. */
  write(path: string, content: string): Promise<void>;
  /** Everything below the root but `.git`: kind, permissions and contents by path. */
  files(): Record<string, string>;
  /** All that an undo must not touch: the user's `.git` but for its objects. */
  git(): Record<string, string>;
}

export const environment = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_AUTHOR_NAME: "n",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "n",
  GIT_COMMITTER_EMAIL: "a@b",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** `folder` is empty; the agent works in `root` below it, which `script` fills. */
export function makeWorld(
  folder: string,
  script: string,
  options: Partial<SnapshotsOptions> & { readonly root?: string } = {},
): World {
  const base = join(folder, "project");
  mkdirSync(base);
  run(base, script);
  const root = join(folder, options.root ?? "project");
  const home = join(folder, "home");
  const warnings: string[] = [];
  let git: string | undefined;
  const onWarning = (text: string): void => void warnings.push(text);
  const snapshots = new Snapshots({ cwd: root, home, onWarning, ...options });
  return {
    root,
    home,
    snapshots,
    warnings,
    sh: (text) => run(root, text),
    async bash(text) {
      const finish = await snapshots.before({ text });
      spawnSync("bash", ["-c", text], { cwd: root, env: environment });
      finish();
      await snapshots.settled();
    },
    async write(path, content) {
      const finish = await snapshots.before({ text: path, paths: [join(root, path)] });
      spawnSync(
        "bash",
        ["-c", 'mkdir -p "$(dirname "$1")" && printf %s "$2" >"$1"', "-", path, content],
        {
          cwd: root,
        },
      );
      finish();
      await snapshots.settled();
    },
    files: () => listing(root, (key) => key !== ".git"),
    git: () => listing((git ??= gitFolder(root)), (key) => key !== "objects"),
  };
}

/** Undoes the last run. */
export async function undo({ snapshots }: World): Promise<UndoOutcome | undefined> {
  return (await snapshots.undo())?.apply();
}

function gitFolder(root: string): string {
  return execFileSync("git", ["rev-parse", "--absolute-git-dir"], {
    cwd: root,
    encoding: "utf8",
  }).trim();
}

function run(cwd: string, script: string): string {
  return execFileSync("bash", ["-ec", script], { cwd, env: environment, encoding: "utf8" });
}

/** What is below a folder, names as bytes. Contents longer than a line are told by their hash. */
export function listing(
  folder: string,
  isWanted: (key: string) => boolean,
): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (at: string): void => {
    const path = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(at, "latin1")]);
    for (const name of readdirSync(path, { encoding: "latin1" }).toSorted()) {
      const key = at === "" ? name : `${at}/${name}`;
      if (!isWanted(key)) continue;
      const own = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(key, "latin1")]);
      const stats = lstatSync(own);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) found[key] = `link ${readlinkSync(own, { encoding: "latin1" })}`;
      else if (stats.isDirectory()) {
        found[key] = `folder ${mode}`;
        visit(key);
      } else if (stats.isFile()) found[key] = `${mode} ${digest(readFileSync(own))}`;
      else found[key] = "special";
    }
  };
  visit("");
  return found;
}

function digest(bytes: Buffer): string {
  return bytes.length > 60
    ? createHash("sha1").update(bytes).digest("hex")
    : bytes.toString("latin1");
}

/** Where a linked work tree, or anything else beside the project, is. */
export function beside(world: World, name: string): string {
  return join(dirname(world.root), name);
}
