import { ABORTED } from "@tau-ts/agent";
import type { Tool, ToolContext, ToolResult } from "@tau-ts/agent";
import { isJsonObject } from "@tau-ts/ai";
import { errorText } from "../errors.ts";
import type { Check } from "./check.ts";

/** How a check is waited for. */
export interface GuardOptions {
  /** Milliseconds a check may take. Default: no limit, as a person may be asked. */
  readonly timeoutMs?: number | undefined;
}

type Verdict = "allowed" | "withdrawn" | { readonly reason: string };

/**
 * The same tool with a check in front. A check that throws, takes too long or answers nonsense has not said yes, so the
 * call is refused: `Tool call blocked: the check failed: …`. A stop while the check is pending withdraws the question; the
 * tool is not run and the result reads `Operation aborted`. What the tool itself throws passes through untouched.
 *
 * @example
 * const careful = guard(bashTool(), denyDestructive);
 */
export function guard<Args, Details>(
  tool: Tool<Args, Details>,
  check: Check,
  options: GuardOptions = {},
): Tool<Args, Details> {
  return {
    ...tool,
    async execute(args, context) {
      const verdict = await judge(tool.name, args, check, context, options.timeoutMs);
      if (verdict === "withdrawn" || context.signal.aborted) return refusal(ABORTED);
      if (verdict === "allowed") return tool.execute(args, context);
      return refusal(`Tool call blocked: ${verdict.reason}`);
    },
  };
}

/** Never rejects. */
async function judge(
  name: string,
  args: unknown,
  check: Check,
  { signal, abandoned }: ToolContext<never>,
  timeoutMs: number | undefined,
): Promise<Verdict> {
  const question = new AbortController();
  const { promise: interrupted, resolve } = Promise.withResolvers<Verdict>();
  const withdraw = (): void => resolve("withdrawn");
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => resolve(failed(`no answer within ${timeoutMs} ms`)), timeoutMs);
  for (const stop of [signal, abandoned]) {
    if (stop.aborted) withdraw();
    stop.addEventListener("abort", withdraw);
  }
  try {
    return await Promise.race([interrupted, answer(name, args, check, question.signal)]);
  } finally {
    clearTimeout(timer);
    for (const stop of [signal, abandoned]) stop.removeEventListener("abort", withdraw);
    // Whoever is still asking learns here that nobody waits; after an answer nobody listens.
    question.abort();
  }
}

/** Asks the check about a copy: it can change neither what the tool sees nor what is on the record. Never rejects. */
async function answer(
  name: string,
  args: unknown,
  check: Check,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    const copy: unknown = structuredClone(args);
    if (!isJsonObject(copy)) return failed("the arguments are not an object");
    const said: unknown = await check(name, copy, { signal });
    if (said === undefined) return "allowed";
    if (typeof said === "string" && said !== "") return { reason: said };
    return failed(`it answered ${JSON.stringify(said)} instead of nothing or a reason`);
  } catch (error) {
    return failed(errorText(error));
  }
}

function failed(message: string): Verdict {
  return { reason: `the check failed: ${message}` };
}

function refusal(text: string): ToolResult<never> {
  return { content: [{ type: "text", text }], isError: true };
}
