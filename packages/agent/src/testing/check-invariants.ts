import { textOf } from "@tau-ts/ai";
import type { Message, Model } from "@tau-ts/ai";
import type { Outcome } from "../events.ts";
import type { Harness } from "../harness/harness.ts";
import type { SessionLog } from "../session/log.ts";
import {
  ABORTED,
  CALL_CANCELLED,
  CALL_CANCELLED_RUNNING,
  INTERRUPTED,
  errorText,
} from "../texts.ts";
import { contextForModel } from "../view/view.ts";
import { isSameJson, recordProblems } from "./check-record.ts";
import { transcriptProblems } from "./check-transcript.ts";
import type { Observations } from "./observations.ts";
import type { RunWatch } from "./run-watch.ts";
import type { StepScheduler } from "./step-scheduler.ts";

/** What is looked at, and with what it is compared. */
export interface InvariantOptions {
  readonly steps: StepScheduler;
  readonly watch: RunWatch;
  /** The log that a saver of the harness writes to. */
  readonly log?: Pick<SessionLog, "replay"> | undefined;
  /** How many further prompts must be answered. Default 2. */
  readonly prompts?: number | undefined;
  /** What the test's platform reported as unhandled rejections. Is looked at last. */
  readonly rejections?: readonly unknown[] | undefined;
}

/**
 * What is wrong after a run was stopped, or came to its end; empty when nothing is. Call it when the run is over.
 *
 * Stops that were arranged and not asked for yet are called off. First it lets go of everything that is held: late
 * results must change nothing. Then it prompts the harness again, with a model of its own (the harness keeps that model)
 * and with the hooks and listeners it has, and expects answers.
 */
export async function checkInvariants(options: InvariantOptions): Promise<readonly string[]> {
  const { steps, watch, log, prompts = 2, rejections = [] } = options;
  const { harness } = watch;
  steps.endObservation();
  if (harness.isRunning) return ["the run is not over"];
  const problems = [...(await lateProblems(steps, watch))];
  for (const run of watch.runs) {
    const end = run.at(-1);
    if (end?.type === "agent_end")
      problems.push(...outcomeProblems(end.outcome, steps.observations));
  }
  problems.push(...finishedProblems(watch.announced, steps.observations));
  problems.push(...(await promptProblems(steps, harness, prompts)));
  await steps.settle();
  problems.push(...watch.problems(), ...recordProblems(harness.messages));
  problems.push(...transcriptProblems(contextForModel(harness.messages)));
  if (log && !isSameJson(await steps.external(log.replay()), harness.messages))
    problems.push("the log differs from the record");
  const { left } = steps.observations.signals;
  if (left > 0) problems.push(`${left} listeners were left on signals`);
  problems.push(...steps.observations.complaints);
  problems.push(...rejections.map((error) => `an unhandled rejection: ${errorText(error)}`));
  return problems;
}

async function lateProblems(steps: StepScheduler, watch: RunWatch): Promise<readonly string[]> {
  const { messages } = watch.harness;
  const { eventCount } = watch;
  await steps.settle();
  const now = watch.harness.messages;
  const isSame =
    now.length === messages.length && now.every((message, index) => message === messages[index]);
  return [
    ...(isSame ? [] : ["the record changed after the run was over"]),
    ...(watch.eventCount === eventCount ? [] : ["an event was heard after the run was over"]),
  ];
}

function outcomeProblems(outcome: Outcome, { stops }: Observations): readonly string[] {
  const isStopped = outcome === "aborted" || outcome === "abandoned";
  if (isStopped && stops.size === 0) return [`the outcome is ${outcome}, but nobody stopped it`];
  if (outcome === "abandoned" && !stops.has("grace") && !stops.has("hard"))
    return ["the outcome is abandoned after a stop that waits for everybody"];
  return [];
}

/** A tool that ran to its end is on the record with what it said, and one that was not run says so. */
function finishedProblems(
  messages: readonly Message[],
  { finishedCalls, refusedCalls }: Observations,
): readonly string[] {
  const problems: string[] = [];
  for (const message of messages) {
    if (message.role !== "toolResult") continue;
    const { toolCallId: id } = message;
    const text = textOf(message);
    const isFixed = notItsOwn.has(text);
    if (!isFixed && text.startsWith(ABORTED)) problems.push(`the call ${id} reads: ${text}`);
    if (!isFixed && refusedCalls.has(id))
      problems.push(`the call ${id} was stopped before it ran and reads: ${text}`);
  }
  for (const id of finishedCalls) {
    const result = messages.find(
      (message) => message.role === "toolResult" && message.toolCallId === id,
    );
    if (!result) problems.push(`the call ${id} ran to its end and has no result`);
    else if (notItsOwn.has(textOf(result)))
      problems.push(`the call ${id} ran to its end and reads: ${textOf(result)}`);
  }
  return problems;
}

/** What a call reads that has no result of its own. */
const notItsOwn: ReadonlySet<string> = new Set([
  ABORTED,
  INTERRUPTED,
  CALL_CANCELLED,
  CALL_CANCELLED_RUNNING,
]);

async function promptProblems(
  steps: StepScheduler,
  harness: Harness,
  prompts: number,
): Promise<readonly string[]> {
  harness.configure({ model: answering });
  const problems: string[] = [];
  for (let count = 1; count <= prompts; count += 1) {
    try {
      const { outcome, text } = await steps.run(harness.prompt(`Are you there? (${count})`).result);
      if (outcome !== "completed" || text !== "I am.")
        problems.push(`further prompt ${count} came out as ${outcome} ${JSON.stringify(text)}`);
    } catch (error) {
      problems.push(`further prompt ${count} failed: ${errorText(error)}`);
    }
  }
  return problems;
}

/** Answers every prompt at once. */
const answering: Model = {
  async *stream() {
    yield {
      type: "done",
      reason: "stop",
      message: {
        role: "assistant",
        content: [{ type: "text", text: "I am." }],
        stopReason: "stop",
      },
    };
  },
};
