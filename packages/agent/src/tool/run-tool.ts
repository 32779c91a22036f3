import { isJsonObject } from "@tau-ts/ai";
import type {
  ImageContent,
  JsonObject,
  JsonValue,
  TextContent,
  ToolCall,
  ToolResultMessage,
} from "@tau-ts/ai";
import { FatalToolError } from "../errors.ts";
import type { HookedCall, ToolHooks } from "../hooks.ts";
import { frozenJson, ownArguments, recorded } from "../recorded.ts";
import { ABANDONED, Gate } from "../stopping/gate.ts";
import { ABORTED, NO_OUTPUT, blockedText, errorText, stoppedText } from "../texts.ts";
import { ArgumentChecker } from "./tool-arguments.ts";
import type { AnyTool, Tool, ToolResult } from "./tool.ts";

/** What one call is run with. Without signals it cannot be stopped; everything else behaves the same. */
export interface RunToolOptions {
  readonly signal?: AbortSignal | undefined;
  readonly abandoned?: AbortSignal | undefined;
  readonly onUpdate?: ((partial: ToolResult) => void) | undefined;
  readonly hooks?: ToolHooks | undefined;
  /** Milliseconds since 1970; stamps the result. */
  readonly now?: (() => number) | undefined;
}

/** What the loop adds to the options of a call. */
export interface SettleOptions extends RunToolOptions {
  /** Remembers the validators of the tools' schemas. */
  readonly checker?: ArgumentChecker | undefined;
}

/** A call that ran to its end, or was answered without running. */
export interface SettledCall {
  readonly result: ToolResult;
  /** Whether the tool was started. */
  readonly wasRun: boolean;
  /** Set when the tool asked for the whole run to end. */
  readonly fatal?: FatalToolError;
  /** What was amended in the arguments before the tool got them. */
  readonly repairs?: readonly string[] | undefined;
}

/**
 * One call in, exactly one result out, on every path: an unknown tool, bad arguments, a refusal, a throw and a stop all
 * become a result that a model can read. Rejects with {@link FatalToolError} and nothing else.
 */
export async function runTool(
  tools: readonly AnyTool[],
  call: ToolCall,
  options: RunToolOptions = {},
): Promise<ToolResultMessage> {
  const settled = await settleCall(tools, call, options);
  if (settled.fatal) throw settled.fatal;
  return resultMessage(call, settled.result, (options.now ?? Date.now)());
}

/** The result as it stands on the record. */
export function resultMessage(
  call: ToolCall,
  result: ToolResult,
  timestamp: number,
): ToolResultMessage {
  return recorded({
    role: "toolResult",
    toolCallId: call.id,
    toolName: call.name,
    content: result.content,
    ...(result.details === undefined ? {} : { details: jsonDetails(result.details) }),
    isError: result.isError ?? false,
    timestamp,
  });
}

/** A result of one text block. */
export function textResult(text: string, isError: boolean): ToolResult {
  return { content: [{ type: "text", text }], isError };
}

/**
 * {@link runTool} with the tool's own result and a fatal error spelled out. `onCompleted` hears the tool's result the
 * moment its promise settled, before any hook has a chance to hang.
 */
export async function settleCall(
  tools: readonly AnyTool[],
  call: ToolCall,
  options: SettleOptions,
  onCompleted?: (result: ToolResult) => void,
): Promise<SettledCall> {
  const signal = options.signal ?? new AbortController().signal;
  if (signal.aborted) return refused(ABORTED);
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (!tool) return refused(`Tool ${call.name} not found`);
  using gate = new Gate(options.abandoned);
  const ready = await prepare(tool, call, { ...options, signal }, gate);
  if (ready.refusal !== undefined) return refused(ready.refusal);
  if (signal.aborted) return refused(ABORTED);
  const ran = await execute(tool, call, ready.args, { ...options, signal });
  const { repairs } = ready;
  if (ran.fatal) return { ...ran, repairs };
  onCompleted?.(ran.result);
  const result = await afterwards(call, ready.args, ran.result, { ...options, signal }, gate);
  return { result, wasRun: true, repairs };
}

/** Answers a call without running it. */
function refused(text: string): SettledCall {
  return { result: textResult(text, true), wasRun: false };
}

type Options = SettleOptions & { readonly signal: AbortSignal };
type Ready =
  | { args: JsonObject; repairs: readonly string[]; refusal?: undefined }
  | { refusal: string };

