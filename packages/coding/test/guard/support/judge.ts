import { readCommandLine } from "../../../src/guard/shell/script-reader.ts";
import { commandRule, decideLine } from "../../../src/guard/rules/shell-decision.ts";
import type { LineDecision } from "../../../src/guard/rules/shell-decision.ts";
import { stubName } from "./real-bash.ts";

const rules = [commandRule("allow", "*"), commandRule("deny", stubName)];

/** What the guard says when everything is allowed but the stub. */
export function judge(command: string): LineDecision {
  return decideLine(readCommandLine(command), rules);
}
