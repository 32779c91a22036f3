import { toolCalls } from "@tau-ts/ai";
import type { AssistantMessage, Message, ModelRequest } from "@tau-ts/ai";
import fc from "fast-check";
import { MemoryLog } from "../../src/session/memory-log.ts";
import type { SessionRow } from "../../src/session/rows.ts";
import { repairToolHistory } from "../../src/view/tool-history.ts";
import { assistant, toolResult, user } from "./session-fixtures.ts";

/** A reply as a model makes it: no usage, no time. */
export function bare(text: string, ...callIds: string[]): AssistantMessage {
  const { role, content, stopReason } = assistant(text, ...callIds);
  return { role, content, stopReason };
}

export function rowsFor(messages: readonly Message[]): SessionRow[] {
  return messages.map((message, index) => ({ id: `e${index}`, message }));
}

export async function fill(log: MemoryLog, messages: readonly Message[]): Promise<string[]> {
  const ids: string[] = [];
  for (const message of messages) ids.push(await log.append(message));
  return ids;
}

/** A log that holds some messages. */
export async function filledLog(messages: readonly Message[]): Promise<MemoryLog> {
  const log = new MemoryLog();
  await fill(log, messages);
  return log;
}

/** The text of the one message of a request for a summary. */
export function conversationOf(request: ModelRequest | undefined): string {
  const content = request?.messages[0]?.role === "user" ? request.messages[0].content : "";
  return typeof content === "string" ? content : "";
}

/** Turns of a user's words and a reply, each about so many characters. */
export function turns(count: number, characters: number): Message[] {
  return Array.from({ length: count }, (_, turn) => [
    user(`question ${turn} ${"q".repeat(characters)}`),
    bare(`answer ${turn} ${"a".repeat(characters)}`),
  ]).flat();
}

/** Throws unless a transcript is what a provider takes: opens on no result, and every call is followed by its results. */
export function checkValid(messages: readonly Message[]): void {
  const { repairs } = repairToolHistory(messages);
  const problems = Object.entries(repairs).filter(([, count]) => count > 0);
  if (problems.length > 0) throw new Error(`not valid: ${JSON.stringify(repairs)}`);
  if (messages[0]?.role === "toolResult") throw new Error("opens on a result");
}

/** Transcripts as runs leave them: calls answered at once, ids used again in later replies, some texts long. */
export const transcript: fc.Arbitrary<Message[]> = fc
  .array(
    fc.oneof(
      fc.record({ kind: fc.constant("user" as const), size: fc.nat(200) }),
      fc.record({ kind: fc.constant("reply" as const), size: fc.nat(200) }),
      fc.record({
        kind: fc.constant("calls" as const),
        size: fc.nat(200),
        ids: fc.uniqueArray(fc.constantFrom("c1", "c2", "c3"), { minLength: 1 }),
      }),
    ),
    { maxLength: 30 },
  )
  .map((steps) =>
    steps.flatMap((step): Message[] => {
      if (step.kind === "user") return [user("u".repeat(step.size))];
      if (step.kind === "reply") return [bare("a".repeat(step.size))];
      const reply = bare("calls", ...step.ids);
      return [reply, ...toolCalls(reply).map((call) => toolResult(call.id, "r".repeat(step.size)))];
    }),
  );
