import type { AgentEvent } from "@tau-ts/agent";
import type { AssistantEvent } from "@tau-ts/ai";

/**
 * An event as one line of JSON, newline included. `message_update` carries what is new and neither the growing message
 * nor the finished one, so that the bytes of a reply grow with its length and not with its square.
 */
export function eventLine(event: AgentEvent, sessionId: string | undefined): string {
  const { type, ...fields } = told(event);
  const line = sessionId === undefined ? { type, ...fields } : { type, sessionId, ...fields };
  try {
    return `${JSON.stringify(line)}\n`;
  } catch {
    // Only a tool's own progress details are not known to be JSON: they may contain themselves.
    return `${JSON.stringify(line, (key, value: unknown) => (key === "details" ? undefined : value))}\n`;
  }
}

type ToldEvent =
  | Exclude<AgentEvent, { type: "message_update" }>
  | { type: "message_update"; assistantMessageEvent: object };

function told(event: AgentEvent): ToldEvent {
  if (event.type === "message_update")
    return { type: event.type, assistantMessageEvent: news(event.assistantMessageEvent) };
  // The live reply may have grown before it is written here; what it has then comes again as deltas.
  if (event.type === "message_start" && event.message.role === "assistant")
    return { type: event.type, message: { ...event.message, content: [] } };
  return event;
}

function news(event: AssistantEvent): object {
  if (event.type === "done" || event.type === "error")
    return { type: event.type, reason: event.reason };
  return "partial" in event ? { ...event, partial: undefined } : event;
}
