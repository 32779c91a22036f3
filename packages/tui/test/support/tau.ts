import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { LookOut } from "./look-out.ts";

/** The words that start the built command. */
export const tauWords: readonly string[] = [inject("builtCommand")];

/** A folder of its own with a home for sessions and a folder to work in. `await using` removes it. */
export interface Place extends AsyncDisposable {
  readonly home: string;
  readonly cwd: string;
  /** The environment of the command: nothing of the machine's but the search path. */
  readonly env: Readonly<Record<string, string>>;
  /** Every session file. */
  sessions(): Promise<readonly string[]>;
  /** The parsed lines of the only session file. */
  entries(): Promise<readonly Entry[]>;
}

/** The part of a session line that tests look at. */
export interface Entry {
  readonly type: string;
  readonly message?: {
    readonly role: string;
    readonly stopReason?: string;
    readonly toolCallId?: string;
    readonly content: string | readonly { readonly type: string; readonly text?: string }[];
  };
}

export async function makePlace(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), "tau-tui-"));
  const [home, cwd] = [join(root, "home"), join(root, "work")];
  await mkdir(cwd);
  const sessions = async (): Promise<readonly string[]> => {
    const folder = join(home, "sessions");
    const found = await readdir(folder, { recursive: true }).catch(() => []);
    return found.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
  };
  return {
    home,
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: root, TAU_HOME: home, TERM: "xterm" },
    sessions,
    entries: async () => readEntries((await sessions())[0] ?? "no session"),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** What was said; what was chosen beside it is left out. */
export async function readEntries(path: string): Promise<readonly Entry[]> {
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  const entries = lines.map((line): Entry => JSON.parse(line));
  return entries.filter(({ type }) => !choices.has(type));
}

const choices: ReadonlySet<string> = new Set(["model_change", "thinking_level_change", "custom"]);

export interface TauOptions {
  readonly place: Place;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What is piped in; nothing means `/dev/null`. */
  readonly input?: string | Uint8Array | undefined;
}

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. `await using` ends it. */
export class RunningTau implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  stdout = "";
  stderr = "";
  readonly #lookOut = new LookOut();

  constructor(words: readonly string[], { place, env, input }: TauOptions) {
    this.child = spawn(process.execPath, [...tauWords, ...words], {
      cwd: place.cwd,
      env: { ...place.env, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    if (input !== undefined) this.child.stdin?.end(input);
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
      this.#lookOut.tell();
    });
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      this.#lookOut.tell();
    });
    const { promise, resolve, reject } = Promise.withResolvers<Finished>();
    this.child.once("error", reject);
    this.child.once("close", (code, signal) => {
      resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
      this.#lookOut.tell();
    });
    this.finished = promise;
  }

  /** Resolves when `isThere` says so, looking whenever something was printed. Rejects when the command ends before. */
  async until(isThere: (tau: this) => boolean): Promise<void> {
    await this.#lookOut.until(
      () => isThere(this),
      () =>
        this.child.exitCode === null && this.child.signalCode === null
          ? undefined
          : `the command ended first: ${this.stdout}\n${this.stderr}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGTERM"); // What it started ends with it.
    const lastResort = setTimeout(() => this.child.kill("SIGKILL"), 3000);
    await this.finished;
    clearTimeout(lastResort);
  }
}

/** Runs the command to its end. */
export async function tau(words: readonly string[], options: TauOptions): Promise<Finished> {
  await using running = new RunningTau(words, options);
  return await running.finished;
}

/** The events of `--mode json`, each line parsed: throws for a line that is no JSON. */
export function eventsOf(stdout: string): readonly JsonEvent[] {
  if (stdout !== "" && !stdout.endsWith("\n")) throw new Error("the last line has no newline");
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line): JsonEvent => JSON.parse(line));
}

/** The part of an event line that tests look at. */
export interface JsonEvent {
  readonly type: string;
  readonly sessionId?: string;
  readonly message?: { readonly role: string; readonly stopReason?: string };
  readonly assistantMessageEvent?: { readonly type: string; readonly delta?: string };
  readonly outcome?: string;
}

/** Words that name a model server's model. */
export function modelWords(url: string): readonly string[] {
  return [
    "--wire",
    "anthropic-messages",
    "--base-url",
    url,
    "--api-key",
    "key-for-tests",
    "--model",
    "claude-test",
  ];
}
