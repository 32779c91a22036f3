import { ProviderError, type ProviderErrorKind } from "../errors.ts";
import type { AssistantEvent } from "../events.ts";
import { truncatedError } from "../failure/classify.ts";
import type { AssistantMessage } from "../messages.ts";
import type { ModelRequest } from "../model.ts";

/** Time that passes: milliseconds, or a promise that a test settles when it is ready for more. */
export type ScriptedPause = number | Promise<unknown>;

/** A provider's failure, as a model behind a wire would report it. */
export interface ScriptedFailure {
  readonly kind: ProviderErrorKind;
  /** For people. Default: a sentence that names the kind. */
  readonly message?: string | undefined;
  /** Whether the same request may succeed when it is sent again. Default false. */
  readonly retryable?: boolean | undefined;
  /** HTTP status. */
  readonly status?: number | undefined;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A reply with a course of its own. Nothing waits for a real timer unless a number of milliseconds asks for it, and an
 * abort ends every wait at once.
 */
export interface ScriptedTurn {
  /** Text, or a whole message. Default: nothing. */
  readonly say?: string | AssistantMessage | undefined;
  /** Passes before the first event. */
  readonly delay?: ScriptedPause | undefined;
  /** Passes before each further event, in milliseconds. */
  readonly pauseMs?: number | undefined;
  /** How many deltas are delivered before the ending. Default: all of `say`. 0 with a failure is one before any content. */
  readonly after?: number | undefined;
  /**
   * How it ends, if not well. `cut`: the stream is over without its terminal, which is an error. `stall`: nothing more
   * comes until the signal aborts. A failure: the provider reports it.
   */
  readonly ending?: "cut" | "stall" | ScriptedFailure | undefined;
}

/** What a reply may be, besides a function that makes one. */
export type ScriptedReplyValue =
  | string
  | AssistantMessage
  | ScriptedTurn
  | readonly AssistantEvent[];

/** A reply computed from the request when its turn comes. May be asynchronous and may throw. */
export type ScriptedReplyFunction = (
  request: ModelRequest,
) => ScriptedReplyValue | Promise<ScriptedReplyValue>;

/** One reply: text, a whole message, a turn, the very events to report, or a function that answers with one of these. */
export type ScriptedReply = ScriptedReplyValue | ScriptedReplyFunction;

/** Tells the events to report as they are from everything else. */
export function isEventList(value: ScriptedReplyValue): value is readonly AssistantEvent[] {
  return Array.isArray(value);
}

/** Text and messages as turns without delays that end well. */
export function turnOf(value: string | AssistantMessage | ScriptedTurn): ScriptedTurn {
  return typeof value === "string" || "role" in value ? { say: value } : value;
}

/** What the end of a turn that fails is reported as. */
export function failureOf(ending: "cut" | ScriptedFailure): ProviderError {
  if (ending === "cut") return truncatedError();
  const { kind, message = `the scripted provider failed: ${kind}`, retryable = false } = ending;
  const { status, retryAfterMs } = ending;
  return new ProviderError(message, { kind, retryable, status, retryAfterMs });
}
