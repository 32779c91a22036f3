import type { AgentListener } from "../../src/index.ts";
import { stepListener } from "../../src/testing/index.ts";
import type { World } from "./world.ts";

/** The listener of a scenario: fast or slow, and once it may fail, hang, or say something. */
export function makeListener(world: World): AgentListener {
  const slow = stepListener(world.steps);
  let heard = 0;
  return (event) => {
    const { scenario, isCalm } = world;
    const { isSlow, at } = scenario.listener;
    heard += 1;
    if (isCalm) return undefined;
    if (heard === at) return misbehave(world);
    // Deltas are many and all alike.
    return isSlow && event.type !== "message_update" ? slow(event) : undefined;
  };
}

function misbehave(world: World): unknown {
  const { scenario, steps } = world;
  switch (scenario.listener.does) {
    case "throws":
      world.mustFail = true;
      throw world.failListener();
    case "rejects":
      return rejectLater(world);
    case "hangs":
      return steps.step("listener", { isHeld: true });
    case "stops":
      // Waits for the end of the run it holds up: only the flush gets it out of there.
      steps.observations.noteStop("hard");
      return world.harness.stop({ graceMs: 0 });
    case "steers":
      return world.say("steer");
  }
}

/** Fails after a while. When the run has stopped waiting for listeners by then, that is nobody's news. */
async function rejectLater(world: World): Promise<never> {
  await world.steps.step("listener");
  throw world.failListener();
}
