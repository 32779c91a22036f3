import { isKnownEntry, sessionName } from "@tau-ts/agent";
import type { KnownEntry, SessionEntry, SessionHeader } from "@tau-ts/agent";
import type { Usage } from "@tau-ts/ai";

/** A session as it is exported. */
export interface ExportedSession {
  readonly header: Pick<SessionHeader, "id" | "timestamp" | "cwd">;
  /** Every entry, in the order they were written. */
  readonly entries: readonly SessionEntry[];
  /** The entry the conversation is at; null for an empty one. */
  readonly leafId: string | null;
}

/** The name of the session, or its id. */
export function titleOf({ header, entries }: ExportedSession): string {
  return sessionName(entries) ?? `Session ${header.id}`;
}

/** What one model took, over all branches. */
export interface ModelUsage {
  readonly model: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** US dollars, as far as prices are known. */
  readonly usd: number;
  /** Calls whose price nobody knows. */
  readonly unpriced: number;
}

/** Usage by model, in the order the models were first used. */
export function usageByModel(entries: readonly SessionEntry[]): readonly ModelUsage[] {
  const rows = new Map<string, ModelUsage>();
  for (const entry of entries) {
    const told = isKnownEntry(entry) ? usageIn(entry) : undefined;
    if (!told) continue;
    const { model, usage } = told;
    const row = rows.get(model) ?? { ...nothing, model };
    rows.set(model, {
      model,
      calls: row.calls + 1,
      input: row.input + usage.input,
      output: row.output + usage.output,
      cacheRead: row.cacheRead + usage.cacheRead,
      cacheWrite: row.cacheWrite + usage.cacheWrite,
      usd: row.usd + (usage.cost?.total ?? 0),
      unpriced: row.unpriced + (usage.cost ? 0 : 1),
    });
  }
  return [...rows.values()];
}

const nothing: Omit<ModelUsage, "model"> = {
  calls: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  usd: 0,
  unpriced: 0,
};

function usageIn(entry: KnownEntry): { readonly model: string; readonly usage: Usage } | undefined {
  if (entry.type === "compaction" || entry.type === "branch_summary")
    return entry.usage && { model: "summaries", usage: entry.usage };
  if (entry.type !== "message" || entry.message.role !== "assistant") return undefined;
  const { provider, model = "unknown", usage } = entry.message;
  return usage && { model: provider === undefined ? model : `${provider}/${model}`, usage };
}

/** `$0.0123`, and how many calls are not in it. */
export function costText({ usd, unpriced, calls }: ModelUsage): string {
  if (unpriced === calls && calls > 0) return "unknown";
  const missing = unpriced === 0 ? "" : ` + ${unpriced} of unknown price`;
  return `$${usd.toFixed(4)}${missing}`;
}
