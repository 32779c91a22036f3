import type { Message, UserMessage } from "@tau-ts/ai";
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { Commit } from "../commit.ts";
import { HarnessError } from "../errors.ts";
import { Limits } from "../limits.ts";
import { CallControl } from "../loop/call-control.ts";
import { runAgent } from "../loop/loop.ts";
import { checkMaxTurns, recordedInput } from "../loop/run-options.ts";
import type { RunAgentOptions, UserInput } from "../loop/run-options.ts";
import { recorded } from "../recorded.ts";
import { CancelToken } from "../stopping/cancel-token.ts";
import type { CancelInput } from "../stopping/cancel-token.ts";
import { ArgumentChecker } from "../tool/tool-arguments.ts";
import { ContextView } from "../view/view.ts";
import { changedSettings } from "./harness-options.ts";
import type {
  CurrentSettings,
  HarnessOptions,
  HarnessSettings,
  PromptOptions,
} from "./harness-options.ts";
import { LateReplacements } from "./late-replacements.ts";
import { Listeners } from "./listeners.ts";
import type { AgentListener } from "./listeners.ts";
import { MessageQueues } from "./message-queue.ts";
import type { QueuedMessages, QueueModes } from "./message-queue.ts";
import { Work } from "./occupation.ts";
import type { Occupation } from "./occupation.ts";
import { HarnessRun } from "./run.ts";
import type { Run, StopOptions, StopOutcome } from "./run.ts";

/**
 * One transcript and the runs that add to it, one at a time. It is prompted, steered and stopped; however a run ends,
 * the record stays true and the next prompt works.
 */
