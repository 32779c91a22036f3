import type { AssistantMessage, Message } from "@tau-ts/ai";
import { Interruptions } from "./interruption.ts";
import type { InterruptionOptions } from "./interruption.ts";
import { repairToolHistory } from "./tool-history.ts";

/** What the view says beyond the record. */
export interface ViewOptions {
  /** Tells the model about runs that were stopped, before the words that come next. Default off. */
  readonly interruption?: boolean | InterruptionOptions | undefined;
}

/**
 * The transcript one request sends, made from the record: empty failed replies and what the user kept from the model are
 * left out, and every tool call is followed by its one result. The record itself is never changed.
 */
export function contextForModel(
  record: readonly Message[],
  options: ViewOptions = {},
): readonly Message[] {
  const view = repairToolHistory(record.filter(isShown)).messages;
  const interruptions = interruptionsOf(options);
  interruptions?.look(record);
  return interruptions?.tell(view) ?? view;
}

function interruptionsOf({ interruption }: ViewOptions): Interruptions | undefined {
  if (interruption === undefined || interruption === false) return undefined;
  return new Interruptions(interruption === true ? {} : interruption);
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
  readonly #options: ViewOptions;
  #interruptions: Interruptions | undefined;

  constructor(options: ViewOptions = {}) {
    this.#options = options;
    this.#interruptions = interruptionsOf(options);
  }

  /** The view of the record as it is now, as an array of its own. */
  of(record: readonly Message[]): readonly Message[] {
    const isContinued = record === this.#record && record.length >= this.#seen;
    const added = record.slice(isContinued ? this.#seen : 0);
    if (isContinued && !this.#hasOrphans && isSelfContained(added))
      this.#view.push(...contextForModel(added));
    else this.#remake(record);
    if (!isContinued) this.#interruptions = interruptionsOf(this.#options);
    this.#interruptions?.look(added);
    this.#record = record;
    this.#seen = record.length;
    return [...(this.#interruptions?.tell(this.#view) ?? this.#view)];
  }

  /** Forgets what was made: the messages of the record were replaced. */
  reset(): void {
    this.#record = [];
    this.#seen = 0;
    this.#view = [];
    this.#hasOrphans = false;
    this.#interruptions = interruptionsOf(this.#options);
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
