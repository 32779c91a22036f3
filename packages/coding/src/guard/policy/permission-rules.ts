import { ToolInputError } from "../../errors.ts";
import { readPattern } from "../rules/command-pattern.ts";
import type { PartDecision, RuleAction } from "../rules/shell-decision.ts";

/** Rules as people write them: `tool`, `tool(pattern)` or `*`. */
export interface PermissionRules {
  readonly allow?: readonly string[] | undefined;
  readonly ask?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/** Where a rule comes from. */
export type RuleSource = "flags" | "options" | "settings" | "remembered";

/** A rule as it was read. */
export interface PermissionRule {
  readonly action: RuleAction;
  /** `*` for every tool. */
  readonly tool: string;
  /** A command for bash, a path for the tools that work on files; `undefined` for every call. */
  readonly pattern: string | undefined;
  /** Such as `deny bash(rm -rf) from settings`. */
  readonly text: string;
}

const actions = ["deny", "ask", "allow"] as const;
const sources = ["flags", "options", "settings", "remembered"] as const;

/**
 * Puts rules from several places together. The place does not matter to what holds: any `deny` beats any `ask` beats any
 * `allow`. It only decides which of several equal rules is named as the reason: flags, then options, settings, and what a
 * person answered with "always". Throws ToolInputError for a rule that is none.
 */
export function mergeRules(
  given: Readonly<Partial<Record<RuleSource, PermissionRules | undefined>>>,
): readonly PermissionRule[] {
  return actions.flatMap((action) =>
    sources.flatMap((source) =>
      (given[source]?.[action] ?? []).map((text) => readPermissionRule(action, text, source)),
    ),
  );
}

/** Reads one rule. Throws ToolInputError for one that is none. */
export function readPermissionRule(
  action: RuleAction,
  text: string,
  source: RuleSource,
): PermissionRule {
  const match = /^\s*(\*|[\w-]+)\s*(?:\((.*)\))?\s*$/s.exec(text);
  const [, tool, inner] = match ?? [];
  const pattern = inner?.trim();
  if (tool === undefined || pattern === "")
    throw new ToolInputError(
      `Could not read the rule ${JSON.stringify(text)}. Write a tool, such as edit, or a tool and what it is used on: bash(git status), write(src/**).`,
    );
  const isCommand = tool === "bash" && pattern !== undefined && !pattern.startsWith("=");
  if (isCommand) readPattern(pattern); // Throws for what is no pattern.
  return {
    action,
    tool,
    pattern: pattern === "*" ? undefined : pattern,
    text: `${action} ${text.trim()} from ${source}`,
  };
}

/** The rules for one tool, in the order of {@link mergeRules}. */
export function rulesFor(
  rules: readonly PermissionRule[],
  tool: string,
): readonly PermissionRule[] {
  return rules.filter((rule) => rule.tool === "*" || rule.tool === tool);
}

/** What a rule says about a part of a call that it means. */
export function decisionBy({ action, text }: PermissionRule, part: string): PartDecision {
  const verb = { allow: "allows it", ask: "wants it asked", deny: "forbids it" }[action];
  return { action, part, reason: `the rule "${text}" ${verb}`, rule: text };
}
