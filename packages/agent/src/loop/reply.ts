import { isJsonObject } from "@tau-ts/ai";
import type {
  AssistantEvent,
  AssistantMessage,
  Message,
  Model,
  ModelRequest,
  StopReason,
} from "@tau-ts/ai";
import type { AgentEvent } from "../events.ts";
import { recordedReply } from "../recorded.ts";
import { CancelReason } from "../stopping/cancel-token.ts";
import { ABANDONED } from "../stopping/gate.ts";
import type { Gate } from "../stopping/gate.ts";
import { ABORTED, errorText } from "../texts.ts";

/** What one model call needs from the run it belongs to. */
export interface ReplyContext {
  readonly record: Message[];
  readonly gate: Gate;
  readonly now: () => number;
}

/** What came of one model call. Abandoned before anything arrived, it leaves no reply. */
export type ReplyOutcome =
  | { readonly isAbandoned: false; readonly reply: AssistantMessage }
  | { readonly isAbandoned: true; readonly reply?: AssistantMessage };

/**
 * Makes one model call and puts its reply on the record. Models are foreign code: one that throws, ends without a
 * terminal event or goes on after it still gives exactly one reply.
 */
export async function* streamReply(
  model: Model,
  request: ModelRequest,
  context: ReplyContext,
): AsyncGenerator<AgentEvent, ReplyOutcome> {
  const progress = new ReplyProgress();
  const ending = yield* follow(model, request, context, progress);
  const isAbandoned = ending === ABANDONED;
  if (isAbandoned && !progress.announced) return { isAbandoned };
  const message = isAbandoned
    ? progress.asMessage("aborted", abortedText(request.signal))
    : (ending ?? endedEarly(progress, request.signal));
  const reply = record(withCanceller(message, request.signal), model, context.now());
  context.record.push(reply);
  if (!progress.announced) yield { type: "message_start", message: reply };
  yield { type: "message_end", message: reply };
  return { isAbandoned, reply };
}

/** The reply as it stands on the record; one that is no plain JSON becomes a failure that says so. */
function record(message: AssistantMessage, model: Model, now: number): AssistantMessage {
  try {
    return recordedReply(message, model.info, now);
  } catch (error) {
    const errorMessage = `the model's reply is not plain JSON: ${errorText(error)}`;
    return recordedReply(
      { role: "assistant", content: [], stopReason: "error", errorMessage },
      model.info,
      now,
    );
  }
}

/** The text of a reply that a stop ended. */
export function abortedText(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  const isOurs = reason instanceof Error && reason.name === "AbortError" && "kind" in reason;
  return isOurs && reason.message ? `${ABORTED}: ${reason.message}` : ABORTED;
}

/** An aborted reply with a diagnostic that says who stopped it; any other reply as it is. */
export function withCanceller(
  message: AssistantMessage,
  signal: AbortSignal | undefined,
): AssistantMessage {
  const reason: unknown = signal?.reason;
  if (message.stopReason !== "aborted" || !CancelReason.isInstance(reason)) return message;
  const { kind, message: why } = reason;
  const cancelled = { type: "cancelled", kind, ...(why ? { reason: why } : {}) };
  const diagnostics = [...(message.diagnostics ?? []), cancelled];
  return { ...message, diagnostics };
}

/** Announces events as they come; returns the terminal's message, or undefined if the stream had none. */
async function* follow(
  model: Model,
  request: ModelRequest,
  { gate }: ReplyContext,
  progress: ReplyProgress,
): AsyncGenerator<AgentEvent, AssistantMessage | typeof ABANDONED | undefined> {
  let iterator: AsyncIterator<AssistantEvent> | undefined;
  try {
    const events = model.stream(request)[Symbol.asyncIterator]();
    iterator = events;
    for (;;) {
      const step = await gate.wait(events.next());
      if (step === ABANDONED) return ABANDONED;
      if (step.done) return undefined;
      const event = step.value;
      if (event.type === "done") return terminalMessage(event.message, event.reason);
      if (event.type === "error") return terminalMessage(event.error, event.reason);
      if (event.type === "retry" || event.type === "fallback") {
        yield noticeOf(event);
        continue;
      }
      // A reply is announced with its first block: until then nothing has arrived.
      if (event.type === "start" || !isJsonObject(event.partial)) continue;
      if (progress.note(event)) yield { type: "message_start", message: event.partial };
      yield { type: "message_update", message: event.partial, assistantMessageEvent: event };
    }
  } catch (error) {
    return failure(progress, request.signal, errorText(error));
  } finally {
    letGo(iterator);
  }
}

function noticeOf(event: Extract<AssistantEvent, { type: "retry" | "fallback" }>): AgentEvent {
  if (event.type === "retry") return { ...event, type: "model_retry" };
  return { ...event, type: "model_fallback" };
}

/** Tells the model's iterator that nobody reads on. Its answer is not waited for: a deaf one would hold up the run. */
function letGo(iterator: AsyncIterator<AssistantEvent> | undefined): void {
  const end = async (): Promise<unknown> => iterator?.return?.();
  end().catch(() => {
    // What a stream has to say about its own end is no news of this reply.
  });
}

function terminalMessage(
  message: AssistantMessage | undefined,
  reason: StopReason,
): AssistantMessage {
  if (!isJsonObject(message)) throw new TypeError("the model ended its reply without a message");
  return { ...message, stopReason: message.stopReason ?? reason };
}

function endedEarly(progress: ReplyProgress, signal: AbortSignal | undefined): AssistantMessage {
  return failure(progress, signal, "the model's stream ended without a terminal event");
}

function failure(
  progress: ReplyProgress,
  signal: AbortSignal | undefined,
  text: string,
): AssistantMessage {
  return signal?.aborted
    ? progress.asMessage("aborted", abortedText(signal))
    : progress.asMessage("error", text);
}

/** What has arrived of a reply so far. */
class ReplyProgress {
  announced = false;
  #partial: AssistantMessage | undefined;
  readonly #finishedCalls = new Set<number>();

  /** Takes note of an event; true if it is the first that shows the reply. */
  note(event: Extract<AssistantEvent, { partial: AssistantMessage }>): boolean {
    this.#partial = event.partial;
    if (event.type === "toolcall_end") this.#finishedCalls.add(event.contentIndex);
    const isFirst = !this.announced;
    this.announced = true;
    return isFirst;
  }

  /** The reply as far as it came, closed with a failure. */
  asMessage(stopReason: "error" | "aborted", errorMessage: string): AssistantMessage {
    const partial = this.#partial ?? { role: "assistant", content: [], stopReason };
    return { ...partial, content: this.#content(), stopReason, errorMessage };
  }

  /** Without calls that were still being written: they must not look complete. */
  #content(): AssistantMessage["content"] {
    const content = this.#partial?.content ?? [];
    return content.filter((block, index) => {
      if (block.type === "toolCall") return this.#finishedCalls.has(index);
      return block.type === "text"
        ? block.text !== ""
        : block.thinking !== "" || block.redacted === true;
    });
  }
}
