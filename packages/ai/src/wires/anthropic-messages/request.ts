import type { JsonObject, JsonValue } from "../../json.ts";
import type { ModelRequest, ThinkingLevel, ToolDefinition } from "../../model.ts";
import { joinUrl, mergeHeaders } from "../address.ts";
import type { WireRequest, WireTarget } from "../wire.ts";
import { anthropicMessagesOf } from "./transcript.ts";

/** The wire's name in `createModel`, and the `api` of the messages it produces. */
export const ANTHROPIC_API = "anthropic-messages";
export const ANTHROPIC_BASE_URL = "https://api.anthropic.com";

const DEFAULT_MAX_TOKENS = 16_000;
/** Tokens that are left for the answer beside the largest thinking budget. */
const MIN_ANSWER_TOKENS = 8_192;
const MIN_BUDGET_TOKENS = 1_024;

const BUDGETS: Readonly<Record<Exclude<ThinkingLevel, "off">, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 4_096,
  high: 8_192,
  xhigh: 16_384,
  max: 32_000,
};

/** A request of the Messages API. Pure: the request is read and never changed. */
export function anthropicRequest(request: ModelRequest, target: WireTarget): WireRequest {
  const limits = tokenLimits(request, target);
  const { temperature, responseFormat, system } = request;
  const stop = request.stop?.filter((text) => text.trim() !== "") ?? [];
  return {
    url: joinUrl(target.baseUrl, "/v1", "/messages"),
    headers: mergeHeaders(
      {
        accept: "text/event-stream",
        "anthropic-version": "2023-06-01",
        "content-type": "application/json",
        ...(target.apiKey !== undefined && { "x-api-key": target.apiKey }),
      },
      target.headers,
    ),
    body: {
      model: target.model,
      stream: true,
      ...limits,
      ...(system !== undefined && system.trim() !== "" && { system }),
      messages: anthropicMessagesOf(request.messages, { api: ANTHROPIC_API, model: target.model }),
      ...toolFields(request),
      ...(stop.length > 0 && { stop_sequences: stop }),
      // The API takes no other temperature than its default together with thinking.
      ...(temperature !== undefined && limits["thinking"] === undefined && { temperature }),
      ...(responseFormat !== undefined && {
        output_config: { format: { type: "json_schema", schema: responseFormat.schema } },
      }),
      ...request.extraBody,
    },
  };
}

/** `max_tokens` has to be larger than the thinking budget, which counts towards it. */
function tokenLimits(request: ModelRequest, target: WireTarget): JsonObject {
  const ceiling = target.maxOutput ?? Infinity;
  const wanted = request.maxTokens ?? DEFAULT_MAX_TOKENS;
  const level = request.thinking ?? "off";
  if (level === "off" || !canThink(request)) return { max_tokens: Math.min(wanted, ceiling) };
  const answer = Math.min(wanted, MIN_ANSWER_TOKENS);
  const maxTokens = Math.min(Math.max(wanted, BUDGETS[level] + answer), ceiling);
  const budget = Math.min(BUDGETS[level], maxTokens - MIN_BUDGET_TOKENS);
  if (budget < MIN_BUDGET_TOKENS) return { max_tokens: maxTokens };
  return { max_tokens: maxTokens, thinking: { type: "enabled", budget_tokens: budget } };
}

/** A forced tool call excludes thinking. */
function canThink({ toolChoice, tools = [] }: ModelRequest): boolean {
  const isForced = toolChoice !== undefined && toolChoice !== "auto" && toolChoice !== "none";
  return !isForced || tools.length === 0;
}

function toolFields({ tools = [], toolChoice }: ModelRequest): JsonObject {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(toolField),
    ...(toolChoice !== undefined && { tool_choice: toolChoiceField(toolChoice) }),
  };
}

function toolField({ name, description, parameters }: ToolDefinition): JsonObject {
  return { name, description, input_schema: { type: "object", ...parameters } };
}

function toolChoiceField(choice: NonNullable<ModelRequest["toolChoice"]>): JsonValue {
  if (typeof choice !== "string") return { type: "tool", name: choice.name };
  return { type: choice === "required" ? "any" : choice };
}