export class Harness {
  readonly #options: HarnessOptions;
  readonly #clock: Clock;
  readonly #listeners = new Listeners();
  readonly #calls = new CallControl();
  readonly #view: ContextView;
  readonly #checker = new ArgumentChecker();
  readonly #limits: Limits | undefined;
  readonly #graceMs: number;
  readonly #flushMs: number;
  readonly #queues: MessageQueues;
  readonly #late = new LateReplacements({
    messages: () => this.#record,
    isBusy: () => this.#occupation !== undefined,
    replace: (messages) => this.#replace(messages),
  });
  #settings: CurrentSettings;
  #record: Message[];
  #snapshot: readonly Message[] = Object.freeze([]);
  /** What keeps the harness busy: a run, or work of an application's own. */
  #occupation: Occupation | undefined;

  /** Throws {@link HarnessError} of kind `options` when `maxTurns` is below 1. */
  constructor(options: HarnessOptions) {
    checkMaxTurns(options.maxTurns);
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#view = new ContextView({ interruption: options.interruption });
    const { model, system, tools, thinking, messages = [], limits } = options;
    this.#graceMs = options.graceMs ?? 100;
    this.#flushMs = options.flushMs ?? 1000;
    this.#queues = new MessageQueues(options.queueMode ?? "one-at-a-time");
    this.#limits = limits && !("spend" in limits) ? new Limits(limits, this.#clock) : limits;
    this.#record = messages.map(recorded);
    this.#settings = { model, system, tools, thinking };
  }

  /** The transcript so far: a snapshot that stays as it is. */
  get messages(): readonly Message[] {
    if (this.#snapshot.length !== this.#record.length)
      this.#snapshot = Object.freeze([...this.#record]);
    return this.#snapshot;
  }

  /** What a request would show of it now, before `hooks.transformContext`. */
  get view(): readonly Message[] {
    return this.#view.of(this.#record);
  }

  /** Whether a run, or other work, has been asked for and is not over. */
  get isRunning(): boolean {
    return this.#occupation !== undefined;
  }

  /** What waits to be said. */
  get queued(): QueuedMessages {
    return this.#queues.messages;
  }

  /** How many waiting messages one turn takes. */
  get queueModes(): QueueModes {
    return this.#queues.modes;
  }

  /**
   * Begins a run. It is lazy: iterate it, or await its `result`. Throws {@link HarnessError} of kind `busy` during
   * another run and `options` when `maxTurns` is below 1.
   */
  prompt(input: UserInput, options: PromptOptions = {}): Run {
    return this.#begin(recordedInput(input, this.#clock.now()), options);
  }

  /** Begins a run from the transcript as it is, without new words. Throws like {@link prompt}. */
  continue(options: PromptOptions = {}): Run {
    return this.#begin(undefined, options);
  }

  /** Says something to the run that is going on, at the top of its next turn; without a run, to the next one. */
  steer(input: UserInput): void {
    this.#queues.steering.add(recordedInput(input, this.#clock.now()));
  }

  /** Says something when the run would otherwise end; without a run, at the end of the next one. */
  followUp(input: UserInput): void {
    this.#queues.followUp.add(recordedInput(input, this.#clock.now()));
  }

  /** Takes the newest waiting message back. */
  popQueued(queue: "steering" | "followUp"): UserMessage | undefined {
    return this.#queues[queue].pop();
  }

  /** Empties both queues; returns what waited. */
  clearQueues(): QueuedMessages {
    return this.#queues.clear();
  }

  /** Changes how many waiting messages one turn takes, also in the middle of a run. What is left out stays. */
  setQueueModes(modes: Partial<QueueModes>): void {
    this.#queues.setModes(modes);
  }

  /** Asks the run to stop and returns at once. Without a run it does nothing, now and later. */
  cancel(reason?: CancelInput): void {
    this.#occupation?.cancel(reason);
  }

  /**
   * Stops the run: asks, waits for the grace, then waits no longer. When it resolves the run is over. Rejects only when
   * `signal` aborts, with its reason; the stop goes on.
   */
  async stop(options: StopOptions = {}): Promise<StopOutcome> {
    return (await this.#occupation?.stop(options)) ?? "clean";
  }

  /**
   * Cancels one tool call and lets the run go on. Waiting, the call is not run; running, it keeps what it returns within
   * the grace (default: the harness's), else its result says that it may have run partly. Returns false when the call
   * has its result already, or is unknown.
   */
  cancelCall(id: string, options: { readonly graceMs?: number | undefined } = {}): boolean {
    return this.#calls.cancel(id, options.graceMs ?? this.#graceMs);
  }

  /** Resolves when no run is going on. */
  async waitForIdle(): Promise<void> {
    while (this.#occupation) await this.#occupation.whenOver;
  }

  /**
   * Hears every event of every run after the record changed and before the consumer is handed it; `first` listeners
   * (savers) before all others. A listener that throws cancels the run. Returns a function that unsubscribes.
   */
  subscribe(
    listener: AgentListener,
    options: { readonly first?: boolean | undefined } = {},
  ): () => void {
    return this.#listeners.add(listener, options.first ?? false);
  }

  /** Puts another transcript in place of this one. Throws {@link HarnessError} of kind `busy` during a run. */
  replaceMessages(messages: readonly Message[]): void {
    this.#checkIdle("cannot replace messages during a run");
    this.#replace(messages);
  }

  /**
   * Adds a message to the transcript and announces it to the listeners; resolves when they have heard it. Throws
   * {@link HarnessError} of kind `busy` during a run; rejects with kind `listener` when a listener fails.
   */
  append(message: Message): Promise<void> {
    this.#checkIdle("cannot append a message during a run; use steer() or followUp()");
    const added = recorded(message);
    this.#record.push(added);
    return this.#listeners.announce(added);
  }

  /**
   * Occupies the harness with work of your own, such as a compaction: until it settles no run can begin, and `stop()`
   * ends it. `work` is handed a token to look at, and `commit` to put another transcript in place; after a hard stop this
   * rejects with the token's reason. Throws {@link HarnessError} `busy` when it is busy already, with `text` if given.
   */
  occupy<T>(work: (token: CancelToken, commit: Commit) => Promise<T>, text?: string): Promise<T> {
    this.#checkIdle(text ?? "already running; wait for the run to end");
    const occupation = new Work(work, {
      clock: this.#clock,
      graceMs: this.#graceMs,
      flushMs: this.#flushMs,
      replace: (messages) => this.#replace(messages),
      beginSaving: () => this.#late.begin(),
      onOver: () => this.#release(),
    });
    this.#occupation = occupation;
    return occupation.result;
  }

  /** Changes model, system prompt, tools or thinking from the next turn on, also in the middle of a run. */
  configure(settings: HarnessSettings): void {
    this.#settings = changedSettings(this.#settings, settings);
  }

  #checkIdle(text: string): void {
    if (this.#occupation) throw new HarnessError("busy", text);
  }

  #replace(messages: readonly Message[]): void {
    this.#record = messages.map(recorded);
    this.#hasReplaced();
  }

  #hasReplaced(): void {
    this.#late.replaced();
    this.#snapshot = Object.freeze([...this.#record]);
  }

  /** Nothing keeps the harness busy any more. */
  #release(): void {
    this.#occupation = undefined;
    this.#late.idle();
  }

  #begin(prompt: UserMessage | undefined, options: PromptOptions): Run {
    this.#checkIdle("already running; use steer() or followUp()");
    const maxTurns = options.maxTurns ?? this.#options.maxTurns;
    checkMaxTurns(maxTurns);
    const token = CancelToken.from(options.signal);
    const run = new HarnessRun({
      events: runAgent(this.#runOptions(prompt, maxTurns, token)),
      token,
      listeners: this.#listeners,
      clock: this.#clock,
      graceMs: this.#graceMs,
      flushMs: this.#flushMs,
      onOver: () => {
        token[Symbol.dispose]();
        this.#release();
      },
    });
    this.#occupation = run;
    return run;
  }

  #runOptions(
    prompt: UserMessage | undefined,
    maxTurns: number | undefined,
    token: CancelToken,
  ): RunAgentOptions {
    const settings = (): CurrentSettings => this.#settings;
    return {
      // Read by the loop at the top of each turn.
      get model() {
        return settings().model;
      },
      get system() {
        return settings().system;
      },
      get tools() {
        return settings().tools;
      },
      get thinking() {
        return settings().thinking;
      },
      messages: this.#record,
      prompt,
      maxTurns,
      sessionId: this.#options.sessionId,
      getSteering: () => this.#queues.steering.take(),
      getFollowUps: () => this.#queues.followUp.take(),
      signal: token.signal,
      abandoned: token.abandoned,
      hooks: this.#options.hooks,
      calls: this.#calls,
      limits: this.#limits,
      repetition: this.#options.repetition,
      view: this.#view,
      checker: this.#checker,
      clock: this.#clock,
      flushMs: this.#flushMs,
      onReplaced: () => this.#hasReplaced(),
      beginSaving: () => this.#late.begin(),
    };
  }
}
