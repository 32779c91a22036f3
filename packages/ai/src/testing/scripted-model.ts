import { abortText } from "../call/abort-text.ts";
import { StopSwitch } from "../call/stop-switch.ts";
import { thrownText } from "../errors.ts";
import type { AssistantEvent } from "../events.ts";
import { failedMessage, type AssistantMessage } from "../messages.ts";
import type { Model, ModelInfo, ModelRequest } from "../model.ts";
import { sleep } from "../sleep.ts";
import { EventQueue } from "../stream/event-queue.ts";
import { EventStream, type Pump } from "../stream/event-stream.ts";
import { playMessage } from "./play-message.ts";
import {
  isEventList,
  turnOf,
  type ScriptedReply,
  type ScriptedReplyFunction,
  type ScriptedReplyValue,
} from "./scripted-turn.ts";

/** A model that plays replies it was given. */
export interface ScriptedModel extends Model {
  /** Every request so far, each with a copy of its list of messages as it was then. */
  readonly requests: readonly ModelRequest[];
}

/** What a scripted model does at the end of its script, and what it says it is. */
export interface ScriptedModelOptions {
  /** Answers further calls with the last reply again. Default false: with an `error` message that says so. */
  readonly repeatLast?: boolean | undefined;
  /** Facts about the model, such as its context window, laid over the name `scripted`. */
  readonly info?: Partial<ModelInfo> | undefined;
  /** Passes the milliseconds a turn asks for; resolves early when the signal aborts. Default: a timer. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

interface Play {
  readonly request: ModelRequest;
  readonly stop: StopSwitch;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const IDENTITY = { api: "scripted", provider: "scripted", model: "scripted" };

/**
 * A model for tests and demos: plays the given replies, one a call, without any network. Text and messages are streamed
 * as a provider would: start, deltas, ends, one terminal. A turn such as `{ say: "Hello", after: 1, ending: "cut" }` has
 * delays, fails, or breaks off. The model honours `signal` before every event and in every wait. A reply function that
 * throws is a failed reply that says what was thrown. A call beyond the last reply is answered with an `error` message
 * that says so, or with the last reply again if `repeatLast`.
 */
export function scriptedModel(
  replies: readonly ScriptedReply[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const script = [...replies];
  const requests: ModelRequest[] = [];
  return {
    info: { id: "scripted", provider: "scripted", api: "scripted", ...options.info },
    requests,
    stream(request) {
      const call = requests.push({ ...request, messages: [...request.messages] });
      const reply = script[call - 1] ?? (options.repeatLast === true ? script.at(-1) : undefined);
      const missing = `scriptedModel has no reply left: call ${call} of ${script.length}`;
      const stop = new StopSwitch(request.signal);
      const course = { request, stop, sleep: options.sleep ?? sleep };
      return new EventStream(play(reply ?? failedMessage(missing), course), stop, request.signal);
    },
  };
}

async function* play(reply: ScriptedReply, course: Play): Pump {
  const { stop } = course;
  stop.arm();
  try {
    const value = typeof reply === "function" ? await ask(reply, course) : reply;
    yield* isEventList(value) ? playEvents(value, course) : playTurn(value, course);
  } catch (thrown) {
    // A pause of the script that rejected.
    const queue = new EventQueue<AssistantEvent>();
    queue.push({ type: "error", reason: "error", error: failedMessage(thrownText(thrown)) });
    yield queue;
  } finally {
    stop.dispose();
  }
}

/** An answer that a stop makes superfluous is not waited for. */
async function ask(
  reply: ScriptedReplyFunction,
  { request, stop }: Play,
): Promise<ScriptedReplyValue> {
  if (stop.cause !== undefined) return "";
  try {
    const value = await stop.wait(Promise.resolve().then(() => reply(request)));
    return typeof value === "symbol" ? "" : value;
  } catch (thrown) {
    return failedMessage(thrownText(thrown));
  }
}

function playTurn(value: Exclude<ScriptedReplyValue, readonly AssistantEvent[]>, at: Play): Pump {
  const { say = "", ...course } = turnOf(value);
  const message: AssistantMessage =
    typeof say === "string"
      ? { role: "assistant", content: textContent(say), ...IDENTITY, stopReason: "stop" }
      : structuredClone(say);
  message.timestamp ??= Date.now();
  const { signal } = at.request;
  return playMessage({ ...at, message, identity: IDENTITY, course, signal });
}

function textContent(text: string): AssistantMessage["content"] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** Reports given events as they are. Only a stop adds one: the terminal. */
async function* playEvents(events: readonly AssistantEvent[], { request, stop }: Play): Pump {
  const queue = new EventQueue<AssistantEvent>();
  let partial: AssistantMessage | undefined;
  for (const event of events) {
    if (stop.cause !== undefined) break;
    if ("partial" in event) partial = event.partial;
    queue.push(event);
    yield queue;
  }
  if (stop.cause === undefined) return;
  const error = failedMessage(abortText(request.signal), "aborted");
  if (partial !== undefined) error.content = [...partial.content];
  queue.push({ type: "error", reason: "aborted", error });
  yield queue;
}
