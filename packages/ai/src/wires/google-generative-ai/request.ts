import type { JsonObject } from "../../json.ts";
import type { ModelRequest, ToolDefinition } from "../../model.ts";
import type { Compat } from "../compat.ts";
import { replyLimit } from "../reply-limit.ts";
import { requestHeaders } from "../request-headers.ts";
import type { WireRequest, WireTarget } from "../wire.ts";
import { googleSchema } from "./schema.ts";
import { generationOf, thinkingConfig, thinkingStyle } from "./thinking.ts";
import { googleContents } from "./transcript.ts";

/** The wire's name in `createModel`, and the `api` of the messages it produces. */
export const GOOGLE_API = "google-generative-ai";
/** Where the wire's own provider is. */
export const GOOGLE_BASE_URL = "https://generativelanguage.googleapis.com";

/** The API takes no more. */
const MAX_STOP_TEXTS = 5;

/** A request of the Generative Language API. Pure: the request is read and never changed. The key is in a header. */
export function googleRequest(request: ModelRequest, target: WireTarget): WireRequest {
  return {
    url: urlOf(target),
    headers: requestHeaders(target, { name: "x-goog-api-key" }),
    body: bodyOf(request, target, target.compat ?? {}),
  };
}

/** A base URL may come with the API's version or without. A model's name may come with its collection. */
function urlOf({ baseUrl, model }: WireTarget): string {
  const base = baseUrl.trim().replace(/\/+$/, "");
  const versioned = /\/v\d+\w*$/.test(base) ? base : `${base}/v1beta`;
  const path = model.includes("/") ? model : `models/${model}`;
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return `${versioned}/${encoded}:streamGenerateContent?alt=sse`;
}

function bodyOf(request: ModelRequest, target: WireTarget, compat: Compat): JsonObject {
  const { system } = request;
  const isLatest = generationOf(target.model) >= 3;
  const reader = {
    api: GOOGLE_API,
    model: target.model,
    provider: target.provider,
    memory: target.memory,
    supportsImages: compat.supportsImages,
  };
  const dialect = {
    hasCallIds: compat.functionCallIds !== false,
    imagesInResponse: compat.imagesInFunctionResponse ?? isLatest,
    needsSignatures: isLatest,
  };
  const generationConfig = generationFields(request, target, compat);
  return {
    ...(system !== undefined &&
      system.trim() !== "" && { systemInstruction: { parts: [{ text: system }] } }),
    contents: googleContents(request.messages, reader, dialect),
    ...toolFields(request),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
    ...request.extraBody,
  };
}

function generationFields(request: ModelRequest, target: WireTarget, compat: Compat): JsonObject {
  const { temperature, responseFormat } = request;
  const limit = replyLimit(request.maxTokens, target.maxOutput);
  const stop = request.stop?.filter((text) => text !== "").slice(0, MAX_STOP_TEXTS) ?? [];
  const schema = responseFormat === undefined ? undefined : googleSchema(responseFormat.schema);
  const thinking = thinkingConfig(target.model, request.thinking, {
    style: compat.googleThinking ?? thinkingStyle(target.model),
    words: compat.thinkingLevels,
  });
  return {
    ...(limit !== undefined && { maxOutputTokens: limit }),
    ...(temperature !== undefined && compat.supportsTemperature !== false && { temperature }),
    ...(stop.length > 0 && { stopSequences: stop }),
    ...(responseFormat !== undefined && { responseMimeType: "application/json" }),
    ...(schema !== undefined && { responseSchema: schema }),
    ...(thinking !== undefined && { thinkingConfig: thinking }),
  };
}

function toolFields({ tools = [], toolChoice }: ModelRequest): JsonObject {
  if (tools.length === 0) return {};
  return {
    tools: [{ functionDeclarations: tools.map(declaration) }],
    ...(toolChoice !== undefined && {
      toolConfig: { functionCallingConfig: callingConfig(toolChoice) },
    }),
  };
}

function declaration({ name, description, parameters }: ToolDefinition): JsonObject {
  const schema = googleSchema(parameters);
  return { name, description, ...(schema !== undefined && { parameters: schema }) };
}

function callingConfig(choice: NonNullable<ModelRequest["toolChoice"]>): JsonObject {
  if (typeof choice !== "string") return { mode: "ANY", allowedFunctionNames: [choice.name] };
  return { mode: { auto: "AUTO", none: "NONE", required: "ANY" }[choice] };
}
