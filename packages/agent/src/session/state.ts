import { isKnownEntry } from "./entries.ts";
import type { SessionEntry } from "./entries.ts";

/** What was chosen along a path. What nobody chose is left out. */
export interface SessionState {
  readonly model?: { readonly provider: string; readonly modelId: string };
  readonly thinkingLevel?: string;
}

/**
 * The model and the thinking level in force at the end of a path. Where no model was chosen, the one that replied last
 * counts.
 */
export function stateOf(path: readonly SessionEntry[]): SessionState {
  const state: { -readonly [Field in keyof SessionState]: SessionState[Field] } = {};
  let chosen = false;
  for (const entry of path) {
    if (!isKnownEntry(entry)) continue;
    if (entry.type === "model_change") {
      state.model = { provider: entry.provider, modelId: entry.modelId };
      chosen = true;
    }
    if (entry.type === "thinking_level_change") state.thinkingLevel = entry.thinkingLevel;
    if (chosen || entry.type !== "message" || entry.message.role !== "assistant") continue;
    const { provider, model } = entry.message;
    if (isNamed(provider) && isNamed(model)) state.model = { provider, modelId: model };
  }
  return state;
}

/** The name given to a session, whatever the branch. */
export function nameOf(entries: readonly SessionEntry[]): string | undefined {
  let name: string | undefined;
  for (const entry of entries)
    if (isKnownEntry(entry) && entry.type === "session_info") name = entry.name;
  return name;
}

/** The bookmarks of a session, whatever the branch: entry id → label. */
export function labelsOf(entries: readonly SessionEntry[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const entry of entries) {
    if (!isKnownEntry(entry) || entry.type !== "label") continue;
    if (entry.label === undefined || entry.label === "") labels.delete(entry.targetId);
    else labels.set(entry.targetId, entry.label);
  }
  return labels;
}

/** A reply of a model that does not say what it is reads "unknown". */
function isNamed(name: string | undefined): name is string {
  return name !== undefined && name !== "" && name !== "unknown";
}
