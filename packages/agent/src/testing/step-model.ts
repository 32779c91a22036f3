import type { AssistantEvent, Model, ModelRequest } from "@tau-ts/ai";
import type { StopPlace } from "./places.ts";
import type { StepScheduler } from "./step-scheduler.ts";
import { transcriptProblems } from "./check-transcript.ts";

/**
 * The model, with a step before each of its events: `stream` or another `place`, and `back-off` after it announced a
 * retry. It complains about requests that a provider would refuse and about calls made after a stop.
 */
export function stepModel(
  steps: StepScheduler,
  model: Model,
  { place = "stream" }: { readonly place?: StopPlace | undefined } = {},
): Model {
  return {
    info: model.info,
    stream: (request) => ({
      [Symbol.asyncIterator]: () => {
        lookAt(request, steps);
        const events = model.stream(request)[Symbol.asyncIterator]();
        return stepIterator(steps, events, request.signal, place);
      },
    }),
  };
}

function lookAt(request: ModelRequest, { observations }: StepScheduler): void {
  observations.expectNotStopped("the model", request.signal);
  for (const problem of transcriptProblems(request.messages))
    observations.complain(`a request a provider refuses: ${problem}`);
}

function stepIterator(
  steps: StepScheduler,
  events: AsyncIterator<AssistantEvent>,
  signal: AbortSignal | undefined,
  place: StopPlace,
): AsyncIterator<AssistantEvent> {
  const work = steps.observations.working("the model", signal);
  let isBackingOff = false;
  return {
    async next() {
      try {
        await steps.step(isBackingOff ? "back-off" : place, { signal });
        const step = await events.next();
        isBackingOff = step.done !== true && step.value.type === "retry";
        if (step.done === true) work[Symbol.dispose]();
        return step;
      } catch (error) {
        work[Symbol.dispose]();
        throw error;
      }
    },
    async return() {
      work[Symbol.dispose]();
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}
