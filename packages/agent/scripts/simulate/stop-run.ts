import { interruptAt } from "../../src/testing/index.ts";
import type { CustomStop, Interrupt, StepConsumer } from "../../src/testing/index.ts";
import type { Run } from "../../src/index.ts";
import { patienceMs } from "./scenario.ts";
import type { StopPlan } from "./scenario.ts";
import type { World } from "./world.ts";

/** What a stop can be asked of. */
export interface StopTargets {
  readonly run: Run | undefined;
  readonly consumer: StepConsumer | undefined;
  /** Aborts the signal that the prompt was given. */
  readonly outer: AbortController;
}

/** Arranges the stop of a scenario. */
export function arrangeStop(world: World, plan: StopPlan, targets: StopTargets): Interrupt {
  const { place, occurrence, moment, ticks, isHeld } = plan;
  const { kind, stop } = mannerOf(world, plan, targets);
  const how = { kind, stop: () => (world.noteStop(), stop()) };
  const target = targets.run ?? world.harness;
  return interruptAt(world.steps, { target, place, occurrence, moment, ticks, isHeld, how });
}

function mannerOf({ harness, steps }: World, plan: StopPlan, targets: StopTargets): CustomStop {
  const target = targets.run ?? harness;
  switch (plan.manner) {
    case "cancel":
      return { kind: "soft", stop: () => target.cancel("enough") };
    case "outer-signal":
      return { kind: "soft", stop: () => targets.outer.abort() };
    case "patient-stop":
      return { kind: "grace", stop: () => target.stop({ graceMs: patienceMs }) };
    case "patient-return":
      return { kind: "grace", stop: () => targets.consumer?.leave() };
    case "return-now":
      return hard(() => targets.consumer?.leave());
    case "stop-now":
      return hard(() => target.stop({ graceMs: 0, reason: "now" }));
    case "cancel-then-stop-now":
      return hard(() => (target.cancel(), target.stop({ graceMs: 0 })));
    case "patient-stop-then-stop-now":
      return hard(() =>
        Promise.all([target.stop({ graceMs: patienceMs }), target.stop({ graceMs: 0 })]),
      );
    case "stop-now-with-signal": {
      const { signal, abort } = watchedController(steps.observations.signals);
      steps.setTimeout(abort, steps.random.below(3));
      return hard(() => ignoreReason(target.stop({ graceMs: 0, signal }), signal));
    }
  }
}

function hard(stop: () => unknown): CustomStop {
  return { kind: "hard", stop };
}

function watchedController(ledger: { watch(signal: AbortSignal): AbortSignal }): {
  readonly signal: AbortSignal;
  readonly abort: () => void;
} {
  const controller = new AbortController();
  return { signal: ledger.watch(controller.signal), abort: () => controller.abort() };
}

/** `stop()` may reject with the reason of its signal, and with nothing else. */
async function ignoreReason(stopping: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await stopping;
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
  }
}
