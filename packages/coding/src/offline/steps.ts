import type { JsonObject } from "@tau-ts/ai";

/** One thing the offline model can do: one call of one tool. */
export type Step =
  | { readonly kind: "list"; readonly path?: string }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "find"; readonly text: string; readonly path?: string }
  | { readonly kind: "write"; readonly content: string; readonly path: string }
  | {
      readonly kind: "replace";
      readonly oldText: string;
      readonly newText: string;
      readonly path: string;
    }
  | { readonly kind: "run"; readonly command: string };

/** A step as a model puts it to the loop. */
export interface StepCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The tool call that carries out a step. */
export function callFor(step: Step): StepCall {
  switch (step.kind) {
    case "list":
      return { name: "ls", arguments: optionalPath(step.path) };
    case "read":
      return { name: "read", arguments: { path: step.path } };
    case "find":
      return {
        name: "grep",
        arguments: { pattern: literalPattern(step.text), ...optionalPath(step.path) },
      };
    case "write":
      return { name: "write", arguments: { path: step.path, content: step.content } };
    case "replace":
      return {
        name: "edit",
        arguments: {
          path: step.path,
          edits: [{ oldText: step.oldText, newText: step.newText }],
        },
      };
    case "run":
      return { name: "bash", arguments: { command: step.command } };
  }
}

/** A step in words, as an order: `read README.md`. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case "list":
      return step.path === undefined ? "list the files here" : `list the files in ${step.path}`;
    case "read":
      return `read ${step.path}`;
    case "find":
      return `find ${searchOf(step)}`;
    case "write":
      return `write ${quoted(step.content)} to ${step.path}`;
    case "replace":
      return `replace ${quoted(step.oldText)} with ${quoted(step.newText)} in ${step.path}`;
    case "run":
      return `run ${commandOf(step)}`;
  }
}

/** What is searched for and where: `"TODO" in src`. */
export function searchOf(step: Extract<Step, { kind: "find" }>): string {
  return `${quoted(step.text)}${step.path === undefined ? "" : ` in ${step.path}`}`;
}

/** The command between backticks, shortened. */
export function commandOf(step: Extract<Step, { kind: "run" }>): string {
  return `\`${shortened(step.command, longestQuote)}\``;
}

const longestQuote = 60;

function quoted(text: string): string {
  return JSON.stringify(shortened(text, longestQuote));
}

/** At most `length` characters of a text, whole ones. */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

/** People ask for words; the tool takes a regular expression. */
function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function optionalPath(path: string | undefined): JsonObject {
  return path === undefined ? {} : { path };
}
