import type { NewEntry, SessionEntry } from "@tau-ts/agent";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, ModelInfo, Usage } from "@tau-ts/ai";
import { recordedModel } from "./recorded-choices.ts";

/** What a call took of which nobody knows what it took. */
export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

/** A model call that belongs to no message; `kind` says what it was for. Zeros stand for a usage that nobody knows. */
export function usageEntry(
  kind: string,
  info: ModelInfo | undefined,
  usage: Usage = noUsage,
): NewEntry {
  const { provider, modelId: model } = recordedModel(info);
  const { cost, ...tokens } = usage;
  const json: JsonObject = { ...tokens, ...(cost === undefined ? {} : { cost: { ...cost } }) };
  return { type: "usage", kind, provider, model, usage: json };
}

/** The usage in such an entry, whoever wrote it; undefined when it is none. */
export function usageOf(entry: SessionEntry): Usage | undefined {
  if (entry.type !== "usage" || !("usage" in entry) || !isJsonObject(entry["usage"]))
    return undefined;
  const { input, output, cacheRead, cacheWrite, totalTokens, cost } = entry["usage"];
  const counts = [input, output, cacheRead, cacheWrite].map((count) =>
    typeof count === "number" ? count : 0,
  );
  const [a = 0, b = 0, c = 0, d = 0] = counts;
  const total = typeof totalTokens === "number" ? totalTokens : a + b + c + d;
  const usage = { input: a, output: b, cacheRead: c, cacheWrite: d, totalTokens: total };
  const paid = isJsonObject(cost) ? cost["total"] : undefined;
  if (typeof paid !== "number") return usage;
  return { ...usage, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: paid } };
}
