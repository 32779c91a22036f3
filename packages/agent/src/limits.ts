import type { AssistantMessage, Diagnostic, Message } from "@tau-ts/ai";
import { systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { estimateText } from "./compaction/estimate.ts";

/** What may be spent. What is left out is not limited. */
export interface LimitOptions {
  /** Model calls. A call that is retried counts once. */
  readonly turns?: number | undefined;
  /** Tokens of all kinds, in and out. */
  readonly tokens?: number | undefined;
  /** US dollars. A model whose price is not known ends the run after its first reply. */
  readonly usd?: number | undefined;
  /** Seconds since the first model call. */
  readonly seconds?: number | undefined;
}

/** What has been spent. */
export interface Spending {
  readonly turns: number;
  readonly tokens: number;
  readonly usd: number;
  readonly seconds: number;
}

const limitErrorBrand: unique symbol = Symbol.for("tau-ts.LimitError");

/** Why no further model call may be made. It closes the run as its last message, with the diagnostic. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  readonly kind = "limit";
  readonly diagnostic: Diagnostic;

  /** `limit` names what is used up, `allowed` and `spent` are in its unit, `why` follows "Agent stopped". */
  constructor(limit: string, allowed: number, spent: number, why: string) {
    super(`Agent stopped${why}`);
    this.diagnostic = { type: "limit", limit, allowed, spent };
    Object.defineProperty(this, limitErrorBrand, { value: true });
  }

  /** Recognises the class across copies of this package. */
  static isInstance(value: unknown): value is LimitError {
    return value instanceof Error && limitErrorBrand in value;
  }
}

const units: Record<keyof LimitOptions, string> = {
  turns: "turns",
  tokens: "tokens",
  usd: "US dollars",
  seconds: "seconds",
};

/**
 * A budget. Give one object to a whole tree of agents and what each of them spends counts for all. It is looked at
 * before each model call: the call that would come after the budget is used up is not made.
 */
export class Limits {
  readonly #allowed: LimitOptions;
  readonly #clock: Clock;
  #startedAt: number | undefined;
  #turns = 0;
  #tokens = 0;
  #usd = 0;
  #unpricedModel: string | undefined;

  constructor(allowed: LimitOptions, clock: Clock = systemClock) {
    this.#allowed = allowed;
    this.#clock = clock;
  }

  /** What has been spent so far, by everybody who shares the budget. */
  get spent(): Spending {
    const started = this.#startedAt;
    const seconds = started === undefined ? 0 : (this.#clock.now() - started) / 1000;
    return { turns: this.#turns, tokens: this.#tokens, usd: this.#usd, seconds };
  }

  /** What forbids another model call; undefined when it may be made. */
  exceeded(): LimitError | undefined {
    const { spent } = this;
    for (const limit of ["turns", "tokens", "usd", "seconds"] as const) {
      const allowed = this.#allowed[limit];
      if (allowed === undefined) continue;
      if (limit === "usd" && this.#unpricedModel !== undefined)
        return new LimitError(
          limit,
          allowed,
          spent.usd,
          `: the price of ${this.#unpricedModel} is not known`,
        );
      if (!(spent[limit] < allowed))
        return new LimitError(
          limit,
          allowed,
          spent[limit],
          `: the limit of ${allowed} ${units[limit]} is used up`,
        );
    }
    return undefined;
  }

  /** Counts a model call that is about to be made. */
  begin(): void {
    this.#startedAt ??= this.#clock.now();
    this.#turns += 1;
  }

  /** Counts a reply. Without usage its tokens are estimated, as `estimateTokens` does, from what was sent and what came. */
  spend(reply: AssistantMessage, sent: readonly Message[]): void {
    const { usage } = reply;
    const reported = usage?.totalTokens ?? 0;
    this.#tokens +=
      reported > 0 || this.#allowed.tokens === undefined
        ? reported
        : estimateText([...sent, reply]);
    if (usage?.cost) this.#usd += usage.cost.total;
    else this.#unpricedModel ??= reply.model ?? "this model";
  }
}
