import { abortText } from "../abort-text.ts";
import { AssistantStream } from "../assistant-stream.ts";
import { thrownText } from "../errors.ts";
import { EventQueue } from "../event-queue.ts";
import { EventStream, type Pump } from "../event-stream.ts";
import type { AssistantEvent } from "../events.ts";
import { failedMessage, type AssistantMessage } from "../messages.ts";
import type { Model, ModelRequest } from "../model.ts";
import { StopSwitch } from "../stop-switch.ts";
import { messageSteps } from "./message-steps.ts";

/** A reply computed from the request when its turn comes. May be asynchronous and may throw. */
export type ScriptedReplyFunction = (request: ModelRequest) => ReplyValue | Promise<ReplyValue>;

type ReplyValue = string | AssistantMessage | readonly AssistantEvent[];

/** One reply: text, a whole message, the very events to report, or a function that answers with one of these. */
export type ScriptedReply = ReplyValue | ScriptedReplyFunction;

export interface ScriptedModel extends Model {
  /** Every request so far, each with a copy of its list of messages as it was then. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A model for tests and demos: plays the given replies, one a call, without any network. Text and messages are streamed
 * as a provider would: start, deltas, ends, one terminal. It honours `signal` before every event. A reply function that
 * throws is a failed reply that says what was thrown. A call beyond the last reply is answered with an `error` message
 * that says so, or with the last reply again if `repeatLast`.
 */
export function scriptedModel(
  replies: readonly ScriptedReply[],
  options: { readonly repeatLast?: boolean | undefined } = {},
): ScriptedModel {
  const script = [...replies];
  const requests: ModelRequest[] = [];
  return {
    info: { id: "scripted", provider: "scripted", api: "scripted" },
    requests,
    stream(request) {
      const call = requests.push({ ...request, messages: [...request.messages] });
      const reply = script[call - 1] ?? (options.repeatLast === true ? script.at(-1) : undefined);
      const missing = `scriptedModel has no reply left: call ${call} of ${script.length}`;
      const stop = new StopSwitch(request.signal);
      const pump = play(reply ?? failedMessage(missing), request, stop);
      return new EventStream(pump, stop, request.signal);
    },
  };
}

async function* play(reply: ScriptedReply, request: ModelRequest, stop: StopSwitch): Pump {
  stop.arm();
  try {
    const value = typeof reply === "function" ? await ask(reply, request, stop) : reply;
    if (isEvents(value)) yield* playEvents(value, request, stop);
    else yield* playMessage(value, request, stop);
  } finally {
    stop.dispose();
  }
}

/** An answer that a stop makes superfluous is not waited for. */
async function ask(
  reply: ScriptedReplyFunction,
  request: ModelRequest,
  stop: StopSwitch,
): Promise<ReplyValue> {
  if (stop.cause !== undefined) return "";
  try {
    const value = await stop.wait(Promise.resolve().then(() => reply(request)));
    return typeof value === "symbol" ? "" : value;
  } catch (thrown) {
    return failedMessage(thrownText(thrown));
  }
}

async function* playMessage(
  reply: string | AssistantMessage,
  request: ModelRequest,
  stop: StopSwitch,
): Pump {
  const identity = { api: "scripted", provider: "scripted", model: "scripted" };
  const message: AssistantMessage =
    typeof reply === "string"
      ? { role: "assistant", content: textContent(reply), ...identity, stopReason: "stop" }
      : structuredClone(reply);
  message.timestamp ??= Date.now();
  const stream = new AssistantStream({ ...identity, ...message });
  for (const step of messageSteps(message, stream)) {
    if (stop.cause !== undefined) {
      stream.abort(abortText(request.signal));
      yield stream.events;
      return;
    }
    step();
    yield stream.events;
  }
}

function textContent(text: string): AssistantMessage["content"] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** Reports given events as they are. Only a stop adds one: the terminal. */
async function* playEvents(
  events: readonly AssistantEvent[],
  request: ModelRequest,
  stop: StopSwitch,
): Pump {
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

function isEvents(value: ReplyValue): value is readonly AssistantEvent[] {
  return Array.isArray(value);
}
