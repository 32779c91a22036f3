export { startModelServer } from "./model-server.ts";
export type { ModelServer, ModelServerOptions } from "./model-server.ts";
export type { RecordedRequest } from "./recorded-request.ts";
export { inPieces } from "./turn.ts";
export type { BodyPart, Ending, EventStreamTurn, ModelTurn, Pause, ScriptedTurn } from "./turn.ts";
export {
  anthropicError,
  anthropicHttpError,
  anthropicReply,
  anthropicText,
  anthropicThinking,
  anthropicToolCall,
} from "./anthropic-messages.ts";
export type {
  AnthropicBlock,
  AnthropicReplyOptions,
  AnthropicToolUse,
} from "./anthropic-messages.ts";
