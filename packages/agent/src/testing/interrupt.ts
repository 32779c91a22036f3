import type { Harness } from "../harness/harness.ts";
import { errorText } from "../texts.ts";
import type { StopKind } from "./observations.ts";
import type { StopPlace } from "./places.ts";
import type { StepConsumer } from "./step-consumer.ts";
import type { Step, StepScheduler } from "./step-scheduler.ts";

/** A stop of a test's own making; `kind` is what may come of it. */
export interface CustomStop {
  readonly kind: StopKind;
  readonly stop: () => unknown;
}

/** When and how a run is stopped. Either `place` or `step` says where. */
export interface InterruptOptions {
  /** What is stopped: a run, or a harness with whatever keeps it busy. */
  readonly target: Pick<Harness, "cancel" | "stop">;
  /** The place, and how often it has been entered by then, counted from 1 (default 1). */
  readonly place?: StopPlace | undefined;
  readonly occurrence?: number | undefined;
  /** Or the number of the step. */
  readonly step?: number | undefined;
  /** `soft`: `cancel()`. `hard`: `stop({ graceMs: 0 })`. `return`: the consumer leaves. */
  readonly how: "soft" | "hard" | "return" | CustomStop;
  /** Who leaves, for `return`. */
  readonly consumer?: StepConsumer | undefined;
  /**
   * `enter`: by the waiting code itself, synchronously. `inside` (default): while it waits. `leave`: after it went on,
   * `ticks` microtasks later (default 0).
   */
  readonly moment?: "enter" | "inside" | "leave" | undefined;
  readonly ticks?: number | undefined;
  /** The step does not end any more before everything is let go of: whoever waits there is deaf. */
  readonly isHeld?: boolean | undefined;
}

/** A stop that will be asked for, or has been. */
export interface Interrupt {
  /** The step it was asked for at, when it has been. */
  readonly hit: Step | undefined;
  /** Virtual milliseconds between the stop and its end; undefined while it goes on. */
  readonly tookMs: number | undefined;
}

/** Stops a run once, at a place, and complains if somebody at work is not told at once. */
export function interruptAt(steps: StepScheduler, options: InterruptOptions): Interrupt {
  const state: { hit: Step | undefined; tookMs: number | undefined } = {
    hit: undefined,
    tookMs: undefined,
  };
  const { place, step: number, occurrence = 1, moment = "inside", ticks = 0 } = options;
  if (options.how === "return" && !options.consumer)
    throw new TypeError('interruptAt: `how: "return"` needs the `consumer` that leaves');
  let seen = 0;
  let chosen: Step | undefined;
  const fire = (step: Step): void => {
    state.hit = step;
    unobserve();
    const begun = steps.now();
    stop(steps, options).then(
      () => (state.tookMs = steps.now() - begun),
      (error: unknown) => steps.observations.complain(`the stop failed: ${errorText(error)}`),
    );
    steps.observations.expectAllTold();
  };
  const unobserve = steps.observe((step, now) => {
    if (now === "leave") {
      if (step === chosen && moment === "leave") void after(ticks).then(() => fire(step));
      return;
    }
    if (chosen || (number === undefined ? step.place !== place : step.number !== number)) return;
    seen += 1;
    if (number === undefined && seen < occurrence) return;
    chosen = step;
    if (options.isHeld === true && moment !== "leave") step.hold();
    if (moment === "enter") fire(step);
    if (moment === "inside") steps.setTimeout(() => fire(step), insideOf(step, steps));
  });
  return state;
}

async function stop(steps: StepScheduler, options: InterruptOptions): Promise<unknown> {
  const { how, target, consumer } = options;
  if (typeof how === "object") {
    steps.observations.noteStop(how.kind);
    return how.stop();
  }
  steps.observations.noteStop(how === "return" ? "grace" : how);
  if (how === "soft") return target.cancel();
  if (how === "hard") return target.stop({ graceMs: 0 });
  return consumer?.leave();
}

function insideOf(step: Step, { random }: StepScheduler): number {
  return random.below(Number.isFinite(step.delayMs) ? step.delayMs + 1 : 10);
}

async function after(ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
}
