import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { ToolDefinition } from "../../model.ts";
import { parseToolArguments } from "../../stream/tool-arguments.ts";
import { objectField } from "../json-fields.ts";

/** A call that a model printed as text. */
export interface PrintedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** One way in which models print calls. */
export interface CallFormat {
  readonly open: string;
  /** Without one the calls go on to the end of the reply. */
  readonly close?: string;
  /** The calls between the marks; `undefined` when what is there is something else. */
  readonly parse: (body: string, tools: readonly ToolDefinition[]) => PrintedCall[] | undefined;
}

/** Hermes, Qwen, Mistral and Llama, in this order. */
export const CALL_FORMATS: readonly CallFormat[] = [
  {
    open: "<tool_call>",
    close: "</tool_call>",
    parse: (body, tools) =>
      body.trimStart().startsWith("<function=") ? markupCalls(body, tools) : jsonCalls(body),
  },
  {
    open: "<function=",
    close: "</function>",
    parse: (body, tools) => markupCalls(`<function=${body}</function>`, tools),
  },
  { open: "[TOOL_CALLS]", parse: mistralCalls },
  {
    open: "<|python_tag|>",
    parse: (body) => jsonCalls(body.replaceAll(/<\|e(?:om|ot)_id\|>/g, "")),
  },
];

/** One object, an array, or objects separated by line ends or semicolons. */
function jsonCalls(body: string): PrintedCall[] | undefined {
  const whole = parseJson(body);
  if (Array.isArray(whole)) return all(whole.map(callOf));
  const texts = whole === undefined ? body.split(/(?:;|\n)\s*(?=\{)/) : [body];
  return all(texts.map((text) => callOf(parseJson(text))));
}

function callOf(value: JsonValue | undefined): PrintedCall | undefined {
  if (!isJsonObject(value)) return undefined;
  const inner = objectField(value["function"]);
  const { name } = typeof value["name"] === "string" ? value : inner;
  const given =
    value["arguments"] ?? value["parameters"] ?? inner["arguments"] ?? inner["parameters"] ?? {};
  const parsed =
    typeof given === "string"
      ? parseToolArguments(given)
      : { arguments: given, argumentsError: undefined };
  if (typeof name !== "string" || parsed.argumentsError !== undefined) return undefined;
  return isJsonObject(parsed.arguments) ? { name, arguments: parsed.arguments } : undefined;
}

/** `[{…}]`, `name{…}` or `name[ARGS]{…}`; the mark may come again before each call. */
function mistralCalls(body: string): PrintedCall[] | undefined {
  const texts = body.replace(/<\/s>\s*$/, "").split("[TOOL_CALLS]");
  const calls = texts.map((text): PrintedCall[] | undefined => {
    if (/^\s*[[{]/.test(text)) return jsonCalls(text);
    const [, name, given] =
      /^\s*([\w.-]+)\s*(?:\[CALL_ID\][\w-]*)?(?:\[ARGS\])?\s*(\{[^]*)$/.exec(text) ?? [];
    const value = given === undefined ? undefined : parseJson(given);
    return name !== undefined && isJsonObject(value) ? [{ name, arguments: value }] : undefined;
  });
  return all(calls)?.flat();
}

/** `<function=name><parameter=key>value</parameter></function>`. */
function markupCalls(body: string, tools: readonly ToolDefinition[]): PrintedCall[] | undefined {
  const found = [...body.matchAll(/<function=([^>\s]+)>([^]*?)<\/function>/g)];
  const calls = found.map(([, name = "", inner = ""]): PrintedCall => {
    const tool = tools.find((one) => one.name === name);
    const properties = objectField(tool?.parameters["properties"]);
    const given: JsonObject = {};
    for (const [, key = "", text = ""] of inner.matchAll(
      /<parameter=([^>\s]+)>([^]*?)<\/parameter>/g,
    )) {
      given[key] = parameterValue(text, objectField(properties[key])["type"]);
    }
    return { name, arguments: given };
  });
  return calls.length === 0 ? undefined : calls;
}

/** The text between the marks, without the line ends next to them; another value where the schema wants one. */
function parameterValue(text: string, type: JsonValue | undefined): JsonValue {
  const inner = text.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
  return type === undefined || type === "string" ? inner : (parseJson(inner) ?? inner);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    // Not JSON: whoever asks has another reading, or takes it for text.
    return undefined;
  }
}

/** The values, if there is at least one and none is missing. */
function all<Value>(values: readonly (Value | undefined)[]): Value[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 || known.length < values.length ? undefined : known;
}
