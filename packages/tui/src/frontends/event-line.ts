import type { AssistantEvent, AssistantMessage, Usage } from "@tau-ts/ai";
import type { FrontendEvent } from "./frontend.ts";

/**
 * An event as one line of JSON, newline included. `message_update` carries what is new and neither the growing message
 * nor the finished one, so that the bytes of a reply grow with its length and not with its square.
 */
export function eventLine(event: FrontendEvent, sessionId: string | undefined): string {
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
  | Exclude<FrontendEvent, { readonly type: "message_update" | "message_start" }>
  | { readonly type: "message_start"; readonly message: object }
  | {
      readonly type: "message_update";
      readonly usage: Usage;
      readonly assistantMessageEvent: object;
    };

function told(event: FrontendEvent): ToldEvent {
  if (event.type === "message_update") {
    const { type, message, assistantMessageEvent } = event;
    const { usage = unknownUsage } = message;
    return { type, usage, assistantMessageEvent: news(assistantMessageEvent, message) };
  }
  // The live reply may have grown before it is written here; what it has then comes again as deltas.
  if (event.type === "message_start" && event.message.role === "assistant")
    return { type: event.type, message: { ...event.message, content: [], stopReason: "pending" } };
  return event;
}

const unknownUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

function news(event: AssistantEvent, message: AssistantMessage): object {
  if (event.type === "done" || event.type === "error")
    return { type: event.type, reason: event.reason };
  if (!("partial" in event)) return event;
  const { partial: _, ...others } = event;
  if (event.type !== "toolcall_start") return others;
  const call = message.content[event.contentIndex];
  return call?.type === "toolCall" ? { ...others, id: call.id, toolName: call.name } : others;
}
