import type { JsonObject, JsonValue } from "../../json.ts";
import type { ModelRequest, ThinkingLevel, ToolDefinition } from "../../model.ts";
import { commonEfforts, knownLevel } from "../../thinking-levels.ts";
import type { Compat } from "../compat.ts";
import { requestHeaders } from "../request-headers.ts";
import { joinUrl } from "../url.ts";
import type { WireRequest, WireTarget } from "../wire.ts";
import { withCacheMarkers } from "./cache-markers.ts";
import { anthropicTurns } from "./transcript.ts";

/** The wire's name in `createModel`, and the `api` of the messages it produces. */
export const ANTHROPIC_API = "anthropic-messages";
/** Where the wire's own provider is. */
export const ANTHROPIC_BASE_URL = "https://api.anthropic.com";

const DEFAULT_MAX_TOKENS = 16_000;
/** Tokens that are left for the answer beside the largest thinking budget. */
const MIN_ANSWER_TOKENS = 8_192;
const MIN_BUDGET_TOKENS = 1_024;

type ActiveLevel = Exclude<ThinkingLevel, "off">;

const BUDGETS: Readonly<Record<ActiveLevel, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 4_096,
  high: 8_192,
  xhigh: 16_384,
  max: 32_000,
};

/** A request of the Messages API. Pure: the request is read and never changed. */
export function anthropicRequest(request: ModelRequest, target: WireTarget): WireRequest {
  return {
    url: joinUrl(target.baseUrl, "/v1", "/messages"),
    headers: requestHeaders(target, { name: "x-api-key" }, { "anthropic-version": "2023-06-01" }),
    body: bodyOf(request, target, target.compat ?? {}),
  };
}

function bodyOf(request: ModelRequest, target: WireTarget, compat: Compat): JsonObject {
  const { temperature, toolChoice } = request;
  const thinking = thinkingPlan(request, target, compat);
  const reader = {
    api: ANTHROPIC_API,
    model: target.model,
    provider: target.provider,
    memory: target.memory,
    supportsImages: compat.supportsImages,
  };
  const { system, tools, messages } = withCacheMarkers(
    {
      system: request.system?.trim() === "" ? "" : (request.system ?? ""),
      tools: (request.tools ?? []).map(toolField),
      messages: anthropicTurns(request.messages, reader, compat),
    },
    compat,
  );
  const stop = request.stop?.filter((text) => text.trim() !== "") ?? [];
  // The API takes no other temperature than its default together with thinking.
  const takesTemperature = !thinking.isOn && compat.supportsTemperature !== false;
  const output = outputConfig(request, thinking);
  return {
    model: target.model,
    stream: true,
    ...(system.length > 0 && { system }),
    messages,
    // What a turn may choose anew comes last: the bytes before the newest message stay those of the request before.
    ...(tools.length > 0 && { tools }),
    max_tokens: thinking.maxTokens,
    ...(thinking.field !== undefined && { thinking: thinking.field }),
    ...(tools.length > 0 &&
      toolChoice !== undefined && { tool_choice: toolChoiceField(toolChoice) }),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...(temperature !== undefined && takesTemperature && { temperature }),
    ...(output !== undefined && { output_config: output }),
    ...request.extraBody,
  };
}

interface ThinkingPlan {
  readonly maxTokens: number;
  readonly isOn: boolean;
  /** The field `thinking`. */
  readonly field?: JsonObject;
  readonly effort?: string;
}

/** What is thought counts towards `max_tokens`, which has to be larger. */
function thinkingPlan(request: ModelRequest, target: WireTarget, compat: Compat): ThinkingPlan {
  const ceiling = target.maxOutput ?? Infinity;
  const wanted = request.maxTokens ?? DEFAULT_MAX_TOKENS;
  const words = compat.thinkingLevels;
  const isAdaptive = compat.forceAdaptiveThinking === true;
  const level = canThink(request) ? knownLevel(request.thinking ?? "off", words) : "off";
  if (level === "off") {
    const canBeOff = isAdaptive && words?.off !== null;
    return {
      maxTokens: Math.min(wanted, ceiling),
      isOn: false,
      ...(canBeOff && { field: { type: "disabled" } }),
    };
  }
  const answer = Math.min(wanted, MIN_ANSWER_TOKENS);
  const maxTokens = Math.min(Math.max(wanted, BUDGETS[level] + answer), ceiling);
  if (isAdaptive) {
    const field = { type: "adaptive", display: "summarized" };
    return { maxTokens, isOn: true, field, effort: words?.[level] ?? commonEfforts[level] };
  }
  const budget = Math.min(BUDGETS[level], maxTokens - MIN_BUDGET_TOKENS);
  if (budget < MIN_BUDGET_TOKENS) return { maxTokens, isOn: false };
  return { maxTokens, isOn: true, field: { type: "enabled", budget_tokens: budget } };
}

function outputConfig(
  { responseFormat }: ModelRequest,
  { effort }: ThinkingPlan,
): JsonObject | undefined {
  if (responseFormat === undefined && effort === undefined) return undefined;
  return {
    ...(effort !== undefined && { effort }),
    ...(responseFormat !== undefined && {
      format: { type: "json_schema", schema: responseFormat.schema },
    }),
  };
}

/** A forced tool call excludes thinking. */
function canThink({ toolChoice, tools = [] }: ModelRequest): boolean {
  const isForced = toolChoice !== undefined && toolChoice !== "auto" && toolChoice !== "none";
  return !isForced || tools.length === 0;
}

function toolField({ name, description, parameters }: ToolDefinition): JsonObject {
  return { name, description, input_schema: { type: "object", ...parameters } };
}

function toolChoiceField(choice: NonNullable<ModelRequest["toolChoice"]>): JsonValue {
  if (typeof choice !== "string") return { type: "tool", name: choice.name };
  return { type: choice === "required" ? "any" : choice };
}
