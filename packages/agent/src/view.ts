import type { AssistantMessage, Message } from "@tau-ts/ai";
import { repairToolHistory } from "./tool-history.ts";

/**
 * The transcript one request sends, made from the record: empty failed replies and what the user kept from the model are
 * left out, and every tool call is followed by its one result. The record itself is never changed.
 */
export function contextForModel(record: readonly Message[]): readonly Message[] {
  return repairToolHistory(record.filter(isShown)).messages;
}

/**
 * {@link contextForModel} of a record that only grows, looking at new messages only: a turn costs the same at the start
 * of a conversation and after thousands of turns.
 */
export class ContextView {
  #record: readonly Message[] = [];
  /** How many messages of the record are in the view. */
  #seen = 0;
  #view: Message[] = [];
  /** The record holds results without a call: a later call of that id may claim them. */
  #hasOrphans = false;

  /** The view of the record as it is now, as an array of its own. */
  of(record: readonly Message[]): readonly Message[] {
    const isContinued = record === this.#record && record.length >= this.#seen;
    const added = record.slice(isContinued ? this.#seen : 0);
    if (isContinued && !this.#hasOrphans && isSelfContained(added))
      this.#view.push(...contextForModel(added));
    else this.#remake(record);
    this.#record = record;
    this.#seen = record.length;
    return [...this.#view];
  }

  /** Forgets what was made: the messages of the record were replaced. */
  reset(): void {
    this.#record = [];
    this.#seen = 0;
    this.#view = [];
    this.#hasOrphans = false;
  }

  #remake(record: readonly Message[]): void {
    const { messages, repairs } = repairToolHistory(record.filter(isShown));
    this.#view = [...messages];
    this.#hasOrphans = repairs.droppedOrphans > 0;
  }
}

/** Whether every result among new messages belongs to a call among them, so that nothing older can change. */
function isSelfContained(added: readonly Message[]): boolean {
  const calls = new Set<string>();
  for (const message of added) {
    if (message.role === "toolResult" && !calls.has(message.toolCallId)) return false;
    if (message.role !== "assistant") continue;
    for (const block of message.content) if (block.type === "toolCall") calls.add(block.id);
  }
  return true;
}

function isShown(message: Message): boolean {
  if (message.role === "bashExecution") return message.excludeFromContext !== true;
  return message.role !== "assistant" || !isEmptyFailure(message);
}

function isEmptyFailure(message: AssistantMessage): boolean {
  if (message.stopReason !== "error" && message.stopReason !== "aborted") return false;
  return message.content.every((block) => {
    switch (block.type) {
      case "text":
        return block.text.trim() === "";
      case "thinking":
        return block.thinking.trim() === "" && block.redacted !== true;
      case "toolCall":
        return false;
    }
  });
}
