import type { Wire } from "../wire.ts";
import { ResponsesReader } from "./events.ts";
import { RESPONSES_API, responsesRequest } from "./request.ts";

/** The Responses API of OpenAI and of everybody who speaks it; `compat.ts` tells what differs. */
export const openaiResponses: Wire = {
  name: RESPONSES_API,
  provider: "openai",
  baseUrl: "https://api.openai.com/v1",
  request: responsesRequest,
  reader: (stream) => new ResponsesReader(stream),
};
