import { isJsonObject, toolCalls } from "@tau-ts/ai";
import type { Message, ToolResultMessage, UserMessage } from "@tau-ts/ai";
import { callFor } from "./steps.ts";
import type { Step } from "./steps.ts";

/** A step that was carried out, and what came of it. */
export interface StepOutcome {
  readonly step: Step;
  readonly result: ToolResultMessage;
  /** The tool could not do it, or a command ended badly: the chain ends here. */
  readonly failed: boolean;
}

/** The newest words of a person, and everything after them. Words that arrive in the middle replace the request. */
export function latestRequest(
  messages: readonly Message[],
): { readonly message: UserMessage; readonly after: readonly Message[] } | undefined {
  const at = messages.findLastIndex((message) => message.role === "user");
  const message = messages[at];
  return message?.role === "user" ? { message, after: messages.slice(at + 1) } : undefined;
}

/** The text of a request: of several text blocks the last one, which the others introduce. */
export function requestText(message: UserMessage): string {
  if (typeof message.content === "string") return message.content;
  return message.content.findLast((block) => block.type === "text")?.text ?? "";
}

/**
 * The steps that are done, read from the calls and results after the request. A call counts as the next step when it has
 * that step's name and arguments; calls that another model made in between are passed over.
 */
export function outcomesOf(
  steps: readonly Step[],
  after: readonly Message[],
): readonly StepOutcome[] {
  const results = new Map<string, ToolResultMessage>();
  for (const message of after) {
    if (message.role === "toolResult") results.set(message.toolCallId, message);
  }
  const outcomes: StepOutcome[] = [];
  for (const call of after.flatMap(toolCalls)) {
    const step = steps[outcomes.length];
    const result = results.get(call.id);
    if (!step || !result) break;
    const wanted = callFor(step);
    const isThisStep =
      call.name === wanted.name &&
      JSON.stringify(call.arguments) === JSON.stringify(wanted.arguments);
    if (isThisStep) outcomes.push({ step, result, failed: hasFailed(step, result) });
  }
  return outcomes;
}

const badLastLine =
  /^(?:Command exited with code [1-9]\d*|Command killed by signal .*|Command timed out after .*|Command cancelled)$/;

/** A command that ran and failed is an ordinary result: its details say so, or else the last line of its text. */
function hasFailed(step: Step, result: ToolResultMessage): boolean {
  if (result.isError) return true;
  if (step.kind !== "run") return false;
  const { details } = result;
  if (isJsonObject(details)) {
    if (details["timedOut"] === true || details["cancelled"] === true) return true;
    if (typeof details["signal"] === "string") return true;
    if (typeof details["exitCode"] === "number") return details["exitCode"] !== 0;
  }
  const text = result.content.findLast((block) => block.type === "text")?.text ?? "";
  return badLastLine.test(text.trimEnd().split("\n").at(-1) ?? "");
}
