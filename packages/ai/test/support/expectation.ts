import { textOf, toolCalls, type AssistantMessage, type ToolCall } from "../../src/index.ts";

/** What a recorded stream must become. `accept` lists readings that are as good. */
export interface Expectation {
  readonly text: string;
  readonly thinking: string;
  readonly thinkingParts?: readonly string[];
  readonly toolCalls: readonly ExpectedCall[];
  readonly stopReason: string;
  readonly usage: Readonly<Record<string, number>> | null;
  readonly errorMessage: string | null;
  readonly errorKind?: string;
  readonly accept?: {
    readonly text?: readonly string[];
    readonly thinking?: "any" | readonly string[];
    readonly split?: readonly { readonly text: string; readonly thinking: string }[];
    readonly toolCalls?: "any";
    readonly stopReason?: readonly string[];
    readonly errorMessage?: "any";
    readonly usage?: Readonly<Record<string, readonly number[]>>;
  };
}

interface ExpectedCall {
  /** Absent when the stream has none: any id will do then. */
  readonly id: string | null;
  readonly name: string;
  readonly arguments: unknown;
  readonly incomplete?: boolean;
}

/** A message in the terms of an expectation; whatever is as good as expected is given as expected. */
export function summary(message: AssistantMessage, expected: Expectation): unknown {
  const { accept = {} } = expected;
  const text = textOf(message);
  const thinking = thinkingOf(message);
  const isSplit = accept.split?.some(
    (one) => one.text.trim() === text.trim() && one.thinking.trim() === thinking.trim(),
  );
  const stops = accept.stopReason ?? [expected.stopReason];
  return {
    text: isSplit === true || accept.text?.includes(text) === true ? expected.text : text,
    thinking: isSplit === true || isThinking(thinking, expected) ? expected.thinking : thinking,
    calls:
      accept.toolCalls === "any"
        ? wantedCalls(expected)
        : toolCalls(message).map((call, index) => callSummary(call, wantedCalls(expected)[index])),
    stopReason: stops.includes(message.stopReason) ? expected.stopReason : message.stopReason,
    errorMessage: errorSummary(message, expected),
    usage: usageSummary(message, expected),
  };
}

export function wanted(expected: Expectation): unknown {
  const { text, thinking, stopReason, errorMessage, usage, errorKind } = expected;
  const isFailed = errorKind !== undefined || stopReason === "error";
  return {
    text,
    thinking,
    calls: wantedCalls(expected),
    stopReason,
    errorMessage,
    usage: isFailed ? null : countsOf(usage ?? {}),
  };
}

export function thinkingOf(message: AssistantMessage): string {
  const blocks = message.content.filter((block) => block.type === "thinking");
  return blocks.map((block) => block.thinking).join("");
}

/** Whether a call is one of the expected ones, however much of it was to be expected. */
export function isExpectedCall({ id, name }: ToolCall, { toolCalls: calls }: Expectation): boolean {
  return calls.some((call) => call.name === name && isId(id, call.id));
}

function wantedCalls({ toolCalls: calls }: Expectation): CallSummary[] {
  return calls
    .filter((call) => call.incomplete !== true)
    .map(({ id, name, arguments: given }) => ({ id, name, given }));
}

interface CallSummary {
  readonly id: string | null;
  readonly name: string;
  readonly given: unknown;
}

function callSummary(call: ToolCall, expected: CallSummary | undefined): CallSummary {
  const id = expected !== undefined && isId(call.id, expected.id) ? expected.id : call.id;
  return { id, name: call.name, given: call.arguments };
}

function isId(id: string, expected: string | null): boolean {
  if (expected === null || expected === "") return id !== "";
  return id === expected || id.startsWith(`${expected}|`);
}

function isThinking(thinking: string, { accept = {}, thinkingParts }: Expectation): boolean {
  if (accept.thinking === "any" || accept.thinking?.includes(thinking) === true) return true;
  return ["\n", "\n\n"].some((separator) => thinkingParts?.join(separator) === thinking);
}

function errorSummary(message: AssistantMessage, expected: Expectation): string | null {
  const text = message.errorMessage ?? null;
  const isAny = expected.accept?.errorMessage === "any" || expected.errorKind === undefined;
  if (text === null || (isAny && text !== "")) return expected.errorMessage;
  return text.includes(expected.errorMessage ?? text) ? expected.errorMessage : text;
}

function usageSummary(message: AssistantMessage, expected: Expectation): unknown {
  const { accept = {}, errorKind, stopReason } = expected;
  if (errorKind !== undefined || stopReason === "error") return null;
  const counts = countsOf({ ...message.usage });
  for (const [name, others] of Object.entries(accept.usage ?? {})) {
    if (others.includes(counts[name] ?? 0)) counts[name] = expected.usage?.[name] ?? 0;
  }
  return counts;
}

function countsOf(usage: Readonly<Record<string, unknown>>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of ["input", "output", "cacheRead", "cacheWrite"]) {
    const count = usage[name];
    counts[name] = typeof count === "number" ? count : 0;
  }
  return counts;
}
