import { toolCalls } from "@tau-ts/ai";
import type { AssistantMessage, Message, UserMessage } from "@tau-ts/ai";
import { recorded } from "../recorded.ts";
import { ABORTED } from "../texts.ts";

/** What the model is told about a run that was stopped. */
export interface InterruptionOptions {
  /** Background jobs that live right now, each in a few words; told with the newest words only. */
  readonly jobs?: (() => readonly string[]) | undefined;
}

/**
 * Finds the words a person says next after a run was stopped, and what the model should hear before them: who stopped
 * it, and that its tools may have run partly. Looks at each message of the record once.
 */
export class Interruptions {
  readonly #notices = new Map<Message, string>();
  readonly #jobs: (() => readonly string[]) | undefined;
  /** Messages with their notice, kept so that equal requests are made of the same objects. */
  readonly #told = new WeakMap<Message, { readonly text: string; readonly message: UserMessage }>();
  /** Calls since somebody last spoke that have no result. */
  #open = new Set<string>();
  #stop: string | undefined;

  constructor(options: InterruptionOptions = {}) {
    this.#jobs = options.jobs;
  }

  /** Takes note of messages that were added to the record. */
  look(added: readonly Message[]): void {
    for (const message of added) {
      if (message.role === "user") this.#hear(message);
      else if (message.role === "toolResult") this.#open.delete(message.toolCallId);
      else if (message.role === "assistant") {
        this.#stop = message.stopReason === "aborted" ? stopText(message) : undefined;
        for (const call of toolCalls(message)) this.#open.add(call.id);
      }
    }
  }

  /** The view with what the model should hear put before the words it belongs to. */
  tell(view: readonly Message[]): readonly Message[] {
    if (this.#notices.size === 0) return view;
    const newest = view.findLast((message) => message.role === "user");
    return view.map((message) => {
      const notice = this.#notices.get(message);
      if (notice === undefined || message.role !== "user") return message;
      const jobs = message === newest ? (this.#jobs?.() ?? []) : [];
      const text =
        jobs.length > 0 ? `${notice} Still running in the background: ${jobs.join(", ")}.` : notice;
      return this.#withNotice(message, text);
    });
  }

  #hear(message: UserMessage): void {
    const stop = this.#stop ?? (this.#open.size > 0 ? "was stopped" : undefined);
    if (stop !== undefined)
      this.#notices.set(
        message,
        `Note: the run before this message ${stop}. Tools that were running may have run partly; check before repeating them.`,
      );
    this.#stop = undefined;
    this.#open = new Set();
  }

  #withNotice(message: UserMessage, text: string): UserMessage {
    const told = this.#told.get(message);
    if (told?.text === text) return told.message;
    const words =
      typeof message.content === "string"
        ? [{ type: "text" as const, text: message.content }]
        : message.content;
    const content = [{ type: "text" as const, text }, ...words];
    const withNotice: UserMessage = recorded({ ...message, content });
    this.#told.set(message, { text, message: withNotice });
    return withNotice;
  }
}

/** Who stopped a run and why, as far as its aborted reply tells. */
function stopText({ diagnostics, errorMessage }: AssistantMessage): string {
  const cancelled = diagnostics?.find((diagnostic) => diagnostic.type === "cancelled");
  const kind = cancelled?.["kind"];
  const who =
    typeof kind === "string" && kind !== "user"
      ? `was stopped (${kind})`
      : "was stopped by the user";
  const reason = cancelled?.["reason"] ?? errorMessage?.split(`${ABORTED}: `)[1];
  return typeof reason === "string" ? `${who}: ${reason.replace(/\.$/, "")}` : who;
}
