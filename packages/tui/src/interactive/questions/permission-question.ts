import type { JsonObject } from "@tau-ts/ai";
import type { Answer, ChangePreview, Question as PermissionQuestion } from "@tau-ts/coding";
import type { Question, QuestionAnswer } from "./question.ts";

/** A call that a guard asks about, as a question. `preview`: what the call would change, if anybody could tell. */
export function permissionQuestion(
  { tool, args, reason, rule }: PermissionQuestion,
  preview: ChangePreview | undefined,
): Question {
  const always = rule === undefined ? "this very call" : rule;
  const subject = subjectOf(tool, args);
  return {
    title: titles[tool] ?? `Allow a call of ${tool}?`,
    subject,
    parts: partsIn(subject, reason),
    reason: preview?.kind === "problem" ? joined(reason, preview.problem) : reason,
    diff: preview?.kind === "diff" ? preview.diff : undefined,
    choices: [
      { key: "y", label: "Yes, this once", value: "yes" },
      { key: "a", label: `Yes, always: ${always}`, value: "always" },
      { key: "n", label: "No", value: "no" },
      { key: "w", label: "No, and say why or what to do instead", value: "no", wantsWords: true },
    ],
  };
}

/** The answer for the guard. A question that was withdrawn is a no. */
export function permissionAnswer(answer: QuestionAnswer | undefined): Answer {
  if (answer?.value === "yes") return true;
  if (answer?.value === "always") return "always";
  const words = answer?.words.trim() ?? "";
  return words === "" ? false : { deny: words };
}

const titles: Readonly<Record<string, string>> = {
  bash: "Run this command?",
  edit: "Change this file?",
  write: "Write this file?",
};

function subjectOf(tool: string, args: JsonObject): string {
  const { command, path } = args;
  if (tool === "bash" && typeof command === "string") {
    const isBehind = args["background"] === true ? "\n(in the background)" : "";
    return `${command}${isBehind}`;
  }
  if ((tool === "edit" || tool === "write") && typeof path === "string") return path;
  return JSON.stringify(args, undefined, 1).replaceAll(/\n\s*/g, " ");
}

/**
 * The parts of a command that a reason names: each piece of it reads `PART: why`. A part that does not stand in the
 * command word for word is left to the reason.
 */
function partsIn(subject: string, reason: string | undefined): readonly string[] {
  const named = (reason ?? "").split("; ").map((piece) => piece.slice(0, piece.indexOf(": ")));
  return [...new Set(named)].filter((part) => part !== "" && subject.includes(part));
}

function joined(reason: string | undefined, problem: string): string {
  return reason === undefined ? problem : `${reason}. ${problem}`;
}
