import type { JsonObject, JsonValue } from "@tau-ts/ai";
import type { Check } from "./check.ts";
import { Questions } from "./questions.ts";

/** One question to a person. */
export interface Question {
  /** `Allow <tool> <arguments as JSON>?` */
  readonly text: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** Why it is asked and about which part of the call, when a rule said so. */
  readonly reason?: string;
  /**
   * The rule it is about: the one that "always" would add (`permissionMode`), or the one that asks (`shellRules`, where
   * "always" means this very command line). Without it "always" means the same tool with the same arguments.
   */
  readonly rule?: string;
}

/** `always` allows this call and later ones like it, see `rule`. `deny` says why not, for the model to read. */
export type Answer = boolean | "always" | { readonly deny: string };

/**
 * Puts a question to a person. When `signal` aborts the question is withdrawn: take it off the screen; a later answer is
 * ignored.
 */
export type Ask = (
  question: Question,
  context: { readonly signal: AbortSignal },
) => Promise<Answer>;

/**
 * A check that asks a person. Questions come one at a time, in the order of the calls. Only an explicit yes is a yes;
 * without `ask` nobody is there, which is a no that says so.
 */
export function confirmWith(ask?: Ask): Check {
  const allowed = new Set<string>();
  const questions = new Questions(ask);
  return (tool, args, { signal }) => {
    const call = `${tool} ${stableJson(args)}`;
    const isSettled = (): boolean => allowed.has(call);
    const onAlways = (): unknown => allowed.add(call);
    return questions.put({ tool, args, signal, isSettled, onAlways });
  };
}

/** The same text for the same arguments, in whatever order their names came. */
function stableJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${stableJson(value[name] ?? null)}`).join(",")}}`;
}
