import { ChatReader } from "../chat/reader.ts";
import type { Wire } from "../wire.ts";
import { MISTRAL_API, mistralRequest } from "./request.ts";

/** Mistral's chat endpoint: a relative of Chat Completions with parts of its own for thinking. */
export const mistralChat: Wire = {
  name: MISTRAL_API,
  provider: "mistral",
  baseUrl: "https://api.mistral.ai/v1",
  request: mistralRequest,
  reader: (stream, context) => new ChatReader(stream, context),
};
