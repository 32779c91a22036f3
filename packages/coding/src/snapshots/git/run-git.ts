import type { Readable } from "node:stream";
import { SnapshotError, errorCode, errorText } from "../../errors.ts";

/** How git is run. */
export interface GitCall {
  readonly cwd: string;
  /** Set on top of the host's, from which every `GIT_…` is taken away. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly input?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are an answer and no failure. Default: 0. */
  readonly accept?: readonly number[] | undefined;
}

/** How a run of git ended. */
export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Runs git and waits for its end; an abort kills it. Throws `SnapshotError` with what git said when it fails, and the
 * signal's reason after an abort.
 */
export async function runGit(args: readonly string[], call: GitCall): Promise<GitAnswer> {
  const { signal, accept = [0] } = call;
  signal?.throwIfAborted();
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn("git", [...args], {
    cwd: call.cwd,
    env: gitEnvironment(call.env),
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("error", (error) => reject(startError(args, call.cwd, error)));
  child.on("close", (code) => resolve(code));
  const kill = (): void => void child.kill("SIGKILL");
  signal?.addEventListener("abort", kill);
  child.stdin.on("error", () => undefined); // Git has gone; its exit code and what it said tell why.
  child.stdin.end(call.input ?? "");
  try {
    const [stdout, stderr, code] = await Promise.all([
      collect(child.stdout),
      collect(child.stderr),
      ended,
    ]);
    signal?.throwIfAborted();
    const said = stderr.toString("utf8").trim();
    if (code === null || !accept.includes(code)) throw failure(args, code, said);
    return { code, stdout, stderr: said };
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/** The host's environment without what would lead git to another repository, index or configuration. */
export function gitEnvironment(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const host = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(host),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    ...own,
  };
}

/** The items of a list that ends each with a NUL. */
export function splitList(bytes: Buffer): string[] {
  const items = bytes.toString("latin1").split("\0");
  items.pop();
  return items;
}

/** A list that ends each item with a NUL. */
export function joinList(items: Iterable<string>): Buffer {
  return Buffer.from([...items].map((item) => `${item}\0`).join(""), "latin1");
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve } = Promise.withResolvers<void>();
  // An error of the pipe comes with an end of the process, which is what is judged.
  for (const end of ["close", "error"] as const) stream.on(end, () => resolve());
  await promise;
  return Buffer.concat(chunks);
}

function startError(args: readonly string[], cwd: string, error: Error): SnapshotError {
  const reason =
    errorCode(error) === "ENOENT" ? `git could not be found, or ${cwd} is gone` : errorText(error);
  return new SnapshotError("io", `Could not run git ${nameOf(args)}: ${reason}.`, {
    cause: error,
  });
}

function failure(args: readonly string[], code: number | null, said: string): SnapshotError {
  const end = code === null ? "it was killed" : `it ended with code ${code}`;
  return new SnapshotError("io", `git ${nameOf(args)} failed: ${said.split("\n")[0] || end}.`);
}

/** The sub-command, without the options before it. */
function nameOf(args: readonly string[]): string {
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-c");
  return args[at] ?? "";
}
