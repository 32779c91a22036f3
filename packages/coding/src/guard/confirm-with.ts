import type { JsonObject, JsonValue } from "@tau-ts/ai";
import type { Check } from "./check.ts";

/** One question to a person. */
export interface Question {
  /** `Allow <tool> <arguments as JSON>?` */
  readonly text: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** Why it is asked, when a rule said so. */
  readonly reason?: string;
  /** The rule that "always" would allow. */
  readonly rule?: string;
}

/** `always` allows this call and every later one of the same tool with the same arguments. `deny` says why not. */
export type Answer = boolean | "always" | { readonly deny: string };

/**
 * Puts a question to a person. When `signal` aborts the question is withdrawn: take it off the screen; a later answer is
 * ignored.
 */
export type Ask = (
  question: Question,
  context: { readonly signal: AbortSignal },
) => Promise<Answer>;

const nobody =
  "nobody is there to be asked. Start the agent in a terminal to be asked, or allow it beforehand with a permission mode or a rule";

/**
 * A check that asks a person. Questions come one at a time, in the order of the calls. Only an explicit yes is a yes;
 * without `ask` nobody is there, which is a no that says so.
 */
export function confirmWith(ask?: Ask): Check {
  const allowed = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  return async (tool, args, { signal }) => {
    if (!ask) return nobody;
    const rule = `${tool} ${stableJson(args)}`;
    const before = last;
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    last = promise;
    try {
      await before;
      signal.throwIfAborted();
      if (allowed.has(rule)) return undefined;
      const text = `Allow ${tool} ${JSON.stringify(args)}?`;
      const answer = await untilAborted(ask({ text, tool, args }, { signal }), signal);
      if (answer === "always") allowed.add(rule);
      return reasonOf(answer);
    } finally {
      finish();
    }
  };
}

function reasonOf(answer: unknown): string | undefined {
  if (answer === true || answer === "always") return undefined;
  if (answer === false) return "the user said no";
  if (
    typeof answer === "object" &&
    answer !== null &&
    "deny" in answer &&
    typeof answer.deny === "string"
  )
    return answer.deny === "" ? "the user said no" : `the user said no: ${answer.deny}`;
  throw new TypeError(
    `the question was answered with ${JSON.stringify(answer)}, which is neither yes nor no`,
  );
}

/** The next question must not wait for one that was withdrawn and that nobody will ever answer. */
async function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const withdraw = (): void => reject(signal.reason);
  signal.addEventListener("abort", withdraw);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener("abort", withdraw);
  }
}

/** The same text for the same arguments, in whatever order their names came. */
function stableJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${stableJson(value[name] ?? null)}`).join(",")}}`;
}
