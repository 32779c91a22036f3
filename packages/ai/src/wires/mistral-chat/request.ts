import type { JsonObject, JsonValue } from "../../json.ts";
import type { ModelRequest } from "../../model.ts";
import type { PortableAssistant } from "../../transcript/portable-message.ts";
import type { ChatCompat } from "../chat/compat.ts";
import { responseFormatFields, samplingFields, systemText, toolFields } from "../chat/fields.ts";
import { chatMessagesOf } from "../chat/transcript.ts";
import type { Compat } from "../compat.ts";
import { dataUrl } from "../content.ts";
import { effortWord } from "../effort-word.ts";
import { replyLimit } from "../reply-limit.ts";
import { BEARER, requestHeaders } from "../request-headers.ts";
import { nineCharacterId } from "../tool-call-ids.ts";
import { serverUrl } from "../url.ts";
import type { WireRequest, WireTarget } from "../wire.ts";

/** The wire's name in `createModel`, and the `api` of the messages it produces. */
export const MISTRAL_API = "mistral-chat";

/** What Mistral's own server wants: results name their tool, and no user message follows a result. */
const OWN: ChatCompat = {
  toolResultImages: "inline",
  toolResultName: true,
  assistantAfterToolResults: true,
};

/** A request of Mistral's chat endpoint. It refuses fields it does not know. Pure: the request is never changed. */
export function mistralRequest(request: ModelRequest, target: WireTarget): WireRequest {
  const compat: Compat = { ...OWN, ...target.compat };
  const limit = replyLimit(request.maxTokens, target.maxOutput);
  return {
    url: serverUrl(target.baseUrl, compat.basePath ?? "/v1", "/chat/completions"),
    headers: requestHeaders(target, BEARER),
    body: {
      model: target.model,
      stream: true,
      messages: messageFields(request, target, compat),
      ...(limit !== undefined && { max_tokens: limit }),
      ...toolFields(request, compat, "any"),
      ...responseFormatFields(request, compat),
      ...samplingFields(request, compat),
      ...thinkingFields(request, compat),
      ...request.extraBody,
    },
  };
}

function messageFields(request: ModelRequest, target: WireTarget, compat: Compat): JsonObject[] {
  const system = systemText(request, compat);
  const reader = {
    api: MISTRAL_API,
    model: target.model,
    provider: target.provider,
    memory: target.memory,
    supportsImages: compat.supportsImages,
    toolCallId: nineCharacterId,
  };
  const messages = chatMessagesOf(request.messages, reader, {
    compat,
    imagePart: (image) => ({ type: "image_url", image_url: dataUrl(image) }),
    replyFields: (message, text) => ({ content: replyContent(message, text) }),
  });
  return system === undefined ? messages : [{ role: "system", content: system }, ...messages];
}

/** The model's own reasoning goes back as parts of the content, in order. */
function replyContent({ content, isOwn }: PortableAssistant, text: string): JsonValue {
  const hasThinking = content.some((block) => block.type === "thinking" && block.thinking !== "");
  if (!isOwn || !hasThinking) return text;
  return content.flatMap((block): JsonObject[] => {
    if (block.type === "text") return [{ type: "text", text: block.text }];
    if (block.type !== "thinking" || block.thinking === "") return [];
    return [{ type: "thinking", thinking: [{ type: "text", text: block.thinking }] }];
  });
}

function thinkingFields({ thinking: level }: ModelRequest, compat: Compat): JsonObject {
  if (level === undefined || compat.mistralThinking === undefined) return {};
  if (compat.mistralThinking === "prompt_mode") {
    return level === "off" ? {} : { prompt_mode: "reasoning" };
  }
  const word = effortWord(level, compat);
  return typeof word === "string" ? { reasoning_effort: word } : {};
}
