import type { AgentEvent } from "../events.ts";
import type { AgentListener } from "../harness/listeners.ts";
import type { StopPlace } from "./places.ts";
import type { StepScheduler } from "./step-scheduler.ts";

/** A listener that takes its time over every event: a step at the place that the event stands for. */
export function stepListener(steps: StepScheduler): AgentListener {
  return (event) => steps.step(placeOf(event));
}

function placeOf(event: AgentEvent): StopPlace {
  switch (event.type) {
    case "turn_start":
      return "turn-top";
    case "tool_execution_start":
      return "before-tool";
    case "tool_execution_end":
      return "after-tool";
    case "agent_end":
    case "agent_settled":
      return "end";
    default:
      return "listener";
  }
}
