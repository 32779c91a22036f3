import type { AssistantEvent, AssistantMessage, Message, Model, ModelRequest } from "@tau-ts/ai";
import type { StepScheduler } from "../../src/testing/index.ts";
import { messageOf, streamed } from "./reply-events.ts";
import type { ReplyPlan } from "./scenario.ts";

/** A model that plays the scenario's replies and then has nothing more to ask for. `onRequest` hears what it is shown. */
export function scriptedModel(
  replies: readonly ReplyPlan[],
  steps: StepScheduler,
  onRequest: (messages: readonly Message[]) => void,
): Model {
  let calls = 0;
  return {
    info: { id: "simulated", provider: "simulated", api: "simulated" },
    stream(request) {
      onRequest(request.messages);
      const plan = replies[calls] ?? lastReply;
      calls += 1;
      return play(plan, request, steps);
    },
  };
}

const lastReply: ReplyPlan = {
  kind: "text",
  calls: [],
  isStreamed: false,
  retries: 0,
  isDeafInBackOff: false,
  onAbort: "terminal",
  goesOnAfterEnd: false,
};

async function* play(
  plan: ReplyPlan,
  request: ModelRequest,
  steps: StepScheduler,
): AsyncGenerator<AssistantEvent> {
  const { signal } = request;
  for (let retry = 1; retry <= plan.retries; retry += 1) {
    const error = { kind: "overloaded", message: "too busy" };
    yield { type: "retry", attempt: retry + 1, maxAttempts: 1 + plan.retries, delayMs: 5, error };
    if (plan.isDeafInBackOff) await steps.step("back-off", { isHeld: plan.onAbort === "deaf" });
    else await steps.step("back-off", { signal });
  }
  const message = messageOf(plan);
  const events = [...streamed(message, plan.isStreamed)];
  const breaksAt = Math.floor(events.length / 2);
  for (const [index, makeEvent] of events.entries()) {
    if (signal?.aborted && (yield* react(plan, message, steps))) return;
    const event = makeEvent();
    const isLast = event.type === "done" || event.type === "error";
    if (index === breaksAt && plan.kind === "deaf") await steps.step("stream", { isHeld: true });
    if (index === breaksAt && plan.kind === "throws") throw new Error("the connection broke");
    if (isLast && plan.kind === "no-end") return;
    yield event;
    if (isLast && plan.goesOnAfterEnd) yield* streamedNow(message);
  }
}

/** What a model does when it notices a stop; true if its reply is over. */
async function* react(
  plan: ReplyPlan,
  message: AssistantMessage,
  steps: StepScheduler,
): AsyncGenerator<AssistantEvent, boolean> {
  switch (plan.onAbort) {
    case "ignores":
      return false;
    case "deaf":
      await steps.step("stream", { isHeld: true });
      return false;
    case "throws":
      throw new Error("the connection was closed");
    case "ends":
      return true;
    case "terminal": {
      const content = message.content.filter((block) => block.type === "text");
      const error: AssistantMessage = { ...message, content, stopReason: "aborted" };
      yield { type: "error", reason: "aborted", error };
      return true;
    }
  }
}

function* streamedNow(message: AssistantMessage): Generator<AssistantEvent> {
  for (const makeEvent of streamed(message, true)) yield makeEvent();
}
