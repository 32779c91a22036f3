import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../cli/failure.ts";

/** Variables of an environment, such as `process.env`. */
type Variables = Readonly<Record<string, string | undefined>>;

export interface ExternalEditOptions {
  /** What is to be edited: `editorText`. */
  readonly text: string;
  readonly environment: Variables;
  /** Gives the terminal away, runs the task and takes the terminal back, also when the task rejects. */
  readonly whileSuspended: <T>(task: () => Promise<T>) => Promise<T>;
  /** Ends the editor: the text stays as it was. */
  readonly signal: AbortSignal;
  /** Where the editor runs. Default: the process's working directory. */
  readonly cwd?: string | undefined;
  /** Where the file is put meanwhile, in a folder of its own. Default: the system's folder for such files. */
  readonly temporaryFolder?: string | undefined;
}

/** The text as it was saved, or why there is none: for a person to read. */
export type ExternalEdit =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "failed"; readonly problem: string };

/** The person's editor with its options, a line for the shell: `VISUAL`, else `EDITOR`, else what is there for certain. */
export function editorCommand(environment: Variables, platform: string = process.platform): string {
  const fallback = platform === "win32" ? "notepad" : "vi";
  return environment["VISUAL"]?.trim() || environment["EDITOR"]?.trim() || fallback;
}

/** What was saved, as the text it stands for: editors end a file with a line break and may mark its encoding. */
export function savedText(before: string, saved: string): string {
  const text = saved.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return text.endsWith("\n") && !before.endsWith("\n") ? text.slice(0, -1) : text;
}

/**
 * Lets the person edit a text in their own editor, and waits until that has ended. The file lies in a folder that only
 * they can read, and is gone afterwards. Rejects only when `whileSuspended` does.
 */
export async function editExternally(options: ExternalEditOptions): Promise<ExternalEdit> {
  const { text, environment, whileSuspended, temporaryFolder = tmpdir() } = options;
  const command = editorCommand(environment);
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(temporaryFolder, "tau-prompt-"));
    const path = join(folder, "prompt.md");
    await writeFile(path, text, { mode: 0o600 });
    const problem = await whileSuspended(() => runEditor(command, path, options));
    if (problem !== undefined) return failed(command, problem);
    return { kind: "edited", text: savedText(text, await readFile(path, "utf8")) };
  } catch (error) {
    if (folder === undefined || isFileError(error)) return failed(command, notGiven(error));
    throw error;
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

function failed(command: string, problem: string): ExternalEdit {
  return {
    kind: "failed",
    problem: `The text was not changed: the editor \`${command}\` ${problem}. Set VISUAL or EDITOR to the one you want.`,
  };
}

/** A command line that the shell can become, so that a signal reaches the editor itself. */
const plainWords = /^[\w@%+:,./\s-]+$/;

/** Resolves with what went wrong, undefined when nothing did. */
async function runEditor(
  command: string,
  path: string,
  { environment, signal, cwd }: ExternalEditOptions,
): Promise<string | undefined> {
  if (signal.aborted) return "was not started";
  const isWindows = process.platform === "win32";
  const [program, ...args] = isWindows
    ? [`${command} "${path}"`]
    : ["/bin/sh", "-c", `${plainWords.test(command) ? "exec " : ""}${command} "$@"`, "tau", path];
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const child = spawn(program ?? command, args, {
    stdio: "inherit",
    env: environment,
    shell: isWindows,
    ...(cwd !== undefined && { cwd }),
  });
  const end = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", end, { once: true });
  child.once("error", (error) => resolve(`could not be started (${error.message})`));
  child.once("exit", (code, name) => resolve(problemOf(code, name)));
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** What a shell answers for a program that is not there. */
const notFound = 127;

function problemOf(code: number | null, signalName: string | null): string | undefined {
  if (code === 0) return undefined;
  if (code === notFound) return "was not found";
  return code === null ? `was ended by ${signalName ?? "a signal"}` : `ended with code ${code}`;
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function notGiven(error: unknown): string {
  return `could not be given the text (${messageOf(error)})`;
}
