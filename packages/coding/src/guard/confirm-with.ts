import type { JsonValue } from "@tau-ts/ai";
import type { Check } from "./check.ts";
import { Questions } from "./questions.ts";
import type { Ask } from "./questions.ts";

/**
 * A check that asks a person. Questions come one at a time, in the order of the calls. Only an explicit yes is a yes;
 * without `ask` nobody is there, which is a no that says so. "Always" means the same tool with the same arguments.
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
