import type { TrustQuestion, TrustReply } from "@tau-ts/coding";
import type { Choice, Question, QuestionAnswer } from "./question.ts";

const replies: Readonly<Record<string, TrustReply>> = {
  trust: "trust",
  once: "trust-once",
  parent: "trust-parent",
  later: "decline-once",
  never: "decline",
};

/** Whether what a project brings along may be loaded, as a question. */
export function trustQuestion({ root, parent, files, changed }: TrustQuestion): Question {
  const whole: readonly Choice[] =
    parent === undefined
      ? []
      : [{ key: "p", label: `Yes, and everything below ${parent}`, value: "parent" }];
  const news =
    changed.length === 0
      ? "Instructions, skills and settings of a project steer the agent."
      : `New or changed since it was trusted: ${changed.join(", ")}.`;
  return {
    title: "Trust this project?",
    subject: `${root}\nIt brings: ${files.join(", ")}`,
    parts: changed,
    reason: news,
    choices: [
      { key: "y", label: "Yes, as it is now", value: "trust" },
      { key: "o", label: "Yes, for this session", value: "once" },
      ...whole,
      { key: "n", label: "Not now: go on without these files", value: "later" },
      { key: "v", label: "Never", value: "never" },
    ],
  };
}

/** The reply for the agent. A question that was withdrawn is a no for now. */
export function trustReply(answer: QuestionAnswer | undefined): TrustReply {
  return replies[answer?.value ?? ""] ?? "decline-once";
}
