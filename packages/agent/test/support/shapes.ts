import { textOf, toolCalls } from "@tau-ts/ai";
import type { Message } from "@tau-ts/ai";
import type { AgentEvent } from "../../src/events.ts";

/** One message in the contract's shorthand: `U`, `A`, `A[c1,c2]`, `R(c1)`, `A(aborted)`, `A(error)`. */
export function shapeOf(message: Message): string {
  if (message.role === "user") return "U";
  if (message.role === "toolResult") return `R(${message.toolCallId})`;
  if (message.role !== "assistant") return message.role;
  if (message.stopReason === "aborted" || message.stopReason === "error")
    return `A(${message.stopReason})`;
  const calls = toolCalls(message).map((call) => call.id);
  return calls.length > 0 ? `A[${calls.join(",")}]` : "A";
}

/** A transcript in the contract's shorthand. */
export function shape(messages: readonly Message[]): string {
  return messages.map(shapeOf).join(" ");
}

/** Events in the contract's shorthand: `ms(…)`, `mu`, `me(…)` for message events, full names for all others. */
export function eventNames(events: readonly AgentEvent[]): string[] {
  return events.map((event) => {
    switch (event.type) {
      case "message_start":
        return `ms(${event.message.role === "assistant" ? "A" : shapeOf(event.message)})`;
      case "message_update":
        return "mu";
      case "message_end":
        return `me(${shapeOf(event.message)})`;
      default:
        return event.type;
    }
  });
}

/** The text of the last result of a call. */
export function resultText(messages: readonly Message[], callId: string): string | undefined {
  const result = messages.findLast(
    (message) => message.role === "toolResult" && message.toolCallId === callId,
  );
  return result && textOf(result);
}

/** Throws unless every start has its end, in order, and each recorded message was announced exactly once, in order. */
export function checkBalance(events: readonly AgentEvent[], added: readonly Message[]): void {
  const open: string[] = [];
  const pairs: Record<string, string> = {
    agent_end: "agent_start",
    turn_end: "turn_start",
    message_end: "message_start",
    tool_execution_end: "tool_execution_start",
  };
  for (const event of events) {
    if (event.type === "agent_settled") continue;
    const key = "toolCallId" in event ? `:${event.toolCallId}` : "";
    if (Object.values(pairs).includes(event.type)) open.push(event.type + key);
    const start = pairs[event.type];
    if (start === undefined) continue;
    const index = open.lastIndexOf(start + key);
    if (index < 0) throw new Error(`${event.type} without ${start}`);
    open.splice(index, 1);
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(", ")}`);
  const announced = events
    .filter((event) => event.type === "message_end")
    .map((event) => event.message);
  if (
    announced.length !== added.length ||
    announced.some((message, index) => message !== added[index])
  )
    throw new Error(`announced ${shape(announced)}, recorded ${shape(added)}`);
}
