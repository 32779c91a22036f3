import type { AssistantEvent, AssistantMessage, JsonObject } from "@tau-ts/ai";
import type { FrontendEvent } from "./frontend.ts";
import { toldMessage, toldUsage } from "./told-usage.ts";
import type { ToldUsage } from "./told-usage.ts";

/**
 * Writes events as lines of JSON. `message_update` carries what is new and neither the growing message nor the finished
 * one, so that the bytes of a reply grow with its length and not with its square.
 */
export class EventLines {
  /** What the calls that go on were given, by their id: news of a call repeats it. */
  readonly #args = new Map<string, JsonObject>();

  /** One event as one line, newline included. */
  line(event: FrontendEvent, sessionId: string | undefined): string {
    const { type, ...fields } = this.#told(event);
    const line = sessionId === undefined ? { type, ...fields } : { type, sessionId, ...fields };
    try {
      return `${JSON.stringify(line)}\n`;
    } catch {
      // Only a tool's own progress details are not known to be JSON: they may contain themselves.
      return `${JSON.stringify(line, (key, value: unknown) => (key === "details" ? undefined : value))}\n`;
    }
  }

  #told(event: FrontendEvent): ToldEvent {
    if (event.type === "tool_execution_start") this.#args.set(event.toolCallId, event.args);
    if (event.type === "tool_execution_end") this.#args.delete(event.toolCallId);
    if (event.type !== "tool_execution_update") return told(event);
    const { type, toolCallId, toolName, ...others } = event;
    const args = this.#args.get(toolCallId);
    return { type, toolCallId, toolName, ...(args && { args }), ...others };
  }
}

type ToldEvent =
  | Exclude<FrontendEvent, { readonly type: "message_update" | "message_start" }>
  | { readonly type: "message_start"; readonly message: object }
  | {
      readonly type: "message_update";
      readonly usage: ToldUsage;
      readonly assistantMessageEvent: object;
    };

function told(event: FrontendEvent): ToldEvent {
  switch (event.type) {
    case "message_update": {
      const { type, message, assistantMessageEvent } = event;
      const usage = toldUsage(message.usage);
      return { type, usage, assistantMessageEvent: news(assistantMessageEvent, message) };
    }
    case "message_start": {
      const message = toldMessage(event.message);
      if (message.role !== "assistant") return event;
      // The live reply may have grown before it is written here; what it has then comes again as deltas.
      return { type: event.type, message: { ...message, content: [], stopReason: "pending" } };
    }
    case "message_end":
      return { ...event, message: toldMessage(event.message) };
    case "turn_end":
      return event.message ? { ...event, message: toldMessage(event.message) } : event;
    case "agent_end":
      return { ...event, messages: event.messages.map(toldMessage) };
    case "compaction_end": {
      const { result } = event;
      if (!result?.usage) return event;
      return { ...event, result: { ...result, usage: toldUsage(result.usage) } };
    }
    default:
      return event;
  }
}

function news(event: AssistantEvent, message: AssistantMessage): object {
  if (event.type === "done" || event.type === "error")
    return { type: event.type, reason: event.reason };
  if (!("partial" in event)) return event;
  const { partial: _, ...others } = event;
  if (event.type !== "toolcall_start") return others;
  const call = message.content[event.contentIndex];
  return call?.type === "toolCall" ? { ...others, id: call.id, toolName: call.name } : others;
}
