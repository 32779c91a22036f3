import type { JsonObject } from "../../json.ts";
import type { ModelRequest } from "../../model.ts";
import { responseFormatFields, samplingFields, systemText, toolFields } from "../chat/fields.ts";
import { chatMessagesOf } from "../chat/transcript.ts";
import type { Compat } from "../compat.ts";
import { dataUrl } from "../content.ts";
import { replyLimit } from "../reply-limit.ts";
import { BEARER, requestHeaders } from "../request-headers.ts";
import { sessionFields } from "../session-fields.ts";
import { shortToolCallId } from "../tool-call-ids.ts";
import { serverUrl } from "../url.ts";
import type { WireRequest, WireTarget } from "../wire.ts";
import { reasoningFields, thinkingFields } from "./thinking.ts";

/** The wire's name in `createModel`, and the `api` of the messages it produces. */
export const COMPLETIONS_API = "openai-completions";

/** A request of the Chat Completions API. Pure: the request is read and never changed. */
export function completionsRequest(request: ModelRequest, target: WireTarget): WireRequest {
  const { compat = {} } = target;
  const session = sessionFields(request.sessionId, compat);
  return {
    url: serverUrl(target.baseUrl, compat.basePath ?? "/v1", "/chat/completions"),
    headers: requestHeaders(target, BEARER, session.headers),
    body: {
      model: target.model,
      stream: true,
      ...(compat.supportsStreamUsage !== false && { stream_options: { include_usage: true } }),
      ...(compat.store !== undefined && { store: compat.store }),
      messages: messageFields(request, target, compat),
      ...limitFields(request, target, compat),
      ...toolFields(request, compat, "required"),
      ...responseFormatFields(request, compat),
      ...samplingFields(request, compat),
      ...thinkingFields(request.thinking, compat),
      ...session.body,
      ...compat.bodyFields,
      ...request.extraBody,
    },
  };
}

function messageFields(request: ModelRequest, target: WireTarget, compat: Compat): JsonObject[] {
  const { systemRole: role = "system", maxToolCallIdLength = 64 } = compat;
  const system = systemText(request, compat);
  const reader = {
    api: COMPLETIONS_API,
    model: target.model,
    provider: target.provider,
    memory: target.memory,
    supportsImages: compat.supportsImages,
    toolCallId: (id: string) => shortToolCallId(id, maxToolCallIdLength),
  };
  const messages = chatMessagesOf(request.messages, reader, {
    compat,
    imagePart: (image) => ({ type: "image_url", image_url: { url: dataUrl(image) } }),
    replyFields: (message, text) => ({
      content: text === "" ? null : text,
      ...reasoningFields(message, compat),
    }),
  });
  return system === undefined ? messages : [{ role, content: system }, ...messages];
}

function limitFields(
  { maxTokens }: ModelRequest,
  { maxOutput }: WireTarget,
  { maxTokensField = "max_tokens", defaultMaxTokens }: Compat,
): JsonObject {
  const limit = replyLimit(maxTokens ?? defaultMaxTokens, maxOutput);
  return limit === undefined ? {} : { [maxTokensField]: limit };
}
