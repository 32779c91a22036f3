import type { ToolResultMessage } from "@tau-ts/ai";
import type { StepOutcome } from "./progress.ts";
import { commandOf, describeStep, searchOf, shortened } from "./steps.ts";
import type { Step } from "./steps.ts";

const whoIAm =
  "I am the offline demo: a small program that follows set phrases, not a language model.";

const phrases = `I understand:
- list files [in DIR]
- read FILE
- find TEXT [in DIR]
- write "TEXT" to FILE
- replace "A" with "B" in FILE
- run COMMAND
Join them with "then": list the files here, then read README.md. Put texts and names that hold such words into quotation marks.`;

const realModel =
  "For a real model, name one and give its API key: tau --model PROVIDER/MODEL, with the key in the environment (such as ANTHROPIC_API_KEY).";

/** Who is talking, what can be asked, and how to get a real model. */
export function helpAnswer(): string {
  return `${whoIAm}\n\n${phrases}\n\n${realModel}`;
}

/** The part of the request that no rule fits. Nothing was done. */
export function notUnderstoodAnswer(part: string): string {
  return `I did not understand ${JSON.stringify(shortened(part, 80))}, so I did nothing.\n\n${helpAnswer()}`;
}

/** A tool that a step needs cannot be used. */
export function missingToolAnswer(
  outcomes: readonly StepOutcome[],
  step: Step,
  toolName: string,
): string {
  const nothing = outcomes.length === 0 ? "I did nothing" : "I stopped there";
  return [
    ...outcomes.map(outcomeText),
    `To ${describeStep(step)} I need the tool ${toolName}, which I may not use here, so ${nothing}.`,
    whoIAm,
  ].join("\n\n");
}

/** What came of the steps: all of them, or those up to the one that failed, and what was left undone because of it. */
export function finalAnswer(steps: readonly Step[], outcomes: readonly StepOutcome[]): string {
  const paragraphs = outcomes.map(outcomeText);
  if (outcomes.at(-1)?.failed) {
    const undone = steps.slice(outcomes.length).map(describeStep);
    paragraphs.push(
      undone.length === 0
        ? "That failed, so I stopped."
        : `That failed, so I stopped. Not done: ${undone.join("; ")}.`,
    );
  }
  return [...paragraphs, `(${whoIAm})`].join("\n\n");
}

function outcomeText({ step, result, failed }: StepOutcome): string {
  // A command's end and a failure's last words matter more than the beginning.
  const { text, note } = excerpt(resultText(result), step.kind === "run" ? "end" : "beginning");
  const headline = failed ? `I tried to ${describeStep(step)}` : done(step);
  if (text === "") return `${headline}. The tool answered with no text.`;
  return `${headline}${note}:\n${fenced(text)}`;
}

function done(step: Step): string {
  switch (step.kind) {
    case "list":
      return step.path === undefined ? "The files here" : `The files in ${step.path}`;
    case "read":
      return `From ${step.path}`;
    case "find":
      return `Searching for ${searchOf(step)} gave`;
    case "write":
    case "replace":
      return `I did ${describeStep(step)}`;
    case "run":
      return `Running ${commandOf(step)} gave`;
  }
}

function resultText(result: ToolResultMessage): string {
  return result.content
    .map((block) => (block.type === "text" ? block.text : `(a picture, ${block.mimeType})`))
    .join("\n")
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "");
}

const mostLines = 20;
const longestLine = 200;

/** At most 20 lines of at most 200 characters, and a note that says so if it is not all. */
function excerpt(
  text: string,
  part: "beginning" | "end",
): { readonly text: string; readonly note: string } {
  const lines = text.split("\n");
  const shown = part === "end" ? lines.slice(-mostLines) : lines.slice(0, mostLines);
  const cut = shown.map((line) => shortened(line, longestLine));
  const notes: string[] = [];
  if (shown.length < lines.length) {
    const which = part === "end" ? "last" : "first";
    notes.push(`the ${which} ${shown.length} of ${lines.length} lines of the tool's answer`);
  }
  if (cut.some((line, at) => line !== shown[at])) notes.push("long lines cut at …");
  return { text: cut.join("\n"), note: notes.length === 0 ? "" : ` (${notes.join(", ")})` };
}

/** A code block whose fence is longer than any run of backticks in it. */
function fenced(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(2, ...runs.map((run) => run.length)) + 1);
  return `${fence}\n${text}\n${fence}`;
}
