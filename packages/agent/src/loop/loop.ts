import type { AssistantMessage, Message, UserMessage } from "@tau-ts/ai";
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { asError } from "../errors.ts";
import type { AgentEvent, Outcome } from "../events.ts";
import type { Awaitable } from "../hooks.ts";
import { LimitError } from "../limits.ts";
import { recordedReply } from "../recorded.ts";
import { CancelToken } from "../stopping/cancel-token.ts";
import { ABANDONED, Gate } from "../stopping/gate.ts";
import { errorText } from "../texts.ts";
import { ArgumentChecker } from "../tool/tool-arguments.ts";
import type { AnyTool } from "../tool/tool.ts";
import { ContextView } from "../view/view.ts";
import { AddedMessages } from "./added-messages.ts";
import { runBatch } from "./batch.ts";
import type { BatchOutcome } from "./batch.ts";
import { isOverflow, RoomMaker } from "./make-room.ts";
import { prepareTurn } from "./prepare-turn.ts";
import type { PreparedTurn } from "./prepare-turn.ts";
import { RepetitionGuard } from "./repetition.ts";
import { abortedText, streamReply, withCanceller } from "./reply.ts";
import { checkMaxTurns, recordedInput } from "./run-options.ts";
import type { RunAgentOptions } from "./run-options.ts";

/**
 * Runs an agent: model call, the tools it asks for, model call, until a reply asks for none. Yields what happens;
 * a message is on the record before its `message_end` is announced. Holds no state of its own and returns the record.
 *
 * Failures and stops are written into the record, not thrown. Throws at once, on the caller's line, when `maxTurns` is
 * below 1.
 */
export function runAgent(options: RunAgentOptions): AsyncGenerator<AgentEvent, readonly Message[]> {
  checkMaxTurns(options.maxTurns);
  const { prompt, clock = systemClock } = options;
  return start(options, prompt === undefined ? [] : [recordedInput(prompt, clock.now())]);
}

async function* start(
  options: RunAgentOptions,
  prompt: readonly UserMessage[],
): AsyncGenerator<AgentEvent, readonly Message[]> {
  using run = new AgentRun(options);
  return yield* run.run(prompt);
}

/** How a turn ended: its batch `answered`, nothing asked for (`final`), to be made `again`, or the run with it. */
type TurnEnding = Outcome | "answered" | "final" | "again";

class AgentRun implements Disposable {
  readonly #options: RunAgentOptions;
  readonly #record: Message[];
  readonly #added: AddedMessages;
  readonly #clock: Clock;
  /** Follows the caller's signals; children of it are what foreign code is handed. */
  readonly #token: CancelToken & Disposable;
  readonly #gate: Gate;
  readonly #view: ContextView;
  readonly #checker: ArgumentChecker;
  readonly #repetition: RepetitionGuard | undefined;
  readonly #room: RoomMaker;
  #turns = 0;
  #isOver = false;

