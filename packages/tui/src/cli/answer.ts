import { HarnessError } from "@tau-ts/agent";
import type { CancelKind, RunResult } from "@tau-ts/agent";
import { textOf } from "@tau-ts/ai";
import type { JsonObject, UserMessage } from "@tau-ts/ai";
import type { CodingAgent } from "@tau-ts/coding";
import type { SessionFrontend } from "../frontends/frontend.ts";
import { JsonFrontend } from "../frontends/json-frontend.ts";
import { TextFrontend } from "../frontends/text-frontend.ts";
import { TranscriptFrontend } from "../frontends/transcript-frontend.ts";
import { exitCodeOf, messageOf } from "./failure.ts";
import { isTerminal } from "./is-terminal.ts";
import { stopGraceMs } from "./open-agent.ts";
import { isBrokenPipe, readerGone } from "./output-stream.ts";
import type { Refusals } from "./refusals.ts";
import { sessionHeader } from "./session-header.ts";
import type { Work } from "./work.ts";

/** Something was refused because nobody could be asked. */
const nobodyThere = 3;

export interface AnswerOptions {
  readonly work: Work;
  readonly agent: CodingAgent;
  readonly refusals: Refusals;
  /** What the answer has to fit. */
  readonly schema: JsonObject | undefined;
  /** Whether the project was not trusted because nobody could be asked. */
  readonly wasTrustNeeded: () => boolean;
}

/** One prompt, shown as the command line says, to its exit code. */
export class Answer {
  readonly #options: AnswerOptions;

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  /** Empty words go on with the run that was cut short. */
  async give(prompt: string | UserMessage): Promise<number> {
    const { work, agent, refusals } = this.#options;
    const { stdout, stderr } = work.io;
    this.#stopOnRequest();
    const frontend = await this.#frontend();
    const unsubscribe = agent.subscribe((event) => {
      refusals.watch(event);
      frontend?.render(event);
      return stdout.ready(); // A slow reader slows the run down; nothing piles up.
    });
    let result: RunResult | undefined;
    let failure: unknown;
    try {
      result = await (prompt === "" ? agent.continue() : agent.prompt(prompt));
    } catch (error) {
      failure = error ?? new Error("the run failed and nobody said why");
    }
    unsubscribe();
    const wasShown = failure === undefined || !isBeforeTheRun(failure);
    const endedWell = wasShown && (await this.#finish(frontend, result));
    await stdout.flush();
    if (failure !== undefined) void stderr.write(`Error: ${messageOf(failure)}\n`);
    if (work.given.isVerbose) await this.#sayCost();
    return this.#exitCode(endedWell, failure);
  }

  #stopOnRequest(): void {
    const { work, agent } = this.#options;
    const { signals, io } = work;
    const stop = (kind: CancelKind, graceMs = stopGraceMs): void =>
      void agent.stop({ graceMs, reason: { kind } });
    signals.listen((signal, count) => {
      signals.end(signal);
      stop(signal === "SIGINT" ? "user" : "shutdown", count === 1 ? stopGraceMs : 0);
    });
    io.stdout.onFailure(() => stop("shutdown"));
  }

  /** Nothing is shown of an answer that is checked first. */
  async #frontend(): Promise<SessionFrontend | undefined> {
    const { work, agent, schema } = this.#options;
    const { stdout, stderr } = work.io;
    const { mode, isVerbose } = work.given;
    if (mode === "json") {
      const header = await sessionHeader(agent, new Date());
      return new JsonFrontend({ stdout, sessionId: agent.session.id, header });
    }
    const columns = process.stderr.columns || 80;
    if (mode === "transcript") return new TranscriptFrontend({ stdout, stderr, columns });
    if (schema !== undefined) return undefined;
    const progressColumns = isVerbose || isTerminal("stderr") ? columns : undefined;
    return new TextFrontend({ stdout, stderr, progressColumns });
  }

  /** Whether the answer is there, and fits what it has to. */
  async #finish(
    frontend: SessionFrontend | undefined,
    result: RunResult | undefined,
  ): Promise<boolean> {
    const { work, schema } = this.#options;
    const endedWell = frontend ? await frontend.finish() : result?.outcome === "completed";
    if (schema === undefined) return endedWell;
    const { stdout, stderr } = work.io;
    if (!endedWell) {
      const why = result?.message?.errorMessage;
      if (!frontend && why !== undefined) void stderr.write(`Error: ${why}\n`);
      return false;
    }
    const { checkAnswer } = await import("./output-schema.ts");
    const checked = await checkAnswer(result?.message ? textOf(result.message) : "", schema);
    if (!checked.isFitting) void stderr.write(`Error: ${checked.problem}\n`);
    else if (!frontend) void stdout.write(`${checked.json}\n`);
    return checked.isFitting;
  }

  async #sayCost(): Promise<void> {
    const { work, agent } = this.#options;
    const { turns, toolCalls, tokens, cost } = await agent.session.statistics();
    const priced =
      cost.unknownCalls === 0 ? `$${cost.usd.toFixed(4)}` : "a price that is not known";
    work.io.notify(
      `session ${agent.session.id}: ${turns} model calls, ${toolCalls} tool calls, ${tokens.total} tokens, ${priced}.`,
    );
  }

  #exitCode(endedWell: boolean, failure: unknown): number {
    const { work, refusals, wasTrustNeeded } = this.#options;
    const { signals, io } = work;
    if (signals.exitCode !== undefined) return signals.exitCode;
    if (isBrokenPipe(io.stdout.failure)) return readerGone;
    if (io.stdout.failure) {
      io.notify(`cannot write to standard output: ${io.stdout.failure.message}`);
      return 1;
    }
    if (failure !== undefined)
      return isBeforeTheRun(failure) && wasTrustNeeded() ? nobodyThere : exitCodeOf(failure);
    if (!endedWell) return 1;
    return refusals.hasAny ? nobodyThere : 0;
  }
}

/** What was asked for is not there, such as a skill of a project that is not trusted. */
function isBeforeTheRun(error: unknown): boolean {
  return HarnessError.isInstance(error) && error.kind === "options";
}
