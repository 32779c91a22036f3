import type { AssistantMessage, Message } from "@tau-ts/ai";
import type { CancelToken } from "./cancel-token.ts";
import type { Clock } from "./clock.ts";
import { Commitment } from "./commit.ts";
import type { AgentEvent, CompactionResult } from "./events.ts";
import { ABANDONED } from "./gate.ts";
import type { Gate } from "./gate.ts";
import type { AgentHooks, CompactionWork } from "./hooks.ts";
import { errorText } from "./texts.ts";

/** What the loop's compactions need from the run they belong to. */
export interface RoomContext {
  readonly hook: AgentHooks["compact"];
  readonly record: readonly Message[];
  readonly token: CancelToken;
  readonly gate: Gate;
  readonly clock: Clock;
  /** How long a hard stop waits for a compaction that is being written, in milliseconds. */
  readonly flushMs: number;
  /** Puts another transcript in place of the record. */
  readonly replace: (messages: readonly Message[]) => void;
}

/**
 * Asks the `compact` hook and announces what it does. A compaction that does not help is not repeated: after one, there
 * is no other before the hook has found the context small enough, or the user has spoken.
 */
export class RoomMaker {
  readonly #context: RoomContext;
  #isSpent = false;
  #isReplaced = false;

  constructor(context: RoomContext) {
    this.#context = context;
  }

  /** The user spoke: whatever was tried before may be tried again. */
  renew(): void {
    this.#isSpent = false;
  }

  /** `true` when the record was replaced; ABANDONED when a hard stop came meanwhile. */
  async *make(
    reason: "threshold" | "overflow",
  ): AsyncGenerator<AgentEvent, boolean | typeof ABANDONED> {
    const { token } = this.#context;
    const work = token.isCancelled ? undefined : this.#ask(reason);
    if (work === undefined) return false;
    this.#isSpent = true;
    this.#isReplaced = false;
    yield { type: "compaction_start", reason };
    const outcome = await this.#perform(work);
    const isAborted = token.isCancelled && !this.#isReplaced;
    yield {
      type: "compaction_end",
      reason,
      ...(this.#isReplaced && isResult(outcome) ? { result: outcome } : {}),
      aborted: isAborted,
      willRetry: reason === "overflow" && this.#isReplaced && !token.isCancelled,
      ...(outcome instanceof Error && !isAborted ? { errorMessage: errorText(outcome) } : {}),
    };
    return outcome === ABANDONED ? ABANDONED : this.#isReplaced;
  }

  /** What the hook wants to do; nothing also when it wanted as much before and it did not help. */
  #ask(reason: "threshold" | "overflow"): CompactionWork | undefined {
    const { hook, record, token } = this.#context;
    if (hook === undefined) return undefined;
    let work: CompactionWork | undefined;
    try {
      work = hook(record, { signal: token.signal, reason }) ?? undefined;
    } catch (error) {
      work = () => Promise.reject(error instanceof Error ? error : new Error(errorText(error)));
    }
    if (this.#isSpent && work !== undefined) return undefined;
    if (work === undefined) this.#isSpent = false;
    return work;
  }

  async #perform(
    work: CompactionWork,
  ): Promise<CompactionResult | undefined | void | Error | typeof ABANDONED> {
    const { token, gate, clock, flushMs, replace } = this.#context;
    const commitment = new Commitment(token, (messages) => {
      replace(messages);
      this.#isReplaced = true;
    });
    try {
      return await gate.call(() => work(commitment.commit));
    } catch (error) {
      return error instanceof Error ? error : new Error(errorText(error), { cause: error });
    } finally {
      await commitment.close(clock, flushMs);
    }
  }
}

/** Whether a model call failed because the request was too long. */
export function isOverflow(reply: AssistantMessage): boolean {
  return (
    reply.stopReason === "error" &&
    reply.diagnostics?.some(
      (entry) => entry.type === "provider_error" && entry["kind"] === "context-overflow",
    ) === true
  );
}

function isResult(
  outcome: CompactionResult | undefined | void | Error | typeof ABANDONED,
): outcome is CompactionResult {
  return typeof outcome === "object" && !(outcome instanceof Error);
}
