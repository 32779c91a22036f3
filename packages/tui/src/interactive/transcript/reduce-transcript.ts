import type { CodingAgentEvent } from "@tau-ts/coding";
import { choose } from "./choices.ts";
import type { Choices } from "./choices.ts";
import { growReply, startReply } from "./grow-reply.ts";
import { compactionMarker, recordMessage } from "./record-message.ts";
import { startCall, updateCall, abandonCall } from "./running-calls.ts";
import { endShell, growShell, startShell } from "./running-shells.ts";
import { abandonOpen, appended, withNotice } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

/**
 * What a transcript becomes by an event. Pure; `nowMs` is in milliseconds since 1970. A delta costs the same in the
 * first message and in the ten-thousandth. Another session, or another place in this one, is not for it to know:
 * `transcriptOf` reads what is there.
 */
export function reduceTranscript(
  transcript: Transcript,
  event: CodingAgentEvent,
  nowMs: number,
): Transcript {
  switch (event.type) {
    case "agent_start":
      return { ...transcript, isRunning: true };
    case "agent_end":
      return { ...abandonOpen(transcript), isRunning: false, retry: undefined };
    case "message_start":
      return event.message.role === "assistant" ? startReply(transcript) : transcript;
    case "message_update":
      return growReply(transcript, event.assistantMessageEvent, nowMs);
    case "message_end":
      return recordMessage(transcript, event.message, nowMs);
    case "tool_execution_start":
      return startCall(transcript, event, nowMs);
    case "tool_execution_update":
      return updateCall(transcript, event);
    case "tool_execution_end":
      return event.abandoned === true ? abandonCall(transcript, event.toolCallId) : transcript;
    case "bash_execution_start":
      return startShell(transcript, event, nowMs);
    case "bash_execution_update":
      return growShell(transcript, event);
    case "bash_execution_end":
      return endShell(transcript, event);
    default:
      return reduceNews(transcript, event, nowMs);
  }
}

function reduceNews(transcript: Transcript, event: CodingAgentEvent, nowMs: number): Transcript {
  switch (event.type) {
    case "auto_retry_start": {
      const { attempt, maxAttempts, delayMs, errorMessage: error } = event;
      return { ...transcript, retry: { attempt, maxAttempts, atMs: nowMs + delayMs, error } };
    }
    case "auto_retry_end":
      return { ...transcript, retry: undefined };
    case "model_fallback": {
      const text = `${event.from} failed (${event.error.message}): asking ${event.to} instead.`;
      return withNotice(transcript, { role: "warning", text });
    }
    case "compaction_start":
      return { ...transcript, compaction: { startedMs: nowMs } };
    case "compaction_end":
      return endCompaction({ ...transcript, compaction: undefined }, event);
    case "model_changed":
      return chosen(transcript, { model: `${event.provider}/${event.modelId}` });
    case "thinking_level_changed":
      return chosen(transcript, { thinking: event.level });
    case "permission_mode_changed":
      return chosen(transcript, { mode: event.mode });
    default:
      return transcript;
  }
}

function endCompaction(
  transcript: Transcript,
  event: Extract<CodingAgentEvent, { readonly type: "compaction_end" }>,
): Transcript {
  const { result, aborted, errorMessage } = event;
  if (result) return appended(transcript, [compactionMarker(result)]);
  if (aborted) {
    const text = "The summing up was stopped; nothing was changed.";
    return withNotice(transcript, { role: "muted", text });
  }
  if (errorMessage === undefined) return transcript;
  const text = `Older messages were not summed up: ${errorMessage}`;
  return withNotice(transcript, { role: "warning", text });
}

function chosen(transcript: Transcript, choices: Choices): Transcript {
  return { ...transcript, choices: choose(transcript.choices, choices) };
}
