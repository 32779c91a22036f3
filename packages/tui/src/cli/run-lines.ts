import { errorText, openAgentSession, stopGraceMs } from "./agent-session.ts";
import type { AgentSession } from "./agent-session.ts";
import { askPermission } from "./ask-permission.ts";
import { LineFrontend } from "./line-frontend.ts";
import { LinePrompt } from "./line-prompt.ts";
import type { StopSignal } from "./stop-signals.ts";
import { canEditLines } from "./terminal.ts";
import type { Work } from "./work.ts";

/**
 * Talks at a terminal, line by line. Ctrl+C stops the run that goes on; a second time, or at an empty prompt, it leaves,
 * and Ctrl+D leaves too. Resolves with the exit code.
 */
export async function runLines(work: Work): Promise<number> {
  const { given, io, signals } = work;
  using prompt = new LinePrompt({
    input: process.stdin,
    output: process.stdout,
    canEdit: canEditLines(process.env),
    onInterrupt: () => signals.receive("SIGINT"),
  });
  const ask = askPermission(prompt);
  const { notify } = io;
  await using session = await openAgentSession({ ...work, variables: process.env, ask, notify });
  signals.ended.throwIfAborted();
  const interruptions = new Interruptions(work, session, prompt);
  notify(`${session.modelName} in ${work.cwd}. Ctrl+C stops a run, Ctrl+D leaves.`);
  let next: string | undefined = given.prompt;
  while (next !== undefined && !signals.ended.aborted) {
    if (next.trim() !== "") {
      interruptions.reset();
      await showRun(work, session, next);
    }
    if (!signals.ended.aborted) next = await prompt.ask("> ");
  }
  return signals.exitCode ?? 0;
}

/** What a request to stop means depends on what is going on. */
class Interruptions {
  readonly #work: Work;
  readonly #session: AgentSession;
  readonly #prompt: LinePrompt;
  #isStopping = false;

  constructor(work: Work, session: AgentSession, prompt: LinePrompt) {
    this.#work = work;
    this.#session = session;
    this.#prompt = prompt;
    work.signals.listen((signal) => this.#receive(signal));
  }

  /** A new run begins. */
  reset(): void {
    this.#isStopping = false;
  }

  #receive(signal: StopSignal): void {
    const { harness } = this.#session;
    if (signal !== "SIGINT" || (harness.isRunning && this.#isStopping)) this.#leave(signal);
    else if (harness.isRunning) {
      this.#isStopping = true;
      void harness.stop({ graceMs: stopGraceMs });
    } else if (this.#prompt.unfinished !== "") this.#prompt.clearLine();
    else this.#leave(signal);
  }

  #leave(signal: StopSignal): void {
    this.#work.signals.end(signal);
    const graceMs = this.#isStopping ? 0 : stopGraceMs;
    void this.#session.harness.stop({ graceMs, reason: { kind: "shutdown" } });
    this.#prompt[Symbol.dispose]();
  }
}

async function showRun({ io }: Work, { harness }: AgentSession, words: string): Promise<void> {
  const { stdout, stderr } = io;
  const frontend = new LineFrontend({ stdout, stderr, columns: process.stdout.columns || 80 });
  const unsubscribe = harness.subscribe((event) => frontend.render(event));
  try {
    await harness.prompt(words).result;
  } catch (error) {
    void stderr.write(`Error: ${errorText(error)}\n`);
  } finally {
    unsubscribe();
  }
  await frontend.finish();
}
