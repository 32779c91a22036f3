import { fnv1a } from "../fnv1a.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  SessionMessage,
  TextContent,
} from "../messages.ts";
import type { ModelRequest } from "../model.ts";
import { sessionContent } from "../transcript/session-text.ts";
import { scrubbed, type Scrub } from "./scrub.ts";

/** One request and its reply. Plain JSON without secrets, made to be read and edited. */
export interface Exchange {
  /** What the model was shown, and nothing else: see `renderRequest`. */
  readonly request: JsonObject;
  /** The final message of the reply, also of one that failed. */
  readonly response: AssistantMessage;
}

/** Exchanges in the order in which they ended. */
export type Cassette = readonly Exchange[];

/** What is done to exchanges before they are kept or compared. */
export interface CassetteOptions {
  /**
   * Applied to every text of requests and replies on top of what is always taken out: the place to replace temporary
   * paths, dates, and secrets of your own. Give the same function to recording and replaying.
   */
  readonly scrub?: Scrub | undefined;
}

/**
 * A request as it is recorded and compared: everything a model is shown, in one order. Left out is what differs from run
 * to run without being seen by a model: timestamps, usage, details, signal, callbacks, `sessionId`. Pictures are told
 * by their size and a checksum. Secrets are taken out, and `scrub` is applied to every text.
 */
export function renderRequest(request: ModelRequest, scrub?: Scrub): JsonObject {
  const { toolChoice, responseFormat, maxTokens, temperature, thinking, extraBody } = request;
  const rendered: JsonObject = {
    ...(request.system !== undefined && { system: request.system }),
    messages: request.messages.map(renderMessage),
    ...(request.tools !== undefined && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        name,
        description,
        parameters,
      })),
    }),
    ...(toolChoice !== undefined && {
      toolChoice: typeof toolChoice === "string" ? toolChoice : { name: toolChoice.name },
    }),
    ...(responseFormat !== undefined && {
      responseFormat: { name: responseFormat.name, schema: responseFormat.schema },
    }),
    ...(request.stop !== undefined && { stop: [...request.stop] }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(thinking !== undefined && { thinking }),
    ...(extraBody !== undefined && { extraBody }),
  };
  return scrubbed(rendered, scrub);
}

function renderMessage(message: Message): JsonObject {
  switch (message.role) {
    case "user":
      return { role: "user", content: renderContent(message.content) };
    case "assistant":
      return { role: "assistant", content: message.content.map(renderBlock) };
    case "toolResult": {
      const { toolCallId, toolName, isError } = message;
      const content = renderContent(message.content);
      return { role: "toolResult", toolCallId, toolName, isError, content };
    }
    case "custom":
    case "bashExecution":
    case "branchSummary":
    case "compactionSummary":
      return renderSessionMessage(message);
  }
}

/** Session-only messages as the user text that a model is shown. */
function renderSessionMessage(message: SessionMessage): JsonObject {
  return { role: message.role, content: renderContent(sessionContent(message)) };
}

function renderContent(content: string | readonly (TextContent | ImageContent)[]): JsonValue {
  return typeof content === "string" ? content : content.map(renderBlock);
}

function renderBlock(block: AssistantContent | ImageContent): JsonObject {
  if (block.type !== "image") return { ...block };
  const { type, mimeType, data } = block;
  return { type, mimeType, data: `${data.length} base64 characters, checksum ${fnv1a(data)}` };
}
