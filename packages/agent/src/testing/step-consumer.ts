import type { AgentEvent } from "../events.ts";
import type { Run } from "../harness/run.ts";
import type { StepScheduler } from "./step-scheduler.ts";

/** Iterates a run at its own pace: a step before the first event (`start`) and one after each (`consumer`, at last `end`). */
export class StepConsumer {
  /** What it was handed. */
  readonly events: AgentEvent[] = [];
  /** Resolves when there is nothing more to hear; rejects as the run's iterator does. */
  readonly done: Promise<void>;
  readonly #steps: StepScheduler;
  readonly #iterator: AsyncIterator<AgentEvent>;
  #hasLeft = false;

  constructor(steps: StepScheduler, run: Run) {
    this.#steps = steps;
    this.#iterator = run[Symbol.asyncIterator]();
    this.done = this.#consume();
    // Looked at in its own time: until then its failure is nobody's unhandled rejection.
    this.done.catch(() => undefined);
  }

  /** Stops iterating, as `break` does, but at any time: also while the next event is waited for. */
  async leave(): Promise<void> {
    this.#hasLeft = true;
    await this.#iterator.return?.();
  }

  async #consume(): Promise<void> {
    // Whoever makes a consumer may still arrange a stop that finds the run not begun.
    await Promise.resolve();
    await this.#steps.step("start");
    while (!this.#hasLeft) {
      const step = await this.#iterator.next();
      if (step.done === true) return;
      this.events.push(step.value);
      await this.#steps.step(step.value.type === "agent_end" ? "end" : "consumer");
    }
  }
}
