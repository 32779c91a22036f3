import { ChatReader } from "../chat/reader.ts";
import type { Wire } from "../wire.ts";
import { COMPLETIONS_API, completionsRequest } from "./request.ts";

/** The Chat Completions API of OpenAI and of the many servers that speak it; `compat.ts` tells what differs. */
export const openaiCompletions: Wire = {
  name: COMPLETIONS_API,
  provider: "openai",
  baseUrl: "https://api.openai.com/v1",
  request: completionsRequest,
  reader: (stream, context) => new ChatReader(stream, context),
};
