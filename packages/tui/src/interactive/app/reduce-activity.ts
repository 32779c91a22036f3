import { textOf } from "@tau-ts/ai";
import type { UserMessage } from "@tau-ts/ai";
import type { CodingAgentEvent } from "@tau-ts/coding";
import { reduceFacts } from "../status/status-facts.ts";
import { reduceTranscript } from "../transcript/reduce-transcript.ts";
import type { AppEffect, Step } from "./app-input.ts";
import { emptyQueue, isBusy } from "./app-state.ts";
import type { Activity, AppState, Queue, QueueName } from "./app-state.ts";
import { giveBack } from "./give-back.ts";

const none: readonly AppEffect[] = [];

/** Takes what an agent tells. */
export function reduceEvent(state: AppState, event: CodingAgentEvent, nowMs: number): Step {
  const told: AppState = {
    ...state,
    transcript: reduceTranscript(state.transcript, event, nowMs),
    facts: reduceFacts(state.facts, event),
    activity: activityAfter(state.activity, event),
  };
  if (event.type !== "queue_update") return { state: told, effects: none };
  const { steering, followUp } = event;
  const queue = { steering, followUp, order: orderAfter(state.queue, event) };
  return settleQueue({ ...told, queue }, nowMs);
}

function activityAfter(activity: Activity, event: CodingAgentEvent): Activity {
  const { run } = activity;
  switch (event.type) {
    case "message_end":
      if (event.message.role !== "user" || run?.unrecorded === undefined) return activity;
      return { ...activity, run: { ...run, unrecorded: undefined } };
    case "agent_end":
      return run ? { ...activity, run: { ...run, outcome: event.outcome } } : activity;
    case "compaction_start":
      return { ...activity, isCompacting: true };
    case "compaction_end":
      return { ...activity, isCompacting: false };
    default:
      return activity;
  }
}

/** Which queues the newest words are in: what was said is gone from the front. */
function orderAfter(
  { order }: Queue,
  { steering, followUp }: Pick<Queue, "steering" | "followUp">,
): Queue["order"] {
  const left = { steering: steering.length, followUp: followUp.length };
  const kept: QueueName[] = [];
  for (const name of order.toReversed()) {
    if (left[name] === 0) continue;
    left[name] -= 1;
    kept.unshift(name);
  }
  const before = (name: QueueName): QueueName[] => Array.from({ length: left[name] }, () => name);
  return [...before("steering"), ...before("followUp"), ...kept];
}

/** A prompt was answered, or could not be. */
export function endRun(state: AppState, failure: string | undefined, nowMs: number): Step {
  const { run } = state.activity;
  const ended: AppState = { ...state, activity: { ...state.activity, run: undefined } };
  const lost = run?.unrecorded;
  const given = lost === undefined ? ended : giveBack(ended, [lost]);
  const endedWell = run?.outcome === "completed" && failure === undefined;
  if (endedWell && state.activity.stopping === undefined) return settleQueue(given, nowMs);
  // Whatever waited is given back now; what is entered meanwhile has its turn when the stop is over.
  return state.activity.stopping === undefined
    ? settleQueue(given, nowMs, false)
    : giveBackQueue(given);
}

/** What waits in the agent's queues goes back to the editor. */
export function giveBackQueue(state: AppState): Step {
  const waiting = [...state.queue.steering, ...state.queue.followUp];
  if (waiting.length === 0) return { state, effects: none };
  const given = giveBack({ ...state, queue: emptyQueue }, waiting);
  return { state: given, effects: [{ type: "clear-queues" }] };
}

/**
 * Words that wait in the agent's queues while nothing goes on would wait for ever. After a run that came to its own end
 * they are the next prompt; after one that was stopped or failed they go back to the editor, for the person to decide.
 * What was entered for afterwards is said now.
 */
export function settleQueue(state: AppState, nowMs: number, mayGoOn: boolean = true): Step {
  const { activity, queue } = state;
  if (isBusy(state) || activity.isOpening || activity.stopping !== undefined)
    return { state, effects: none };
  const waiting = [...queue.steering, ...queue.followUp];
  const effects: readonly AppEffect[] = waiting.length === 0 ? none : [{ type: "clear-queues" }];
  const emptied: AppState = { ...state, queue: emptyQueue };
  const settled = mayGoOn ? emptied : giveBack(emptied, waiting);
  const words = mayGoOn && waiting.length > 0 ? [waiting.join("\n\n")] : [];
  const begun = sayNext(settled, [...words, ...state.next], nowMs);
  return { state: begun.state, effects: [...effects, ...begun.effects] };
}

/** Says the first of the words, and the others one after the other behind it. */
export function sayNext(
  state: AppState,
  [first, ...later]: readonly (string | UserMessage)[],
  nowMs: number,
): Step {
  if (first === undefined) return { state, effects: none };
  const begun = beginRun({ ...state, next: [] }, first, nowMs);
  const queued = later.map((words): AppEffect => {
    const text = typeof words === "string" ? words : textOf(words);
    return { type: "queue", text, queue: "followUp" };
  });
  return { state: begun.state, effects: [...begun.effects, ...queued] };
}

/** Says something while nothing goes on. */
export function beginRun(state: AppState, words: string | UserMessage, nowMs: number): Step {
  const text = typeof words === "string" ? words : textOf(words);
  const message = typeof words === "string" ? undefined : words;
  const run = { startedMs: nowMs, unrecorded: text };
  return {
    state: { ...state, activity: { ...state.activity, run } },
    effects: [{ type: "prompt", text, message }],
  };
}
