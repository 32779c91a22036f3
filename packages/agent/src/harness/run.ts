import { textOf } from "@tau-ts/ai";
import type { AssistantMessage, Message } from "@tau-ts/ai";
import type { Clock, Timer } from "../clock.ts";
import { HarnessError, internalFailure, listenerFailure } from "../errors.ts";
import type { AgentEvent, Outcome } from "../events.ts";
import type { CancelInput, CancelToken } from "../stopping/cancel-token.ts";
import { Deadline } from "../stopping/deadline.ts";
import { Gate } from "../stopping/gate.ts";
import { raceSignal } from "../stopping/race-signal.ts";
import { Fifo } from "./fifo.ts";
import type { Listeners } from "./listeners.ts";

/** What came of a run. */
export interface RunResult {
  /** The run's new messages, the last reply among them. */
  readonly messages: readonly Message[];
  readonly outcome: Outcome;
  /** The last reply; absent when a hard stop left none. */
  readonly message?: AssistantMessage;
  /** The text of the last reply, or empty. */
  readonly text: string;
}

/** How a run is stopped. */
export interface StopOptions {
  /** How long the run may take to end by itself, in milliseconds. 0 lets one macrotask pass. */
  readonly graceMs?: number | undefined;
  readonly reason?: CancelInput | undefined;
  /** Ends the wait for the stop, not the stop. */
  readonly signal?: AbortSignal | undefined;
}

/** `clean`: the run ended by itself within the grace. `hard`: something had to be left behind. */
export type StopOutcome = "clean" | "hard";

/**
 * Everything between one prompt and its `agent_end`. Nothing happens before somebody takes the first event, reads
 * `result`, or stops it. It is iterated once.
 */
export interface Run extends AsyncIterable<AgentEvent>, AsyncDisposable {
  /**
   * Drives the run when nobody iterates it. Rejects with {@link HarnessError} of kind `listener` when a listener
   * failed; every other failure is an outcome.
   */
  readonly result: Promise<RunResult>;
  /** Asks the run to stop and returns at once. */
  cancel(reason?: CancelInput): void;
  /** Stops the run; resolves when it is over. */
  stop(options?: StopOptions): Promise<StopOutcome>;
}

/** What a run needs from the harness it belongs to. */
export interface RunContext {
  readonly events: AsyncGenerator<AgentEvent, readonly Message[]>;
  readonly token: CancelToken;
  readonly listeners: Listeners;
  readonly clock: Clock;
  /** The grace of stops that name none, in milliseconds. */
  readonly graceMs: number;
  /** How long a hard stop waits for listeners, in milliseconds. */
  readonly flushMs: number;
  /** Called once, when the listeners have heard `agent_end`. */
  readonly onOver: () => void;
}

interface Waiter {
  readonly resolve: (result: IteratorResult<AgentEvent, undefined>) => void;
  readonly reject: (error: Error) => void;
}

/** Drives one run: takes its events, tells the listeners, hands them to the consumer. */
export class HarnessRun implements Run {
  readonly #context: RunContext;
  /** When the grace of a stop is over. */
  readonly #deadline: Deadline;
  readonly #flushed = new AbortController();
  readonly #flushGate = new Gate(this.#flushed.signal);
  readonly #waiters: Waiter[] = [];
  readonly #whenOver: Promise<void>;
  #resolveOver: () => void = () => undefined;
  /** Resolves when the listeners have heard that the harness is idle. */
  readonly #whenSettled: Promise<void>;
  #resolveSettled: () => void = () => undefined;
  /** Events for a consumer that is behind. */
  readonly #unread = new Fifo<AgentEvent>();
  #hasDropped = false;
  #consumer: "none" | "iterating" | "gone" = "none";
  /** Whether the run goes on without being asked for the next event. */
  #drivesItself = false;
  #isPumping = false;
  #isOver = false;
  /** Nothing more is handed out: the run is over, and its end was handed to whoever waited. */
  #isDone = false;
  #wasAbandoned = false;
  #failure: HarnessError | undefined;
  #ending: Extract<AgentEvent, { type: "agent_end" }> | undefined;
  #result: Promise<RunResult> | undefined;
  #flushTimer: Timer | undefined;

