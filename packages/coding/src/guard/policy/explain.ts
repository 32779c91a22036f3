import type { LineDecision, PartDecision } from "../rules/shell-decision.ts";

/** Why a command line is allowed, asked or refused. */
export interface Explanation {
  readonly action: "allow" | "ask" | "deny";
  /** Every part of the line with what holds for it and why. */
  readonly parts: readonly PartDecision[];
  /** For people: the decision, then a line for each part. */
  readonly text: string;
}

const words = { allow: "allowed", ask: "asked", deny: "refused" };

export function explainDecision({ action, parts }: LineDecision): Explanation {
  const lines = parts.map((part) => `  ${words[part.action]}: ${part.part} (${part.reason})`);
  const text = [words[action], ...(lines.length === 0 ? ["  it runs nothing"] : new Set(lines))];
  return { action, parts, text: text.join("\n") };
}