  constructor(options: RunAgentOptions) {
    this.#options = options;
    this.#record = options.messages;
    this.#added = new AddedMessages(options.messages);
    this.#clock = options.clock ?? systemClock;
    this.#token = CancelToken.from(options.signal, options.abandoned);
    this.#gate = new Gate(this.#token.abandoned);
    this.#view = options.view ?? new ContextView();
    this.#checker = options.checker ?? new ArgumentChecker();
    const { repetition } = options;
    this.#repetition = repetition === false ? undefined : new RepetitionGuard(repetition);
    this.#room = new RoomMaker({
      hook: options.hooks?.compact,
      record: this.#record,
      token: this.#token,
      gate: this.#gate,
      clock: this.#clock,
      flushMs: options.flushMs ?? 1000,
      replace: (messages) => {
        this.#added.replace(messages);
        this.#view.reset();
        options.onReplaced?.();
      },
      beginSaving: options.beginSaving,
    });
  }

  async *run(prompt: readonly UserMessage[]): AsyncGenerator<AgentEvent, readonly Message[]> {
    yield { type: "agent_start" };
    const outcome = yield* this.#runTurns(prompt);
    this.#isOver = true;
    yield { type: "agent_end", messages: this.#added.all, outcome };
    return this.#record;
  }

  /** Left early, the run leaves nobody at work behind it. */
  [Symbol.dispose](): void {
    if (!this.#isOver) this.#token.abandon();
    this.#token[Symbol.dispose]();
    this.#gate[Symbol.dispose]();
  }

  async *#runTurns(prompt: readonly UserMessage[]): AsyncGenerator<AgentEvent, Outcome> {
    let words = prompt;
    let asksSteering = true;
    for (;;) {
      yield { type: "turn_start" };
      const ending: TurnEnding = yield* this.#runTurn(words, asksSteering);
      words = [];
      asksSteering = ending === "answered";
      if (ending === "answered" || ending === "again") continue;
      if (ending !== "final") return ending;
      const more = await this.#wordsAtTheEnd();
      if (more === ABANDONED) return "abandoned";
      if (more instanceof Error) return yield* this.#failedTurn(more);
      if (more.length === 0) return "completed";
      words = more;
    }
  }

  /** What was said while the last reply came in, else what was to follow it. */
  async #wordsAtTheEnd(): Promise<readonly UserMessage[] | Error | typeof ABANDONED> {
    if (this.#outOfTurns) return [];
    const steering = await this.#ask(this.#options.getSteering);
    if (steering === ABANDONED || steering instanceof Error || steering.length > 0) return steering;
    return this.#ask(this.#options.getFollowUps);
  }

  async #ask(
    source: (() => Awaitable<readonly UserMessage[]>) | undefined,
  ): Promise<readonly UserMessage[] | Error | typeof ABANDONED> {
    if (!source || this.#token.isCancelled) return [];
    try {
      const words = await this.#gate.call(source);
      return words === ABANDONED
        ? words
        : words.map((message) => recordedInput(message, this.#clock.now()));
    } catch (error) {
      return asError(error);
    }
  }

  get #outOfTurns(): LimitError | undefined {
    const { maxTurns } = this.#options;
    if (maxTurns === undefined || this.#turns < maxTurns) return undefined;
    return new LimitError("maxTurns", maxTurns, this.#turns, ` after maxTurns=${maxTurns}`);
  }

  async *#runTurn(
    words: readonly UserMessage[],
    asksSteering: boolean,
  ): AsyncGenerator<AgentEvent, TurnEnding> {
    yield* this.#say(words);
    if (this.#outOfTurns) return yield* this.#close("error", this.#outOfTurns);
    if (asksSteering) {
      const steering = await this.#ask(this.#options.getSteering);
      if (steering === ABANDONED) return yield* this.#tear();
      if (steering instanceof Error) return yield* this.#closeFor(steering);
      yield* this.#say(steering);
    }
    if (this.#token.isCancelled) return yield* this.#closeFor();
    const { limits } = this.#options;
    const usedUp = limits?.exceeded();
    if (usedUp) return yield* this.#closeFor(usedUp);
    if ((yield* this.#room.make("threshold")) === ABANDONED) return yield* this.#tear();
    if (this.#token.isCancelled) return yield* this.#closeFor();
    this.#turns += 1;
    const prepared = await this.#prepare();
    if (prepared === ABANDONED) return yield* this.#tear();
    if (prepared instanceof Error) return yield* this.#closeFor(prepared);
    if (this.#token.isCancelled) return yield* this.#closeFor();
    limits?.begin();
    using callToken = this.#token.child();
    const { reply, isAbandoned } = yield* streamReply(
      prepared.model,
      { ...prepared.request, signal: callToken.signal },
      { record: this.#record, gate: this.#gate, now: () => this.#clock.now() },
    );
    if (reply) limits?.spend(reply, prepared.request.messages);
    if (isAbandoned) return yield* this.#tear(reply);
    return yield* this.#act(reply, prepared.tools);
  }

  async *#say(words: readonly UserMessage[]): AsyncGenerator<AgentEvent, void> {
    if (words.length > 0) this.#room.renew();
    for (const message of words) {
      this.#record.push(message);
      yield { type: "message_start", message };
      yield { type: "message_end", message };
    }
  }

  /** The turn to send; an Error when a hook failed. */
  async #prepare(): Promise<PreparedTurn | Error | typeof ABANDONED> {
    try {
      return await prepareTurn(this.#options, this.#turns, this.#token, this.#gate, this.#view);
    } catch (error) {
      return asError(error);
    }
  }

  /** Does what a reply asks for. */
  async *#act(
    reply: AssistantMessage,
    tools: readonly AnyTool[],
  ): AsyncGenerator<AgentEvent, TurnEnding> {
    const { stopReason } = reply;
    const hasFailed = stopReason === "error" || stopReason === "aborted";
    if (!hasFailed) this.#room.replied();
    if (hasFailed || !reply.content.some((block) => block.type === "toolCall")) {
      yield { type: "turn_end", message: reply, toolResults: [] };
      if (isOverflow(reply) && !this.#outOfTurns) return yield* this.#afterOverflow();
      return hasFailed ? stopReason : "final";
    }
    const batch = yield* runBatch(reply, {
      record: this.#record,
      tools,
      hooks: this.#options.hooks,
      token: this.#token,
      clock: this.#clock,
      checker: this.#checker,
      calls: this.#options.calls,
      repetition: this.#repetition,
    });
    yield { type: "turn_end", message: reply, toolResults: batch.toolResults };
    if (batch.isAbandoned) return "abandoned";
    const failure = batch.fatal ?? this.#repetition?.exhausted;
    if (failure && !this.#token.isCancelled) return yield* this.#failedTurn(failure);
    return yield* this.#afterBatch(reply, batch);
  }

  async *#afterBatch(
    reply: AssistantMessage,
    batch: BatchOutcome,
  ): AsyncGenerator<AgentEvent, TurnEnding> {
    if (this.#token.isCancelled) return "answered";
    if (batch.isTerminated) return "completed";
    const shouldStop = this.#options.hooks?.shouldStopAfterTurn;
    if (!shouldStop) return "answered";
    try {
      const turn = { message: reply, toolResults: batch.toolResults };
      const verdict = await this.#gate.call(() => shouldStop(turn, { signal: this.#token.signal }));
      if (verdict === ABANDONED) return "abandoned";
      return verdict && !this.#token.isCancelled ? "completed" : "answered";
    } catch (error) {
      return this.#token.isCancelled ? "answered" : yield* this.#failedTurn(asError(error));
    }
  }

  async *#afterOverflow(): AsyncGenerator<AgentEvent, TurnEnding> {
    const hasRoom = yield* this.#room.make("overflow");
    if (hasRoom === ABANDONED) return "abandoned";
    return hasRoom || this.#token.isCancelled ? "again" : "error";
  }

  /** A last turn that says why the run failed. */
  async *#failedTurn(error: Error): AsyncGenerator<AgentEvent, Outcome> {
    yield { type: "turn_start" };
    return yield* this.#close("error", error);
  }

  /** Ends an open turn, and the run, for a stop or else for the error. */
  #closeFor(error?: Error): AsyncGenerator<AgentEvent, Outcome> {
    return this.#token.isCancelled ? this.#close("aborted") : this.#close("error", error);
  }

  /** Ends an open turn, and the run, with a closing message. */
  async *#close(
    stopReason: "error" | "aborted",
    error?: Error,
  ): AsyncGenerator<AgentEvent, Outcome> {
    const errorMessage =
      stopReason === "aborted" ? abortedText(this.#token.signal) : errorText(error);
    const failed: AssistantMessage = {
      role: "assistant",
      content: [],
      stopReason,
      errorMessage,
      ...(LimitError.isInstance(error) ? { diagnostics: [error.diagnostic] } : {}),
    };
    const closing = withCanceller(failed, this.#token.signal);
    const message = recordedReply(closing, this.#options.model.info, this.#clock.now());
    this.#record.push(message);
    yield { type: "message_start", message };
    yield { type: "message_end", message };
    yield { type: "turn_end", message, toolResults: [] };
    return stopReason;
  }

  /** Ends an open turn that nobody waits for any more. */
  async *#tear(reply?: AssistantMessage): AsyncGenerator<AgentEvent, Outcome> {
    yield { type: "turn_end", ...(reply ? { message: reply } : {}), toolResults: [] };
    return "abandoned";
  }
}
