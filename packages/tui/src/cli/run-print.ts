import type { CancelKind } from "@tau-ts/agent";
import type { Frontend } from "../frontends/frontend.ts";
import { JsonFrontend } from "../frontends/json-frontend.ts";
import { TextFrontend } from "../frontends/text-frontend.ts";
import { errorText, openAgentSession, stopGraceMs } from "./agent-session.ts";
import type { AgentSession } from "./agent-session.ts";
import { askPermission } from "./ask-permission.ts";
import { LinePrompt } from "./line-prompt.ts";
import { isBrokenPipe } from "./output-stream.ts";
import { readPrompt } from "./read-prompt.ts";
import type { StopSignals } from "./stop-signals.ts";
import { canEditLines, isTerminal } from "./terminal.ts";
import type { Work } from "./work.ts";

/** What a shell reports for a program that wrote into a closed pipe. */
const readerGone = 141;

/** Answers one prompt on standard output; resolves with the exit code. */
export async function runPrint(work: Work): Promise<number> {
  const { signals, io } = work;
  const prompt = await readPrompt(work);
  using person = personAtTerminal(signals);
  const ask = person && askPermission(person);
  const { notify } = io;
  await using session = await openAgentSession({ ...work, variables: process.env, ask, notify });
  signals.ended.throwIfAborted();
  return await answer(work, session, prompt);
}

/** Somebody who can be asked although there is only one prompt: it takes a terminal to read and one to write. */
function personAtTerminal(signals: StopSignals): LinePrompt | undefined {
  if (!isTerminal("stdin") || !isTerminal("stderr")) return undefined;
  return new LinePrompt({
    input: process.stdin,
    output: process.stderr,
    canEdit: canEditLines(process.env),
    onInterrupt: () => signals.receive("SIGINT"),
  });
}

async function answer(work: Work, session: AgentSession, prompt: string): Promise<number> {
  const { harness } = session;
  const { stdout, stderr, notify } = work.io;
  const frontend = chosenFrontend(work, session);
  const stop = (kind: CancelKind, graceMs = stopGraceMs): void =>
    void harness.stop({ graceMs, reason: { kind } });
  work.signals.listen((signal, count) => {
    work.signals.end(signal);
    stop(signal === "SIGINT" ? "user" : "shutdown", count === 1 ? stopGraceMs : 0);
  });
  stdout.onFailure(() => stop("shutdown"));
  // Rendered as a listener, so that the frontend hears of the end also when saving failed.
  const unsubscribe = harness.subscribe((event) => frontend.render(event));
  const events = harness.prompt(prompt)[Symbol.asyncIterator]();
  let failure: string | undefined;
  try {
    // A slow reader slows the run down; nothing piles up.
    while (!(await events.next()).done) await stdout.ready();
  } catch (error) {
    failure = errorText(error);
  }
  unsubscribe();
  const endedWell = await frontend.finish();
  await stdout.flush();
  if (failure !== undefined) void stderr.write(`Error: ${failure}\n`);
  if (work.signals.exitCode !== undefined) return work.signals.exitCode;
  if (isBrokenPipe(stdout.failure)) return readerGone;
  if (stdout.failure) notify(`cannot write to standard output: ${stdout.failure.message}`);
  return endedWell && failure === undefined && !stdout.failure ? 0 : 1;
}

function chosenFrontend({ given, io }: Work, session: AgentSession): Frontend {
  const { stdout, stderr } = io;
  return given.mode === "json"
    ? new JsonFrontend({ stdout, sessionId: session.id })
    : new TextFrontend({ stdout, stderr });
}
