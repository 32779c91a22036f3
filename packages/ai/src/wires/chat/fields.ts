import type { JsonObject, JsonValue } from "../../json.ts";
import type { ModelRequest, ToolDefinition } from "../../model.ts";
import type { ChatCompat } from "./compat.ts";

type ToolChoice = NonNullable<ModelRequest["toolChoice"]>;

/** `tools`, `tool_choice` and `parallel_tool_calls`. `required` is the wire's word for “one of the tools”. */
export function toolFields(
  { tools = [], toolChoice }: ModelRequest,
  { supportsToolChoice = true, parallelToolCalls }: ChatCompat,
  required: "required" | "any",
): JsonObject {
  if (tools.length === 0 || (!supportsToolChoice && toolChoice === "none")) return {};
  return {
    tools: tools.map(toolField),
    ...(toolChoice !== undefined &&
      supportsToolChoice && { tool_choice: toolChoiceField(toolChoice, required) }),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  };
}

function toolField({ name, description, parameters }: ToolDefinition): JsonObject {
  return {
    type: "function",
    function: { name, description, parameters: { type: "object", ...parameters } },
  };
}

function toolChoiceField(choice: ToolChoice, required: string): JsonValue {
  if (typeof choice !== "string") return { type: "function", function: { name: choice.name } };
  return choice === "required" ? required : choice;
}

/** `response_format`, as far as the server knows it. */
export function responseFormatFields(
  { responseFormat: wanted }: ModelRequest,
  { responseFormat = "json_schema" }: ChatCompat,
): JsonObject {
  if (wanted === undefined || responseFormat === "none") return {};
  if (responseFormat === "json_object") return { response_format: { type: "json_object" } };
  const { name, schema, strict } = wanted;
  const format = { name, schema, ...(strict !== undefined && { strict }) };
  return { response_format: { type: "json_schema", json_schema: format } };
}

/** The system prompt. A schema that the server cannot enforce is told in words. */
export function systemText(
  { system = "", responseFormat: wanted }: ModelRequest,
  { responseFormat = "json_schema" }: ChatCompat,
): string | undefined {
  const parts = system.trim() === "" ? [] : [system];
  if (wanted !== undefined && responseFormat !== "json_schema") {
    const schema = JSON.stringify(wanted.schema);
    parts.push(`Answer with one JSON object that follows this JSON Schema:\n${schema}`);
  }
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/** `temperature` and `stop`. */
export function samplingFields(
  { temperature, stop = [] }: ModelRequest,
  { supportsTemperature = true, supportsStop = true }: ChatCompat,
): JsonObject {
  const texts = supportsStop ? stop.filter((text) => text !== "") : [];
  return {
    ...(temperature !== undefined && supportsTemperature && { temperature }),
    ...(texts.length > 0 && { stop: texts }),
  };
}
