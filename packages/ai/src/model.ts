import type { AssistantEvent, RetryNotice } from "./events.ts";
import type { JsonObject } from "./json.ts";
import type { Message } from "./messages.ts";

/** How hard a model is asked to think before it answers. Each wire maps the level to what its models understand. */
export type ThinkingLevel = "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

/** What a model is told about a tool, and nothing more. `parameters` is a JSON Schema of an object. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** Facts about a model. All of them may be unknown. */
export interface ModelInfo {
  /** The name the provider knows the model by. */
  readonly id: string;
  readonly provider?: string | undefined;
  /** The wire, such as `anthropic-messages`. */
  readonly api?: string | undefined;
  /** Tokens that fit into one request and its reply. */
  readonly contextWindow?: number | undefined;
  /** The largest reply, in tokens. */
  readonly maxOutput?: number | undefined;
}

/** One request: what a model is shown and how it should answer. */
export interface ModelRequest {
  readonly system?: string | undefined;
  /** A transcript a provider accepts: every tool call is followed by its one result. */
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolDefinition[] | undefined;
  readonly toolChoice?: "auto" | "none" | "required" | { readonly name: string } | undefined;
  /** A JSON Schema the answer text must follow, where the provider supports it. */
  readonly responseFormat?:
    | { readonly name: string; readonly schema: JsonObject; readonly strict?: boolean | undefined }
    | undefined;
  /** Texts at which the reply ends. */
  readonly stop?: readonly string[] | undefined;
  /** Ends the reply soon after it aborts, with the terminal `error` of reason `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** The largest reply, in tokens. */
  readonly maxTokens?: number | undefined;
  /** Left out for models that take none. Default: the provider's own. */
  readonly temperature?: number | undefined;
  /** A level the model is known not to have becomes the nearest it has. Default: the provider's own. */
  readonly thinking?: ThinkingLevel | undefined;
  /** Ties requests of one conversation together for a provider's prompt cache. */
  readonly sessionId?: string | undefined;
  /** Fields laid over the request body as they are. */
  readonly extraBody?: JsonObject | undefined;
  /** Told before each back-off. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Told what is about to be sent; secrets are left out of `headers`. */
  readonly onRequest?:
    | ((request: { url: string; headers: Record<string, string>; body: JsonObject }) => void)
    | undefined;
  /** Told what came back before the body is read. */
  readonly onResponse?: ((response: { status: number; requestId?: string }) => void) | undefined;
}

/**
 * Any object with `stream` is a model. Yielding only the terminal event is enough. A stream never throws: failures are the
 * terminal event `error`.
 */
export interface Model {
  readonly info?: ModelInfo | undefined;
  stream(request: ModelRequest): AsyncIterable<AssistantEvent>;
  /**
   * Does ahead of time what a request that begins like this one will need, so that it is sent sooner. It sends nothing,
   * never throws, and takes time only for what is new since the last request: a long transcript can be handed over in
   * parts, each with more messages than the one before.
   */
  prepare?(request: ModelRequest): void;
}
