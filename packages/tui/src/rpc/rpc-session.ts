import type { UserInput } from "@tau-ts/agent";
import type { CodingAgent, CodingAgentEvent } from "@tau-ts/coding";
import type { ModelList } from "./model-list.ts";
import type { RetrySwitch } from "./retry-switch.ts";

export interface RpcSessionOptions {
  readonly agent: CodingAgent;
  readonly models: ModelList;
  readonly retry: RetrySwitch;
  /** Told of every event; what it returns is waited for. */
  readonly onEvent: (event: CodingAgentEvent) => unknown;
}

/** One agent that is driven by commands, and what was chosen for it that is no part of the agent. */
export class RpcSession {
  readonly agent: CodingAgent;
  readonly models: ModelList;
  readonly retry: RetrySwitch;
  readonly #onEvent: RpcSessionOptions["onEvent"];
  readonly #unsubscribe: () => void;
  readonly #commands = new Set<AbortController>();
  #isCompacting = false;
  #isAutoCompacting: boolean | undefined;
  #compactionError: string | undefined;
  #onStarted: (() => void) | undefined;

  constructor({ agent, models, retry, onEvent }: RpcSessionOptions) {
    this.agent = agent;
    this.models = models;
    this.retry = retry;
    this.#onEvent = onEvent;
    this.#unsubscribe = agent.subscribe((event) => this.#hear(event));
  }

  get id(): string {
    return this.agent.session.id;
  }

  get isCompacting(): boolean {
    return this.#isCompacting;
  }

  /** Why the last compaction changed nothing. */
  get compactionError(): string | undefined {
    return this.#compactionError;
  }

  /**
   * Begins a run. `onStarted` is called before anybody hears of its first event; rejects when the run could not begin.
   * What becomes of it is told by events.
   */
  async begin(input: UserInput, onStarted: () => void): Promise<void> {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    this.#onStarted = () => {
      onStarted();
      resolve();
    };
    const run = this.agent.prompt(input);
    // A listener that failed has ended the run, which the events tell.
    void run.catch(() => undefined);
    try {
      await Promise.race([started, run]);
    } finally {
      this.#onStarted = undefined;
    }
  }

  /** Holds for the sessions that are gone to as well. */
  setAutoCompaction(isOn: boolean): void {
    this.#isAutoCompacting = isOn;
    this.agent.session.setAutoCompaction(isOn);
  }

  /** Runs work that `abort_bash` stops. */
  async stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#commands.add(controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#commands.delete(controller);
    }
  }

  stopCommands(): void {
    for (const controller of this.#commands) controller.abort();
  }

  /** Stops what goes on, and lets go of the session. */
  async dispose(): Promise<void> {
    await this.agent.dispose();
    this.#unsubscribe();
  }

  #hear(event: CodingAgentEvent): unknown {
    if (event.type === "agent_start") this.#onStarted?.();
    if (event.type === "session_start" && this.#isAutoCompacting !== undefined)
      this.agent.session.setAutoCompaction(this.#isAutoCompacting);
    if (event.type === "compaction_start") this.#isCompacting = true;
    if (event.type === "compaction_end") {
      this.#isCompacting = false;
      this.#compactionError = event.aborted ? "Compaction cancelled" : event.errorMessage;
    }
    return this.#onEvent(event);
  }
}
