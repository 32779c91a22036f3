import type { LineDecision } from "./shell-decision.ts";

/** At most so many parts of a command line are told as reasons. */
const shownParts = 3;

/** Why a line was not simply allowed, part by part: `rm -rf x: the rule "deny rm" forbids it`. */
export function describeDecision({ because }: LineDecision): string {
  const told = [...new Set(because.map(({ part, reason }) => `${part}: ${reason}`))];
  const more = told.length > shownParts ? `; and ${told.length - shownParts} more` : "";
  return `${told.slice(0, shownParts).join("; ")}${more}`;
}