  constructor(context: RunContext) {
    this.#context = context;
    this.#deadline = new Deadline(context.clock, () => context.token.abandon());
    this.#whenOver = new Promise((resolve) => (this.#resolveOver = resolve));
    this.#whenSettled = new Promise((resolve) => (this.#resolveSettled = resolve));
    context.token.abandoned.addEventListener("abort", this.#onAbandoned, { once: true });
  }

  get result(): Promise<RunResult> {
    if (!this.#result) {
      this.#result = this.#makeResult();
      // Read and then forgotten, its failure is nobody's unhandled rejection: who awaits it still hears of it.
      this.#result.catch(() => undefined);
    }
    return this.#result;
  }

  /** Resolves when the run is over; never rejects. */
  get whenOver(): Promise<void> {
    return this.#whenOver;
  }

  cancel(reason?: CancelInput): void {
    if (!this.#isOver) this.#context.token.cancel(reason);
  }

  async stop(options: StopOptions = {}): Promise<StopOutcome> {
    if (this.#isOver) return "clean";
    this.#end(options.graceMs ?? this.#context.graceMs, options.reason);
    await raceSignal(this.#whenOver, options.signal);
    return this.#wasAbandoned ? "hard" : "clean";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<AgentEvent, undefined> {
    if (this.#consumer !== "none" || this.#hasDropped)
      throw new HarnessError(
        "iterated",
        "a run is iterated once, and before its `result` is awaited",
      );
    this.#consumer = "iterating";
    return { next: () => this.#next(), return: () => this.#leave() };
  }

  #next(): Promise<IteratorResult<AgentEvent, undefined>> {
    const event = this.#unread.take();
    if (event) return Promise.resolve({ done: false, value: event });
    if (this.#isDone && this.#consumer === "gone")
      return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      if (this.#isDone) this.#releaseWaiters();
      else this.#pump();
    });
  }

  async #leave(): Promise<IteratorResult<AgentEvent, undefined>> {
    this.#consumer = "gone";
    this.#unread.clear();
    if (!this.#isOver) this.#end(this.#context.graceMs, undefined);
    await this.#whenOver;
    return { done: true, value: undefined };
  }

  async #makeResult(): Promise<RunResult> {
    // A consumer that starts to iterate in the same breath keeps its own pace.
    await Promise.resolve();
    if (this.#consumer === "none" && !this.#isOver) this.#driveAlone();
    await this.#whenSettled;
    if (this.#failure) throw this.#failure;
    const messages: readonly Message[] = this.#ending?.messages ?? [];
    const outcome = this.#ending?.outcome ?? "abandoned";
    const message = messages.findLast(isReply);
    return {
      messages,
      outcome,
      ...(message ? { message } : {}),
      text: message ? textOf(message) : "",
    };
  }

  #driveAlone(): void {
    this.#drivesItself = true;
    this.#pump();
  }

  /** Cancels, and goes hard when the grace is over. Of several calls the earliest deadline counts. */
  #end(graceMs: number, reason: CancelInput | undefined): void {
    this.#context.token.cancel(reason);
    this.#deadline.within(graceMs);
    this.#driveAlone();
  }

  readonly #onAbandoned = (): void => {
    const { clock, flushMs } = this.#context;
    if (this.#isOver) return;
    this.#wasAbandoned = true;
    this.#flushTimer = clock.setTimeout(() => this.#flushed.abort(), flushMs);
    this.#driveAlone();
  };

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    // #step never rejects: whatever fails in it ends the run.
    void this.#steps();
  }

  async #steps(): Promise<void> {
    while (!this.#isOver && (this.#drivesItself || this.#waiters.length > 0)) await this.#step();
    this.#isPumping = false;
  }

  async #step(): Promise<void> {
    try {
      const step = await this.#context.events.next();
      if (step.done) throw new Error("it ended without agent_end");
      const event = step.value;
      if (event.type === "agent_end") this.#ending = event;
      await this.#context.listeners.tell(
        event,
        (promise) => this.#flushGate.wait(promise),
        this.#onListenerError,
      );
      if (event.type === "agent_end") await this.#finish();
      this.#hand(event);
    } catch (error) {
      this.#failure ??= internalFailure(error);
      await this.#finish();
      this.#releaseWaiters();
    }
  }

  readonly #onListenerError = (error: unknown): void => {
    if (this.#failure) return;
    this.#failure = listenerFailure(error);
    this.#end(this.#context.graceMs, { kind: "shutdown", message: this.#failure.message });
  };

  /** Gives an event to whoever waits for it, or keeps it for a consumer that is still there. */
  #hand(event: AgentEvent): void {
    if (this.#failure) return this.#releaseWaiters();
    const waiter = this.#waiters.shift();
    if (waiter) waiter.resolve({ done: false, value: event });
    else if (
      this.#consumer === "iterating" ||
      (this.#consumer === "none" && this.#context.token.isCancelled)
    )
      this.#unread.add(event);
    else this.#hasDropped = true;
    if (this.#isDone) this.#releaseWaiters();
  }

  async #finish(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const { clock, token } = this.#context;
    this.#deadline.clear();
    clock.clearTimeout(this.#flushTimer);
    token.abandoned.removeEventListener("abort", this.#onAbandoned);
    void this.#context.events.return([]);
    this.#context.onOver();
    this.#resolveOver();
    await this.#settle();
    this.#isDone = true;
    this.#resolveSettled();
  }

  /** Tells the listeners that the harness is idle, and waits for them no longer than a hard stop would. */
  async #settle(): Promise<void> {
    const { clock, flushMs, listeners } = this.#context;
    const timer = clock.setTimeout(() => this.#flushed.abort(), flushMs);
    await listeners.tell(
      { type: "agent_settled" },
      (promise) => this.#flushGate.wait(promise),
      (error) => (this.#failure ??= listenerFailure(error)),
    );
    clock.clearTimeout(timer);
    this.#flushGate[Symbol.dispose]();
  }

  /** Once the run is over, the first who waits hears of a failure, the others that there is nothing more. */
  #releaseWaiters(): void {
    if (!this.#isDone) return;
    for (const waiter of this.#waiters.splice(0)) {
      if (this.#failure) waiter.reject(this.#failure);
      else waiter.resolve({ done: true, value: undefined });
    }
  }
}

function isReply(message: Message): message is AssistantMessage {
  return message.role === "assistant";
}
