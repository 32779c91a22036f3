import type { AssistantMessage, Message } from "@tau-ts/ai";
import type { Clock } from "../clock.ts";
import { Commitment } from "../commit.ts";
import type { PutLate, Replacement } from "../commit.ts";
import { asError } from "../errors.ts";
import type { AgentEvent } from "../events.ts";
import type { AgentHooks, CompactionWork } from "../hooks.ts";
import type { CancelToken } from "../stopping/cancel-token.ts";
import { ABANDONED } from "../stopping/gate.ts";
import type { Gate } from "../stopping/gate.ts";
import { errorText } from "../texts.ts";

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
  /** See {@link Place}. */
  readonly beginSaving?: (() => PutLate) | undefined;
}

/**
 * Asks the `compact` hook and announces what it does. A compaction that does not help is not repeated: after one, there
 * is no other before the hook has seen room or the user has spoken, and none for a request that is too long all the same.
 */
export class RoomMaker {
  readonly #context: RoomContext;
  /** There was a compaction, and no room seen after it. */
  #isSpent = false;
  /** There was a compaction, and no reply after it. */
  #isUnproven = false;

  constructor(context: RoomContext) {
    this.#context = context;
  }

  /** The user spoke: whatever was tried before may be tried again. */
  renew(): void {
    this.#isSpent = false;
    this.#isUnproven = false;
  }

  /** A model call went well. */
  replied(): void {
    this.#isUnproven = false;
  }

  /** `true` when the record was replaced; ABANDONED when a hard stop came meanwhile. */
  async *make(
    reason: "threshold" | "overflow",
  ): AsyncGenerator<AgentEvent, boolean | typeof ABANDONED> {
    const { token } = this.#context;
    const work = token.isCancelled ? undefined : this.#ask(reason);
    if (work === undefined) return false;
    this.#isSpent = true;
    this.#isUnproven = true;
    yield { type: "compaction_start", reason };
    const { outcome, replacement } = token.isCancelled ? nothing : await this.#perform(work);
    const isReplaced = replacement !== undefined;
    const isAborted = token.isCancelled && !isReplaced;
    yield {
      type: "compaction_end",
      reason,
      ...(replacement?.result === undefined ? {} : { result: replacement.result }),
      aborted: isAborted,
      willRetry: reason === "overflow" && isReplaced && !token.isCancelled,
      ...(outcome instanceof Error && !isAborted ? { errorMessage: errorText(outcome) } : {}),
    };
    return outcome === ABANDONED ? ABANDONED : isReplaced;
  }

  /** What the hook wants to do; nothing also when it wanted as much before and it did not help. */
  #ask(reason: "threshold" | "overflow"): CompactionWork | undefined {
    const { hook, record, token } = this.#context;
    if (hook === undefined) return undefined;
    let answer: ReturnType<typeof hook>;
    try {
      answer = hook(record, { signal: token.signal, reason });
    } catch (error) {
      answer = () => Promise.reject(asError(error));
    }
    if (answer === undefined && reason === "threshold") this.#isSpent = false;
    if (typeof answer !== "function") return undefined;
    return (reason === "threshold" ? this.#isSpent : this.#isUnproven) ? undefined : answer;
  }

  async #perform(work: CompactionWork): Promise<Attempt> {
    const { token, gate, clock, flushMs, replace, beginSaving } = this.#context;
    const done: Replacement[] = [];
    const put = (replacement: Replacement): void => {
      replace(replacement.messages);
      done.push(replacement);
    };
    const commitment = new Commitment(token, { put, beginSaving });
    let outcome: Attempt["outcome"];
    try {
      outcome = await gate.call(() => work(commitment.commit));
    } catch (error) {
      outcome = asError(error);
    }
    await commitment.close(clock, flushMs);
    return { outcome, replacement: done.at(-1) };
  }
}

/** What came of the work of a hook, and what it put in place. */
interface Attempt {
  readonly outcome: void | Error | typeof ABANDONED;
  readonly replacement: Replacement | undefined;
}

const nothing: Attempt = { outcome: undefined, replacement: undefined };

/** Whether a model call failed because the request was too long. */
export function isOverflow(reply: AssistantMessage): boolean {
  return (
    reply.stopReason === "error" &&
    reply.diagnostics?.some(
      (entry) => entry.type === "provider_error" && entry["kind"] === "context-overflow",
    ) === true
  );
}
