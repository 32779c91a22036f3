import type { FileUse, Reading, SimpleCommand } from "../shell/reading.ts";
import { coversCommand, meansCommand, readPattern } from "./command-pattern.ts";
import type { CommandPattern } from "./command-pattern.ts";

/** What a rule does about what it means: let it run, ask a person, refuse it. */
export type RuleAction = "allow" | "ask" | "deny";

/** A rule for commands. */
export interface CommandRule {
  readonly action: RuleAction;
  readonly pattern: CommandPattern;
  /** The rule as people write and read it. */
  readonly text: string;
}

/** What holds for one part of a command line, and why. */
export interface PartDecision {
  readonly action: RuleAction;
  /** The command, redirection or text that it is about. */
  readonly part: string;
  readonly reason: string;
  /** The rule that decided, when one did. */
  readonly rule?: string;
  /** What "always" would allow. */
  readonly suggestion?: string;
}

/** What holds for a whole command line, or another call. */
export interface LineDecision {
  readonly action: RuleAction;
  /** The parts that decided: those with the strictest action. */
  readonly because: readonly PartDecision[];
  readonly parts: readonly PartDecision[];
}

export function commandRule(
  action: RuleAction,
  pattern: string,
  text = `${action} ${pattern}`,
): CommandRule {
  return { action, pattern: readPattern(pattern), text };
}

/** Judges a command that no rule names. */
export type Otherwise = (command: SimpleCommand) => PartDecision | undefined;

/** Every part of the line is judged; the strictest decision holds for the whole. An empty line does nothing and may. */
export function decideLine(
  reading: Reading,
  rules: readonly CommandRule[],
  otherwise: Otherwise = () => undefined,
): LineDecision {
  const parts = [
    ...reading.commands.map((command) => decideCommand(command, reading, rules, otherwise)),
    ...reading.files.flatMap((file) => decideRedirection(file, rules)),
    ...reading.lookupVariables.flatMap((name) => decideVariable(name, name, rules)),
    ...reading.open.map((part): PartDecision => ({
      action: "ask",
      part: part.text,
      reason: part.reason,
    })),
  ];
  return strictest(parts);
}

export function strictest(parts: readonly PartDecision[]): LineDecision {
  const action =
    (["deny", "ask"] as const).find((one) => parts.some((part) => part.action === one)) ?? "allow";
  return { action, parts, because: parts.filter((part) => part.action === action) };
}

function decideCommand(
  command: SimpleCommand,
  { functions }: Reading,
  rules: readonly CommandRule[],
  otherwise: Otherwise,
): PartDecision {
  const part =
    command.via.length > 0 ? `${command.text} (in ${command.via.join(", ")})` : command.text;
  const strict = strictRule(command, part, rules);
  const own = otherwise(command);
  if (strict?.action === "deny" || (strict && own?.action !== "deny")) return strict;
  if (own && own.action !== "allow" && !isNamedByAllow(command, rules)) return { ...own, part };
  const allowing = rules.find(
    ({ action, pattern }) => action === "allow" && coversCommand(pattern, command),
  );
  const isUnlocked = allowing?.pattern.program === undefined || !command.variables.some(isLookup);
  if (allowing && isUnlocked)
    return {
      action: "allow",
      part,
      reason: `the rule "${allowing.text}" allows it`,
      rule: allowing.text,
    };
  if (own) return { ...own, part };
  if (functions.has(command.name))
    return {
      action: "allow",
      part,
      reason: "it is a function whose commands are judged by themselves",
    };
  const reason = allowing ? "it changes where programs are looked for" : "no rule allows it";
  return { action: "ask", part, reason, suggestion: suggestionFor(command) };
}

function strictRule(
  command: SimpleCommand,
  part: string,
  rules: readonly CommandRule[],
): PartDecision | undefined {
  let doubtful: PartDecision | undefined;
  for (const action of ["deny", "ask"] as const)
    for (const rule of rules) {
      if (rule.action !== action) continue;
      const match = meansCommand(rule.pattern, command);
      if (match === "yes") {
        const reason =
          action === "deny"
            ? `the rule "${rule.text}" forbids it`
            : `the rule "${rule.text}" wants it asked`;
        if (action === "deny" || !doubtful) return { action, part, reason, rule: rule.text };
      }
      if (match === "maybe")
        doubtful ??= {
          action: "ask",
          part,
          reason: `whether the rule "${rule.text}" means it shows only when it runs`,
          rule: rule.text,
        };
    }
  return doubtful;
}

/** Whether an allowing rule names more than the program: then it was written with its dangers in mind. */
function isNamedByAllow(command: SimpleCommand, rules: readonly CommandRule[]): boolean {
  return rules.some(
    ({ action, pattern }) =>
      action === "allow" &&
      pattern.words.length + pattern.flags.length > 0 &&
      coversCommand(pattern, command),
  );
}

function isLookup(name: string): boolean {
  return /^(?:PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV)$/.test(name);
}

/** A rule for a command does not say where its output may go: only `*` does. */
function decideRedirection(
  { kind, isRedirection, text }: FileUse,
  rules: readonly CommandRule[],
): readonly PartDecision[] {
  return kind === "write" && isRedirection
    ? needsEverything(text, "no rule allows what it writes", rules)
    : [];
}

function decideVariable(
  name: string,
  part: string,
  rules: readonly CommandRule[],
): readonly PartDecision[] {
  return needsEverything(part, `setting ${name} changes which programs run`, rules);
}

function needsEverything(
  part: string,
  reason: string,
  rules: readonly CommandRule[],
): readonly PartDecision[] {
  const all = rules.find(
    ({ action, pattern }) => action === "allow" && pattern.program === undefined,
  );
  if (all)
    return [{ action: "allow", part, reason: `the rule "${all.text}" allows it`, rule: all.text }];
  return [{ action: "ask", part, reason }];
}

/** The narrowest pattern that is still of use: program and subcommand. */
function suggestionFor({ name, words }: SimpleCommand): string {
  const second = words[1]?.value;
  return second !== undefined && /^[a-z][a-z-]*$/.test(second) ? `${name} ${second}` : name;
}
