import type { CodingAgent, SessionSummary } from "@tau-ts/coding";
import { TranscriptFrontend } from "../frontends/transcript-frontend.ts";
import { stripControls } from "../terminal/text/strip-controls.ts";
import { minute } from "../wording/times.ts";
import { askPermissionAt } from "./ask-permission.ts";
import { askTrustAt } from "./ask-trust.ts";
import { attachFiles } from "./attach-files.ts";
import { CommandModels, readerIntervalMs } from "./command-models.ts";
import { messageOf } from "./failure.ts";
import { canEditLines } from "./is-terminal.ts";
import { LinePrompt } from "./line-prompt.ts";
import { openAgent, stopGraceMs } from "./open-agent.ts";
import type { StopSignal } from "./stop-signals.ts";
import type { Work } from "./work.ts";

/**
 * Talks at a terminal, line by line. Ctrl+C stops the run that goes on; a second time, or at an empty prompt, it leaves,
 * and Ctrl+D leaves too. Resolves with the exit code.
 */
export async function runLines(work: Work): Promise<number> {
  const { given, cwd, io, signals } = work;
  const { notify } = io;
  using prompt = new LinePrompt({
    input: process.stdin,
    output: process.stdout,
    canEdit: canEditLines(process.env),
    onInterrupt: () => signals.receive("SIGINT"),
  });
  await using agent = await openAgent({
    given,
    cwd,
    home: work.home,
    tauHome: work.tauHome,
    models: new CommandModels({ ...work, onWarning: notify, readIntervalMs: readerIntervalMs }),
    ask: askPermissionAt(prompt),
    askTrust: askTrustAt(prompt),
    pickSession: (sessions) => pick(prompt, sessions),
    onWarning: notify,
  });
  signals.ended.throwIfAborted();
  const interruptions = new Interruptions(work, agent, prompt);
  notify(
    `${agent.model.info?.id ?? "a model without a name"} in ${cwd}. Ctrl+C stops a run, Ctrl+D leaves.`,
  );
  const first = await attachFiles(given.prompt, given, cwd);
  let next: typeof first | undefined = first;
  while (next !== undefined && !signals.ended.aborted) {
    if (typeof next !== "string" || next.trim() !== "") {
      interruptions.reset();
      await showRun(work, agent, next);
    }
    if (!signals.ended.aborted) next = await prompt.ask("> ");
  }
  return signals.exitCode ?? 0;
}

const shownSessions = 20;

/** Lets the person choose a session by its number. */
async function pick(
  prompt: LinePrompt,
  sessions: readonly SessionSummary[],
): Promise<string | undefined> {
  const shown = sessions.slice(0, shownSessions);
  const lines = shown.map(({ name, firstWords = "", modifiedMs }, at) => {
    return `${at + 1}  ${minute(modifiedMs)}  ${name ?? firstWords}`;
  });
  process.stdout.write(stripControls(`${lines.join("\n")}\n`));
  const answer = await prompt.ask("Which one? ");
  return shown[Number(answer) - 1]?.path;
}

/** What a request to stop means depends on what is going on. */
class Interruptions {
  readonly #work: Work;
  readonly #agent: CodingAgent;
  readonly #prompt: LinePrompt;
  #isStopping = false;

  constructor(work: Work, agent: CodingAgent, prompt: LinePrompt) {
    this.#work = work;
    this.#agent = agent;
    this.#prompt = prompt;
    work.signals.listen((signal) => this.#receive(signal));
  }

  /** A new run begins. */
  reset(): void {
    this.#isStopping = false;
  }

  #receive(signal: StopSignal): void {
    const { isRunning } = this.#agent;
    if (signal !== "SIGINT" || (isRunning && this.#isStopping)) this.#leave(signal);
    else if (isRunning) {
      this.#isStopping = true;
      void this.#agent.stop({ graceMs: stopGraceMs });
    } else if (this.#prompt.unfinished !== "") this.#prompt.clearLine();
    else this.#leave(signal);
  }

  #leave(signal: StopSignal): void {
    this.#work.signals.end(signal);
    const graceMs = this.#isStopping ? 0 : stopGraceMs;
    void this.#agent.stop({ graceMs, reason: { kind: "shutdown" } });
    this.#prompt[Symbol.dispose]();
  }
}

async function showRun(
  { io }: Work,
  agent: CodingAgent,
  words: Parameters<CodingAgent["prompt"]>[0],
): Promise<void> {
  const { stdout, stderr } = io;
  const columns = process.stdout.columns || 80;
  const frontend = new TranscriptFrontend({ stdout, stderr, columns });
  const unsubscribe = agent.subscribe((event) => frontend.render(event));
  let failure: string | undefined;
  try {
    await agent.prompt(words);
  } catch (error) {
    failure = messageOf(error);
  } finally {
    unsubscribe();
  }
  if (failure === undefined) await frontend.finish();
  else await stderr.write(`Error: ${failure}\n`);
}
