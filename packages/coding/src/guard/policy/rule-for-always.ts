import type { JsonObject } from "@tau-ts/ai";
import type { LineDecision } from "../rules/shell-decision.ts";

/**
 * The rule that "always" adds, as narrow as is still of use. One kind of command: program and subcommand. Several, or
 * something that no rule can describe: this very command line. A file: this file. Another tool: the tool.
 */
export function ruleForAlways(tool: string, args: JsonObject, { because }: LineDecision): string {
  const suggestions = because.map(({ suggestion }) => suggestion);
  const [first] = suggestions;
  if (tool === "bash") {
    const isOne = first !== undefined && suggestions.every((suggestion) => suggestion === first);
    if (isOne) return `bash(${first})`;
    const { command } = args;
    return typeof command === "string" ? `bash(= ${command})` : tool;
  }
  if (first === undefined) return tool;
  return /[*?]/.test(first) ? `${tool}(= ${first})` : `${tool}(${first})`;
}