/** Everything between a call and its run: arguments, then the hook, then replaced arguments once more. */
async function prepare(
  tool: AnyTool,
  call: ToolCall,
  options: Options,
  gate: Gate,
): Promise<Ready> {
  if (call.argumentsError !== undefined) {
    const raw = call.argumentsError.slice(0, 500);
    return { refusal: invalid(call, `expected a JSON object, got ${JSON.stringify(raw)}`) };
  }
  const checker = options.checker ?? new ArgumentChecker();
  const checked = checker.check(tool.parameters, ownArguments(call));
  if ("problem" in checked) return { refusal: invalid(call, checked.problem) };
  const before = options.hooks?.beforeToolCall;
  if (!before) return checked;
  try {
    const verdict = await gate.call(() => before(hooked(call, checked.args), options));
    if (options.signal.aborted || verdict === ABANDONED) return { refusal: ABORTED };
    if (!verdict) return checked;
    if ("block" in verdict) return { refusal: blockedText(verdict.block) };
    const replaced = checker.check(tool.parameters, structuredClone(verdict.args));
    return "problem" in replaced ? { refusal: invalid(call, replaced.problem) } : replaced;
  } catch (error) {
    if (options.signal.aborted) return { refusal: ABORTED };
    return { refusal: blockedText(`the check failed: ${errorText(error)}`) };
  }
}

async function execute(
  tool: AnyTool,
  call: ToolCall,
  args: JsonObject,
  options: Options,
): Promise<SettledCall> {
  let settled = false;
  try {
    // The arguments were validated against the tool's own schema: only here are they taken for what it declares.
    const answer = await (tool as Tool).execute(structuredClone(args), {
      toolCallId: call.id,
      signal: options.signal,
      abandoned: options.abandoned ?? new AbortController().signal,
      onUpdate: (partial) => {
        if (!settled) options.onUpdate?.(partial);
      },
    });
    return { result: toResult(tool, answer), wasRun: true };
  } catch (error) {
    const message = errorText(error);
    if (FatalToolError.isInstance(error))
      return { result: textResult(message, true), wasRun: true, fatal: error };
    const text = options.signal.aborted ? stoppedText(message) : message;
    return { result: textResult(text, true), wasRun: true };
  } finally {
    settled = true;
  }
}

async function afterwards(
  call: ToolCall,
  args: JsonObject,
  result: ToolResult,
  options: Options,
  gate: Gate,
): Promise<ToolResult> {
  const after = options.hooks?.afterToolCall;
  if (!after) return result;
  try {
    const replacement = await gate.call(() =>
      after(hooked(call, args), structuredClone(result), options),
    );
    if (replacement === ABANDONED || !replacement) return result;
    if (isToolResult(replacement)) return withOutput(replacement);
    throw new TypeError(`afterToolCall answered ${resultProblem(replacement)}`);
  } catch (error) {
    reportHookError(options.hooks, error);
    return result;
  }
}

function reportHookError(hooks: ToolHooks | undefined, error: unknown): void {
  try {
    hooks?.onHookError?.(error, "afterToolCall");
  } catch {
    // A reporter that fails has nobody left to report to, and a finished call keeps its result.
  }
}

function hooked(call: ToolCall, args: JsonObject): HookedCall {
  return { toolCallId: call.id, toolName: call.name, args: structuredClone(args) };
}

function invalid(call: ToolCall, problem: string): string {
  return `Invalid arguments for ${call.name}: ${problem}`;
}

function toResult(tool: AnyTool, answer: unknown): ToolResult {
  if (answer === undefined || answer === null) return textResult(NO_OUTPUT, false);
  if (typeof answer === "string") return textResult(answer === "" ? NO_OUTPUT : answer, false);
  if (isToolResult(answer)) return withOutput(answer);
  return textResult(`Tool ${tool.name} answered ${resultProblem(answer)}`, true);
}

/** The result with nothing but known fields in its blocks, and never empty: that a model could not be shown. */
function withOutput(result: ToolResult): ToolResult {
  const content = result.content.map(cleanBlock);
  const isEmpty = content.every((block) => block.type === "text" && block.text === "");
  return { ...result, content: isEmpty ? [{ type: "text", text: NO_OUTPUT }] : content };
}

function cleanBlock(block: TextContent | ImageContent): TextContent | ImageContent {
  return block.type === "text"
    ? { type: "text", text: block.text }
    : { type: "image", data: block.data, mimeType: block.mimeType };
}

function isToolResult(answer: unknown): answer is ToolResult {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "content" in answer &&
    Array.isArray(answer.content) &&
    answer.content.every(isContent)
  );
}

/** What is wrong with an answer that is no {@link ToolResult}. */
function resultProblem(answer: unknown): string {
  if (typeof answer !== "object" || answer === null)
    return `a ${typeof answer}; expected a string or { content: […] }`;
  return "content" in answer && Array.isArray(answer.content)
    ? "content that is neither text nor image blocks"
    : "an object without a list `content`";
}

function isContent(block: unknown): block is TextContent | ImageContent {
  if (!isJsonObject(block)) return false;
  const { type, text, data, mimeType } = block;
  if (type === "text") return typeof text === "string";
  return type === "image" && typeof data === "string" && typeof mimeType === "string";
}

/** Details as plain JSON. A tool's result is not lost over details that are none: they say so instead. */
function jsonDetails(details: unknown): JsonValue {
  try {
    return frozenJson(details);
  } catch (error) {
    return { error: `the details were left out: ${errorText(error)}` };
  }
}
