import type { AgentEvent, Outcome } from "@tau-ts/agent";
import type { AgentSessionEvent } from "./agent-events.ts";
import { endedByOldContent } from "./refused-content.ts";

/** Makes the events of one session out of those of its runs. */
export class RunEvents {
  /** The repeat of a model call that is going on, counted from 1. */
  #retry: number | undefined;
  #outcome: Outcome = "completed";
  #willRetry = false;
  #isRetry = false;

  /** A model call is being repeated: the next piece of a reply ends that. */
  get isRetrying(): boolean {
    return this.#retry !== undefined;
  }

  /** The run that ended last is to go on by itself, once. */
  get willRetry(): boolean {
    return this.#willRetry;
  }

  /** Most often the one event; a reply that comes after repeats is told of by two. */
  translate(event: AgentEvent): readonly AgentSessionEvent[] {
    switch (event.type) {
      case "agent_start": {
        this.#isRetry = this.#willRetry;
        this.#willRetry = false;
        return [event];
      }
      case "agent_end": {
        const { outcome, messages } = event;
        this.#outcome = outcome;
        this.#willRetry = outcome === "error" && !this.#isRetry && endedByOldContent(messages);
        const willRetry = this.#willRetry;
        return [...this.#endOfRetry(outcome === "completed"), { ...event, willRetry }];
      }
      case "agent_settled":
        if (this.#willRetry) return [];
        return [{ type: "agent_settled", aborted: isStop(this.#outcome) }];
      case "model_retry": {
        const { attempt, maxAttempts, delayMs, error } = event;
        this.#retry = attempt - 1;
        const errorMessage = error.message;
        return [
          {
            type: "auto_retry_start",
            attempt: attempt - 1,
            maxAttempts: maxAttempts - 1,
            delayMs,
            errorMessage,
          },
        ];
      }
      case "message_update":
        return [...this.#endOfRetry(true), event];
      case "message_end": {
        const { message } = event;
        if (message.role !== "assistant") return [event];
        const hasFailed = message.stopReason === "error" || message.stopReason === "aborted";
        return [...this.#endOfRetry(!hasFailed, message.errorMessage), event];
      }
      default:
        return [event];
    }
  }

  #endOfRetry(success: boolean, finalError?: string): readonly AgentSessionEvent[] {
    const attempt = this.#retry;
    if (attempt === undefined) return [];
    this.#retry = undefined;
    const why = success || finalError === undefined ? {} : { finalError };
    return [{ type: "auto_retry_end", success, attempt, ...why }];
  }
}

function isStop(outcome: Outcome): boolean {
  return outcome === "aborted" || outcome === "abandoned";
}
