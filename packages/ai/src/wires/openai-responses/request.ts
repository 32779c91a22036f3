import type { JsonObject, JsonValue } from "../../json.ts";
import type { ModelRequest } from "../../model.ts";
import type { TranscriptReader } from "../../transcript/portable-message.ts";
import type { Compat } from "../compat.ts";
import { effortWord } from "../effort-word.ts";
import { replyLimit } from "../reply-limit.ts";
import { BEARER, requestHeaders } from "../request-headers.ts";
import { sessionFields } from "../session-fields.ts";
import { serverUrl } from "../url.ts";
import type { WireRequest, WireTarget } from "../wire.ts";
import { callIdMaker } from "./call-ids.ts";
import { responsesInput } from "./transcript.ts";

/** The wire's name in `createModel`, and the `api` of the messages it produces. */
export const RESPONSES_API = "openai-responses";

/** A request of the Responses API, with nothing stored on the server. Pure: the request is read and never changed. */
export function responsesRequest(request: ModelRequest, target: WireTarget): WireRequest {
  const { compat = {} } = target;
  const session = sessionFields(request.sessionId, compat);
  return {
    url: serverUrl(target.baseUrl, compat.basePath ?? "/v1", "/responses"),
    headers: requestHeaders(target, BEARER, session.headers),
    body: { ...bodyOf(request, target, compat), ...session.body, ...request.extraBody },
  };
}

function bodyOf(request: ModelRequest, target: WireTarget, compat: Compat): JsonObject {
  const { temperature, responseFormat } = request;
  const system = request.system?.trim() === "" ? undefined : request.system;
  const isMessage = system !== undefined && compat.instructions === false;
  const input = responsesInput(request.messages, readerOf(target, compat), compat);
  const limit = replyLimit(request.maxTokens, target.maxOutput);
  return {
    model: target.model,
    stream: true,
    store: false,
    ...(system !== undefined && !isMessage && { instructions: system }),
    input: isMessage ? [{ role: "system", content: system }, ...input] : input,
    ...toolFields(request, compat),
    ...(limit !== undefined && { max_output_tokens: limit }),
    ...(temperature !== undefined && compat.supportsTemperature !== false && { temperature }),
    ...reasoningFields(request, compat),
    ...(responseFormat !== undefined && { text: { format: formatField(responseFormat) } }),
  };
}

function readerOf(target: WireTarget, compat: Compat): TranscriptReader {
  return {
    api: RESPONSES_API,
    model: target.model,
    provider: target.provider,
    memory: target.memory,
    supportsImages: compat.supportsImages,
    toolCallId: callIdMaker(),
  };
}

function toolFields(
  { tools = [], toolChoice }: ModelRequest,
  { parallelToolCalls }: Compat,
): JsonObject {
  if (tools.length === 0) return {};
  return {
    // Left to itself the API would rewrite a schema to its strict form.
    tools: tools.map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      parameters: { type: "object", ...parameters },
      strict: false,
    })),
    ...(toolChoice !== undefined && { tool_choice: toolChoiceField(toolChoice) }),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  };
}

function toolChoiceField(choice: NonNullable<ModelRequest["toolChoice"]>): JsonValue {
  return typeof choice === "string" ? choice : { type: "function", name: choice.name };
}

/** Reasoning is always asked for in the form in which it can come back, whatever the level. */
function reasoningFields({ thinking: level }: ModelRequest, compat: Compat): JsonObject {
  if (compat.supportsReasoning === false) return {};
  const { encryptedReasoning = true, reasoningSummary: summary = "auto", thinkingFormat } = compat;
  const effort = level === undefined ? undefined : effortWord(level, compat);
  const isAsked = typeof effort === "string" && thinkingFormat !== "none";
  return {
    ...(isAsked && { reasoning: { effort, ...(summary !== null && { summary }) } }),
    ...(encryptedReasoning && { include: ["reasoning.encrypted_content"] }),
  };
}

function formatField({
  name,
  schema,
  strict,
}: NonNullable<ModelRequest["responseFormat"]>): JsonObject {
  return { type: "json_schema", name, schema, ...(strict !== undefined && { strict }) };
}
