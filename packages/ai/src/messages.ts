import type { JsonObject, JsonValue } from "./json.ts";

/** Words. `textSignature` is an opaque token some providers want back unchanged. */
export interface TextContent {
  type: "text";
  text: string;
  textSignature?: string;
}

/**
 * A model's reasoning. `thinkingSignature` is the provider's proof that it wrote the block and must go back
 * unchanged to the same model. When `redacted`, `thinking` is empty and the signature holds the encrypted text.
 */
export interface ThinkingContent {
  type: "thinking";
  thinking: string;
  thinkingSignature?: string;
  redacted?: boolean;
}

/** A picture: `data` is base64 without a `data:` prefix, `mimeType` such as `image/png`. */
export interface ImageContent {
  type: "image";
  data: string;
  mimeType: string;
}

/**
 * A request to run one tool. `argumentsError` is present when the model's argument text was no JSON object; it holds
 * that text, `arguments` is then `{}`, and the call is answered with an error instead of being run. `thoughtSignature`
 * is an opaque token some providers want back unchanged.
 */
export interface ToolCall {
  type: "toolCall";
  id: string;
  name: string;
  arguments: JsonObject;
  argumentsError?: string;
  thoughtSignature?: string;
}

/** What a reply is made of, in the order in which it was said. */
export type AssistantContent = TextContent | ThinkingContent | ToolCall;

/** Money in US dollars. Absent where a price is not known: unknown is not zero. */
export interface Cost {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  total: number;
}

/**
 * Tokens as the wire gave them. `input` excludes what was read from or written to a cache; `output` includes
 * `reasoning`; `totalTokens` is `input`, `output`, `cacheRead` and `cacheWrite` together.
 */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning?: number;
  totalTokens: number;
  cost?: Cost;
}

/**
 * Why a reply ended. `error`: a provider or the loop failed. `aborted`: a person, or the caller, stopped it.
 * The two are different news and are never mixed up.
 */
export type StopReason = "stop" | "length" | "toolUse" | "error" | "aborted";

/** News about a failure for programs; `type` says what the other fields mean. */
export interface Diagnostic {
  type: string;
  [key: string]: JsonValue;
}

/** What a person says. */
export interface UserMessage {
  role: "user";
  content: string | (TextContent | ImageContent)[];
  /** Milliseconds since 1970. */
  timestamp: number;
}

/**
 * One reply. Only `role`, `content` and `stopReason` have to be there: a model object of your own may leave out the
 * rest, and the loop fills in what it knows.
 */
export interface AssistantMessage {
  role: "assistant";
  content: AssistantContent[];
  /** The wire that carried the reply, such as `anthropic-messages`. */
  api?: string;
  provider?: string;
  model?: string;
  responseId?: string;
  usage?: Usage;
  stopReason: StopReason;
  /** For people. Present when `stopReason` is `error` or `aborted`. */
  errorMessage?: string;
  /** For programs. */
  diagnostics?: Diagnostic[];
  /** Milliseconds since 1970. */
  timestamp?: number;
}

/** What one tool call came to. It follows the reply that holds the call of that id. */
export interface ToolResultMessage {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  /** Structured news for frontends; a model never sees it. */
  details?: JsonValue;
  /** The tool could not do its job. A command that ran and failed is news, not an error. */
  isError: boolean;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** A shell command that the user ran; shown to a model as user text unless `excludeFromContext`. */
export interface BashExecutionMessage {
  role: "bashExecution";
  command: string;
  output: string;
  exitCode?: number;
  cancelled: boolean;
  truncated: boolean;
  /** Where the whole output is, when `output` is a part of it. */
  fullOutputPath?: string;
  excludeFromContext?: boolean;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** A message an application put into the session; shown to a model as user text. */
export interface CustomMessage {
  role: "custom";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  /** Whether frontends show it. */
  display: boolean;
  /** For programs; a model never sees it. */
  details?: JsonValue;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** What happened on a branch that was left; shown to a model as user text. */
export interface BranchSummaryMessage {
  role: "branchSummary";
  summary: string;
  /** The session entry at which the branch was left. */
  fromId: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** What older messages said, in place of them; shown to a model as user text. */
export interface CompactionSummaryMessage {
  role: "compactionSummary";
  summary: string;
  /** Tokens of the transcript before it was summed up. */
  tokensBefore: number;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** Roles that live in sessions only and reach a model as user text. */
export type SessionMessage =
  | BashExecutionMessage
  | CustomMessage
  | BranchSummaryMessage
  | CompactionSummaryMessage;

/** A message is plain JSON, told apart by `role`. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage | SessionMessage;

/** The answer text of a message: its text blocks joined, thinking and tool calls left out. */
export function textOf(message: Message): string {
  switch (message.role) {
    case "user":
    case "assistant":
    case "toolResult":
    case "custom":
      return contentText(message.content);
    case "bashExecution":
      return message.output;
    case "branchSummary":
    case "compactionSummary":
      return message.summary;
  }
}

/** The calls a reply asks for, in order. Derived from `content` every time, never stored a second time. */
export function toolCalls(message: Message): ToolCall[] {
  return message.role === "assistant"
    ? message.content.filter((block) => block.type === "toolCall")
    : [];
}

/** A user message out of text or of content blocks. `timestamp` defaults to now. */
export function userMessage(
  content: string | (TextContent | ImageContent)[],
  timestamp: number = Date.now(),
): UserMessage {
  return { role: "user", content, timestamp };
}

/** A failure as it is written into the record: an empty reply that says what went wrong. */
export function failedMessage(
  text: string,
  stopReason: "error" | "aborted" = "error",
): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    stopReason,
    errorMessage: text,
    timestamp: Date.now(),
  };
}

function contentText(content: string | readonly (AssistantContent | ImageContent)[]): string {
  if (typeof content === "string") return content;
  let text = "";
  for (const block of content) if (block.type === "text") text += block.text;
  return text;
}
