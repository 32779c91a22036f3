import { ToolInputError } from "../../errors.ts";
import type { Check } from "../check.ts";
import { Questions } from "../questions.ts";
import type { Ask } from "../questions.ts";
import { lazyLineReader } from "../shell/line-reader.ts";
import { describeDecision } from "./describe.ts";
import { commandRule, decideLine } from "./shell-decision.ts";
import type { CommandRule } from "./shell-decision.ts";

/** One rule: what to do with commands, and which. A pattern is a program, the words a command begins with, or `*`. */
export type ShellRule =
  | { readonly allow: string }
  | { readonly ask: string }
  | { readonly deny: string };

/** Who is asked by {@link shellRules}. */
export interface ShellRulesOptions {
  /** Asks a person about what the rules do not settle. Without it nobody is there, and that is refused. */
  readonly ask?: Ask | undefined;
}

/**
 * A check that reads a command the way the shell would and judges every simple command in it. `deny` beats `ask` beats
 * `allow`; what no rule names, and what cannot be judged, is asked. Calls without a `command` are none of its business.
 *
 * - `deny` and `ask` mean a program by whatever path it is reached; `allow` only a bare name or a path of the system.
 * - Words of a pattern that begin with `-` are a set of flags, in any order, clustered or long: `rm -rf`.
 * - An `allow` other than `*` covers neither output redirections nor variables that change which programs run.
 * - A wrapper such as `sudo` and what it runs are both judged.
 *
 * Throws ToolInputError for a rule that is none.
 *
 * @example
 * const careful = guard(bashTool(), shellRules([{ allow: "git status" }, { deny: "rm" }]));
 */
export function shellRules(rules: readonly ShellRule[], options: ShellRulesOptions = {}): Check {
  const given = rules.map(readRule);
  const questions = new Questions(options.ask);
  const lineReader = lazyLineReader();
  const allowed = new Set<string>();
  return async (tool, args, { signal }) => {
    const { command } = args;
    if (command === undefined && tool !== "bash") return undefined;
    if (typeof command !== "string") return "it has no command that could be judged";
    const decision = decideLine((await lineReader())(command), given);
    if (decision.action === "allow") return undefined;
    const reason = describeDecision(decision);
    if (decision.action === "deny") return reason;
    const isSettled = (): boolean => allowed.has(command);
    const onAlways = (): unknown => allowed.add(command);
    const [first] = decision.because;
    return questions.put({ tool, args, signal, reason, rule: first?.rule, isSettled, onAlways });
  };
}

function readRule(rule: ShellRule): CommandRule {
  const entries = Object.entries(rule);
  const [entry] = entries;
  if (entry && entries.length === 1) {
    const [action, pattern]: [string, unknown] = entry;
    if (isAction(action) && typeof pattern === "string") return commandRule(action, pattern);
  }
  throw new ToolInputError(
    `A rule must be { allow: pattern }, { ask: pattern } or { deny: pattern }, but is ${JSON.stringify(rule)}.`,
  );
}

function isAction(name: string): name is CommandRule["action"] {
  return name === "allow" || name === "ask" || name === "deny";
}
