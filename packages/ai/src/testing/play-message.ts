import { abortText } from "../call/abort-text.ts";
import type { StopSwitch } from "../call/stop-switch.ts";
import type { AssistantMessage } from "../messages.ts";
import { AssistantStream } from "../stream/assistant-stream.ts";
import type { Pump } from "../stream/event-stream.ts";
import { messageSteps } from "./message-steps.ts";
import { failureOf, type ScriptedTurn } from "./scripted-turn.ts";

/** What is played, how, and who may stop it. */
export interface PlayOptions {
  readonly message: AssistantMessage;
  /** Who speaks, where the message does not say. */
  readonly identity?: Pick<AssistantMessage, "api" | "provider" | "model"> | undefined;
  readonly course: Omit<ScriptedTurn, "say">;
  readonly signal: AbortSignal | undefined;
  readonly stop: StopSwitch;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Streams a whole message as a provider would: start, deltas, ends, one terminal. The message itself comes last, as it
 * was given. The signal is looked at before every event.
 */
export async function* playMessage(options: PlayOptions): Pump {
  const { message, identity, course, signal, stop, sleep } = options;
  const { after = Infinity, ending, delay, pauseMs } = course;
  const stream = new AssistantStream({ ...identity, ...message });
  const passed = (pause: number | Promise<unknown>): Promise<unknown> =>
    stop.wait(typeof pause === "number" ? sleep(pause, stop.signal) : pause);
  let deltas = 0;
  if (delay !== undefined && stop.cause === undefined) await passed(delay);
  for (const step of messageSteps(message, stream)) {
    const isOver = ending !== undefined && (step.kind === "terminal" || deltas >= after);
    if (isOver && ending === "stall" && stop.cause === undefined) await stop.wait(never());
    if (stop.cause !== undefined) stream.abort(abortText(signal));
    else if (isOver && ending !== "stall") stream.fail(failureOf(ending));
    else step.run();
    if (step.kind === "delta") deltas += 1;
    yield stream.events;
    if (stream.settled) return;
    if (pauseMs !== undefined && stop.cause === undefined) await passed(pauseMs);
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
