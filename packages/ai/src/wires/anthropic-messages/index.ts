import type { Wire } from "../wire.ts";
import { ANTHROPIC_API, ANTHROPIC_BASE_URL, anthropicRequest } from "./request.ts";
import { AnthropicReader } from "./events.ts";

/** The Messages API of Anthropic and of everybody who speaks it. */
export const anthropicMessages: Wire = {
  name: ANTHROPIC_API,
  provider: "anthropic",
  baseUrl: ANTHROPIC_BASE_URL,
  request: anthropicRequest,
  reader: (stream) => new AnthropicReader(stream),
};
