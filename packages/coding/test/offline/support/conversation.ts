import { textOf, toolCalls, userMessage } from "@tau-ts/ai";
import type {
  AssistantEvent,
  AssistantMessage,
  JsonValue,
  Message,
  ModelRequest,
  ToolResultMessage,
} from "@tau-ts/ai";
import { offlineModel } from "../../../src/offline/offline-model.ts";

/** The tools that the offline model asks for. */
export const tools = ["ls", "read", "grep", "write", "edit", "bash"].map((name) => ({
  name,
  description: name,
  parameters: {},
}));

/** All events of one reply of a fresh model. */
export async function eventsOf(request: ModelRequest): Promise<AssistantEvent[]> {
  const events: AssistantEvent[] = [];
  for await (const event of offlineModel().stream(request)) events.push(event);
  return events;
}

/** The one message that a reply comes to. */
export async function reply(
  messages: readonly Message[],
  more: Partial<ModelRequest> = {},
): Promise<AssistantMessage> {
  const last = (await eventsOf({ messages, tools, ...more })).at(-1);
  if (last?.type === "done") return last.message;
  if (last?.type === "error") return last.error;
  throw new Error(`the stream ended with ${last?.type ?? "nothing"}`);
}

/** The result of the one call of `message`. */
export function resultOf(
  message: AssistantMessage,
  text: string,
  more: { readonly isError?: boolean; readonly details?: JsonValue } = {},
): ToolResultMessage {
  const [call] = toolCalls(message);
  if (!call) throw new Error("the reply asks for no tool");
  const content: ToolResultMessage["content"] = [{ type: "text", text }];
  return {
    role: "toolResult",
    toolCallId: call.id,
    toolName: call.name,
    content,
    isError: false,
    timestamp: 2,
    ...more,
  };
}

/** Asks, answers each call with the next result, and returns the last reply and how many calls were made. */
export async function converse(
  request: string,
  results: readonly (string | { text: string; isError?: boolean; details?: JsonValue })[],
): Promise<{ readonly text: string; readonly calls: readonly string[] }> {
  const messages: Message[] = [userMessage(request, 1)];
  const calls: string[] = [];
  for (;;) {
    const message = await reply(messages);
    const [call] = toolCalls(message);
    if (!call) return { text: textOf(message), calls };
    const result = results[calls.length];
    if (result === undefined) throw new Error(`no result for ${call.name}`);
    calls.push(call.name);
    const { text, ...more } = typeof result === "string" ? { text: result } : result;
    messages.push(message, resultOf(message, text, more));
  }
}
