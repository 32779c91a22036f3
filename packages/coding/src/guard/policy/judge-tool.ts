import { resolve } from "node:path";
import type { JsonObject } from "@tau-ts/ai";
import { plainForm } from "../../workspace/name-forms.ts";
import { expandHome } from "../../workspace/path-text.ts";
import { strictest } from "../rules/shell-decision.ts";
import type { LineDecision, PartDecision } from "../rules/shell-decision.ts";
import { meansPath } from "./path-glob.ts";
import { decisionBy, rulesFor } from "./permission-rules.ts";
import type { PermissionRule } from "./permission-rules.ts";
import type { Place } from "./place.ts";
import type { PermissionMode, Policy } from "./policy.ts";
import { readProtection, writeProtection } from "./protected-paths.ts";

/** The tools that only look at files, and those that change them. Each names its file `path`; without it, the folder. */
const looking = new Set(["read", "ls", "grep", "find"]);
const changing = new Set(["write", "edit"]);
/** Tools for what was started with permission: looking after it needs none. */
const tending = new Set(["jobs"]);

/** Judges a call of any tool but bash. */
export function judgeTool(tool: string, args: JsonObject, policy: Policy): LineDecision {
  const kind = kindOf(tool);
  const paths = kind === "look" || kind === "change" ? pathsIn(args, policy.place) : [];
  const [path] = paths;
  const part = path === undefined ? tool : `${tool} ${path}`;
  const rules = rulesFor(policy.rules, tool);
  const strict = rules.find(
    ({ action, pattern }) => action !== "allow" && meansSome(pattern, paths, policy.place),
  );
  const exact = rules.find((rule) => rule.action === "allow" && isExact(rule, paths, policy.place));
  if (strict && !(strict.action === "ask" && exact))
    return refuseIfReadOnly({ ...decisionBy(strict, part), ...suggest(paths) }, policy.mode);
  const guarded = protection(kind, paths, policy, part);
  const allowing =
    exact ??
    rules.find(
      ({ action, pattern }) => action === "allow" && coversAll(pattern, paths, policy.place),
    );
  if (guarded && !exact) return refuseIfReadOnly(guarded, policy.mode);
  if (allowing && policy.mode !== "read-only") return only(decisionBy(allowing, part));
  return refuseIfReadOnly(byMode(kind, paths, policy, part), policy.mode);
}

type Kind = "look" | "change" | "tend" | "other";

function kindOf(tool: string): Kind {
  if (looking.has(tool)) return "look";
  if (changing.has(tool)) return "change";
  return tending.has(tool) ? "tend" : "other";
}

function only(part: PartDecision): LineDecision {
  return strictest([part]);
}

/** As written and with links followed: a link must not lead around a rule. */
function pathsIn({ path }: JsonObject, { cwd, home, realPath }: Place): readonly string[] {
  const absolute = resolve(
    cwd,
    expandHome(typeof path === "string" && path !== "" ? path : ".", home),
  );
  return [...new Set([absolute, realPath(absolute)])];
}

/** In whatever form the names are written: tools find the file under each of them. */
function meansSome(pattern: string | undefined, paths: readonly string[], place: Place): boolean {
  return (
    pattern === undefined ||
    paths.some((path) => meansPath(plainForm(pattern), plainForm(path), place))
  );
}

function coversAll(pattern: string | undefined, paths: readonly string[], place: Place): boolean {
  return (
    pattern === undefined ||
    (paths.length > 0 && paths.every((path) => meansPath(pattern, path, place)))
  );
}

/** A rule that names the very file, links followed, and no pattern that merely covers it, was written with it in mind. */
function isExact({ pattern }: PermissionRule, paths: readonly string[], place: Place): boolean {
  const target = paths.at(-1);
  const isName = pattern !== undefined && (pattern.startsWith("=") || !/[*?]/.test(pattern));
  return isName && target !== undefined && meansPath(pattern, target, place);
}

function protection(
  kind: Kind,
  paths: readonly string[],
  { mode, place }: Policy,
  part: string,
): PartDecision | undefined {
  if (mode === "full") return undefined;
  for (const path of paths) {
    const reason = kind === "look" ? readProtection(path, place) : writeProtection(path, place);
    if (reason !== undefined) return { action: "ask", part, reason, ...suggest(paths) };
  }
  return undefined;
}

function byMode(
  kind: Kind,
  paths: readonly string[],
  { mode, place }: Policy,
  part: string,
): PartDecision {
  if (mode === "full") return { action: "allow", part, reason: "the mode full allows it" };
  if (kind === "look") return { action: "allow", part, reason: "it only reads" };
  if (kind === "tend")
    return { action: "allow", part, reason: "it only looks after what is running already" };
  if (kind === "other") return { action: "ask", part, reason: "it may change something" };
  const isInside = paths.every((path) => place.isInside(path));
  if (mode === "auto-edit" && isInside)
    return { action: "allow", part, reason: "the mode auto-edit allows it" };
  const reason = isInside ? "it changes a file" : `it changes a file outside ${place.cwd}`;
  return { action: "ask", part, reason, ...suggest(paths) };
}

/** What "always" would allow: the file that the path leads to now, wherever it leads later. */
function suggest(paths: readonly string[]): { readonly suggestion?: string } {
  const path = paths.at(-1);
  return path === undefined ? {} : { suggestion: path };
}

/** In this mode nobody is asked: what would be asked is refused. */
function refuseIfReadOnly(part: PartDecision, mode: PermissionMode): LineDecision {
  if (mode !== "read-only" || part.action !== "ask") return only(part);
  return only({
    ...part,
    action: "deny",
    reason: `${part.reason}, and the mode read-only allows only what changes nothing`,
  });
}
