import type { JsonObject } from "./json.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";

/** A failure, reduced to what may be logged and sent over a wire. Carries no secrets. */
export interface ErrorInfo {
  kind: string;
  message: string;
  status?: number;
  requestId?: string;
  details?: JsonObject;
}

/**
 * A failed attempt is about to be repeated after `delayMs` milliseconds. `attempt` is the number of the coming attempt,
 * from 2; `maxAttempts` counts the first one too.
 */
export interface RetryNotice {
  attempt: number;
  maxAttempts: number;
  delayMs: number;
  error: ErrorInfo;
}

/** The coming reply is asked of another model, because the first one failed before anything arrived. */
export interface FallbackNotice {
  /** Names as `provider/model`. */
  from: string;
  to: string;
  error: ErrorInfo;
}

/**
 * What one model call reports, in order: `start`, then for each block `…_start`, `…_delta`s and `…_end`, and exactly
 * one terminal event, `done` or `error`, that carries the whole message.
 *
 * `partial` is the one live object that grows while the reply streams: copy it to keep it. `contentIndex` is the
 * block's place in `partial.content` and means nothing outside the stream. `retry` and `fallback` may come before
 * `start`.
 */
export type AssistantEvent =
  | ({ type: "retry" } & RetryNotice)
  | ({ type: "fallback" } & FallbackNotice)
  | { type: "start"; partial: AssistantMessage }
  | { type: "text_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "text_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "text_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "thinking_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "thinking_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "toolcall_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "toolcall_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
  | AssistantTerminalEvent;

/** The last event of every stream. */
export type AssistantTerminalEvent =
  | { type: "done"; reason: "stop" | "length" | "toolUse"; message: AssistantMessage }
  | { type: "error"; reason: "error" | "aborted"; error: AssistantMessage };
