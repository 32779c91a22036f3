import { isKnownEntry } from "@tau-ts/agent";
import type { SessionEntry } from "@tau-ts/agent";
import { isJsonObject } from "@tau-ts/ai";
import { activePath } from "../../session-tree.ts";
import type { SessionEntries } from "../../session-tree.ts";
import { choose } from "./choices.ts";
import type { Choices } from "./choices.ts";
import { branchMarker, compactionMarker, recordMessage } from "./record-message.ts";
import { abandonOpen, appended, emptyTranscript } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

/** The `customType` of the entries that say which permission mode was chosen. */
const modeEntry = "tau.permission_mode";

/**
 * The transcript of a session, which looks as if it had been watched. `choices`: what the session goes on with now,
 * where that is other than what it says itself. Linear in the number of entries.
 */
export function transcriptOf(session: SessionEntries, choices: Choices = {}): Transcript {
  const branches = branchStarts(session.entries);
  let transcript = emptyTranscript();
  for (const entry of activePath(session)) {
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

/** The entries that were written somewhere else than behind the one before. */
function branchStarts(entries: readonly SessionEntry[]): ReadonlySet<string> {
  const starts = new Set<string>();
  let previousId: string | null = null;
  for (const { id, parentId } of entries) {
    if (parentId !== previousId) starts.add(id);
    previousId = id;
  }
  return starts;
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
