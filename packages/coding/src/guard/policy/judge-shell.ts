import { commandRule, decideLine, strictest } from "../rules/shell-decision.ts";
import type { CommandRule, LineDecision, PartDecision } from "../rules/shell-decision.ts";
import type { FileUse, Reading, SimpleCommand } from "../shell/reading.ts";
import type { ReadWord } from "../shell/word.ts";
import { dangerFinder } from "./destructive-commands.ts";
import type { DangerFinder } from "./destructive-commands.ts";
import { meansPath } from "./path-glob.ts";
import { decisionBy, rulesFor } from "./permission-rules.ts";
import type { PermissionRule } from "./permission-rules.ts";
import type { Place } from "./place.ts";
import type { Policy } from "./policy.ts";
import { readProtection, writeProtection } from "./protected-paths.ts";
import { isReadOnly } from "./read-only-commands.ts";
import { isKnownPath, pathsOf } from "./word-paths.ts";

/** Judges what a command line does by the rules, the mode and what is protected in every mode short of `full`. */
export function shellJudge(): (command: string, reading: Reading, policy: Policy) => LineDecision {
  const danger = dangerFinder();
  return (command, reading, policy) => judgeShell(command, reading, policy, danger);
}

function judgeShell(
  command: string,
  reading: Reading,
  policy: Policy,
  danger: DangerFinder,
): LineDecision {
  const { mode, rules } = policy;
  const own = rulesFor(rules, "bash");
  const exact = own.find(
    ({ action, pattern }) =>
      action !== "ask" &&
      pattern?.startsWith("=") === true &&
      pattern.slice(1).trim() === command.trim(),
  );
  const commandRules = own.flatMap(toCommandRule);
  const all: readonly CommandRule[] =
    mode === "full" ? [commandRule("allow", "*", "mode full")] : [];
  const line = decideLine(
    reading,
    [...commandRules, ...all].filter(({ action }) => mode !== "read-only" || action !== "allow"),
    (one) => (mode === "full" ? undefined : builtIn(one, danger)),
  );
  const parts = [
    ...line.parts.filter(({ part }) => !isSettledRedirection(part, reading, policy)),
    ...protectedParts(reading, policy),
    ...pathRuleParts(reading, policy),
  ];
  if (exact?.action === "deny") parts.push(decisionBy(exact, command));
  const decision = strictest(parts);
  if (decision.action === "ask" && exact?.action === "allow" && mode !== "read-only")
    return strictest([decisionBy(exact, command)]);
  return mode === "read-only" ? withoutQuestions(decision) : decision;
}

function toCommandRule({ action, pattern, text }: PermissionRule): readonly CommandRule[] {
  return pattern?.startsWith("=") === true ? [] : [commandRule(action, pattern ?? "*", text)];
}

function builtIn(command: SimpleCommand, danger: DangerFinder): PartDecision | undefined {
  const part = command.text;
  if (isReadOnly(command)) return { action: "allow", part, reason: "it only reads" };
  const reason = danger(command);
  return reason === undefined ? undefined : { action: "ask", part, reason };
}

/** In the mode `read-only` nobody is asked: what would be asked is refused. */
function withoutQuestions(decision: LineDecision): LineDecision {
  const parts = decision.parts.map((part): PartDecision =>
    part.action === "ask" ? { ...part, action: "deny", reason: readOnlyReason(part.reason) } : part,
  );
  return strictest(parts);
}

function readOnlyReason(reason: string): string {
  const why = reason === "no rule allows it" ? "it may change something" : reason;
  return `${why}, and the mode read-only allows only what is sure to change nothing`;
}

/** Reads and writes of files that are protected. */
function protectedParts(reading: Reading, { mode, place }: Policy): readonly PartDecision[] {
  if (mode === "full") return [];
  const parts: PartDecision[] = [];
  const add = (
    part: string,
    word: ReadWord,
    protection: (path: string, place: Place) => string | undefined,
  ): void => {
    const reason = firstOf(pathsOf(word, place), (path) => protection(path, place));
    if (reason !== undefined) parts.push({ action: "ask", part, reason });
  };
  for (const { kind, path, text, isRedirection } of reading.files) {
    add(text, path, kind === "write" ? writeProtection : readProtection);
    if (!isKnownPath(path) && kind === "write" && isRedirection)
      parts.push({
        action: "ask",
        part: text,
        reason: "which file it writes shows only when it runs",
      });
  }
  for (const command of reading.commands) {
    if (printing.has(command.name)) continue;
    const entersFolder = command.name === "cd" || command.name === "pushd";
    const protection = entersFolder
      ? folderProtection
      : isReadOnly(command) || command.name === "git"
        ? readProtection
        : writeProtection;
    for (const word of command.words.slice(1)) add(command.text, word, protection);
  }
  return parts;
}

/** Programs whose arguments are text and never files. */
const printing = new Set([
  "echo",
  "printf",
  "true",
  "false",
  ":",
  "export",
  "local",
  "declare",
  "readonly",
  "type",
  "which",
]);

/** In these folders a plain name may be a protected file. */
function folderProtection(path: string, place: Place): string | undefined {
  return /^\/proc\/[^/]+/.test(path)
    ? `${path} holds the environment of a process`
    : writeProtection(`${path}/_`, place);
}

function firstOf<Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Path rules for the file tools hold for commands too, as far as the files can be told. */
function pathRuleParts(reading: Reading, policy: Policy): readonly PartDecision[] {
  const fromFiles = reading.files.flatMap(({ kind, path, text }) =>
    strictPathRules(policy, kind === "write" ? ["write", "edit"] : ["read"], path, text),
  );
  const fromWords = reading.commands.flatMap((command) =>
    printing.has(command.name)
      ? []
      : command.words
          .slice(1)
          .flatMap((word) => strictPathRules(policy, ["read"], word, command.text)),
  );
  return [...fromFiles, ...fromWords];
}

function strictPathRules(
  { rules, place }: Policy,
  tools: readonly string[],
  word: ReadWord,
  part: string,
): readonly PartDecision[] {
  const relevant = rules.filter(
    ({ action, tool, pattern }) =>
      action !== "allow" && tools.includes(tool) && pattern !== undefined,
  );
  if (relevant.length === 0) return [];
  const paths = pathsOf(word, place);
  return relevant
    .filter(({ pattern }) => paths.some((path) => meansPath(pattern ?? "", path, place)))
    .map((rule) => decisionBy(rule, part));
}

/** A redirection that a rule for `write` allows, or that stays in the workspace in the mode `auto-edit`, is settled. */
function isSettledRedirection(
  part: string,
  { files }: Reading,
  { mode, rules, place }: Policy,
): boolean {
  const uses = files.filter(
    (file: FileUse) => file.isRedirection && file.kind === "write" && file.text === part,
  );
  if (uses.length === 0 || mode === "read-only") return false;
  const allowing = rules.filter(
    ({ action, tool, pattern }) => action === "allow" && tool === "write" && pattern !== undefined,
  );
  return uses.every(({ path }) => {
    if (!isKnownPath(path)) return false;
    const paths = pathsOf(path, place);
    if (mode === "auto-edit" && paths.every((one) => place.isInside(one))) return true;
    return allowing.some(({ pattern }) =>
      paths.every((one) => meansPath(pattern ?? "", one, place)),
    );
  });
}
