import type { JsonObject } from "../../json.ts";
import type { UsageUpdate } from "../../stream/assistant-stream.ts";
import { numberField, objectField } from "../json-fields.ts";

/**
 * Tokens as the chat wires count them. The prompt's count includes what came from the cache and what was written to
 * it, except on servers where the cache alone holds more than the prompt. Reasoning is part of the completion, except
 * where the total shows that it is not.
 */
export function chatUsage(usage: JsonObject): UsageUpdate {
  const promptDetails = objectField(usage["prompt_tokens_details"]);
  const prompt = numberField(usage["prompt_tokens"]) ?? 0;
  const completion = numberField(usage["completion_tokens"]) ?? 0;
  const cacheRead =
    numberField(promptDetails["cached_tokens"]) ??
    numberField(usage["prompt_cache_hit_tokens"]) ??
    numberField(usage["cached_tokens"]) ??
    numberField(usage["num_cached_tokens"]) ??
    0;
  const cacheWrite = numberField(promptDetails["cache_write_tokens"]) ?? 0;
  const rest = prompt - cacheRead - cacheWrite;
  const reasoning = numberField(
    objectField(usage["completion_tokens_details"])["reasoning_tokens"],
  );
  const total = numberField(usage["total_tokens"]) ?? 0;
  const isBeside = reasoning !== undefined && total >= prompt + completion + reasoning;
  const output = isBeside ? completion + reasoning : completion;
  return {
    input: rest < 0 ? prompt : rest,
    output,
    cacheRead,
    cacheWrite,
    ...(reasoning !== undefined && { reasoning: Math.min(reasoning, output) }),
  };
}
