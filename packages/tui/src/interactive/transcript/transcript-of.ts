import { isKnownEntry } from "@tau-ts/agent";
import type { SessionEntry } from "@tau-ts/agent";
import { isJsonObject } from "@tau-ts/ai";
import { choose } from "./choices.ts";
import type { Choices } from "./choices.ts";
import { branchMarker, compactionMarker, recordMessage } from "./record-message.ts";
import { abandonOpen, appended, emptyTranscript } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

/** The `customType` of the entries that say which permission mode was chosen. */
const modeEntry = "tau.permission_mode";

/** A session as it was written down. */
export interface RecordedSession {
  /** Every entry, on every branch, in the order they were written. */
  readonly entries: readonly SessionEntry[];
  /** The entry the conversation is at; null before the first. */
  readonly leafId: string | null;
}

/**
 * The transcript of a session, which looks as if it had been watched. `choices`: what the session goes on with now,
 * where that is other than what it says itself. Linear in the number of entries.
 */
export function transcriptOf(session: RecordedSession, choices: Choices = {}): Transcript {
  const { path, branches } = pathOf(session);
  let transcript = emptyTranscript();
  for (const entry of path) {
    const hasSummary = entry.type === "branch_summary";
    if (branches.has(entry.id) && !hasSummary) transcript = branched(transcript);
    transcript = recordEntry(transcript, entry);
  }
  if (session.leafId !== (session.entries.at(-1)?.id ?? null)) transcript = branched(transcript);
  const closed = abandonOpen(transcript);
  return { ...closed, choices: choose(closed.choices, choices) };
}

function branched(transcript: Transcript): Transcript {
  return appended(abandonOpen(transcript), [branchMarker()]);
}

/** The entries from the root to the leaf, and which of them were written somewhere else than behind the one before. */
function pathOf({ entries, leafId }: RecordedSession): {
  readonly path: readonly SessionEntry[];
  readonly branches: ReadonlySet<string>;
} {
  const byId = new Map<string, SessionEntry>();
  const branches = new Set<string>();
  let previousId: string | null = null;
  for (const entry of entries) {
    byId.set(entry.id, entry);
    if (entry.parentId !== previousId) branches.add(entry.id);
    previousId = entry.id;
  }
  const path: SessionEntry[] = [];
  let entry = leafId === null ? undefined : byId.get(leafId);
  while (entry) {
    path.push(entry);
    // A parent that is its own child must not be followed for ever.
    byId.delete(entry.id);
    entry = entry.parentId === null ? undefined : byId.get(entry.parentId);
  }
  return { path: path.toReversed(), branches };
}

function recordEntry(transcript: Transcript, entry: SessionEntry): Transcript {
  if (!isKnownEntry(entry)) return transcript;
  const atMs = Date.parse(entry.timestamp) || 0;
  switch (entry.type) {
    case "message":
      return recordMessage(transcript, entry.message, atMs);
    case "compaction":
      return appended(transcript, [compactionMarker(entry)]);
    case "branch_summary":
      return appended(abandonOpen(transcript), [branchMarker(entry.summary)]);
    case "custom_message": {
      const { customType, content, display } = entry;
      return recordMessage(
        transcript,
        { role: "custom", customType, content, display, timestamp: atMs },
        atMs,
      );
    }
    case "model_change":
      return chosen(transcript, { model: `${entry.provider}/${entry.modelId}` });
    case "thinking_level_change":
      return chosen(transcript, { thinking: entry.thinkingLevel });
    case "custom": {
      const mode = isJsonObject(entry.data) ? entry.data["mode"] : undefined;
      const isMode = entry.customType === modeEntry && typeof mode === "string";
      return isMode ? chosen(transcript, { mode }) : transcript;
    }
    case "label":
    case "session_info":
    case "context_edit":
      return transcript;
  }
}

function chosen(transcript: Transcript, choices: Choices): Transcript {
  return { ...transcript, choices: choose(transcript.choices, choices) };
}
