import { resolveBudget } from "./budget.ts";
import type { Budget, ResolvedBudget } from "./budget.ts";
import type { FinishedOutput } from "./command-output.ts";
import { OutputTail } from "./output-tail.ts";
import { Sanitiser } from "./sanitise.ts";
import { Spool } from "./spool.ts";
import type { SpoolOptions } from "./spool.ts";
import { truncateTail } from "./truncate.ts";

/**
 * What a background job prints, taken piece by piece: each piece is what came since the last one, of much of that the end.
 * All of it is in a file if a piece could not hold everything.
 */
export class JobOutput {
  readonly #budget: ResolvedBudget;
  readonly #decoder = new TextDecoder();
  readonly #sanitiser = new Sanitiser();
  readonly #spool: Spool;
  #fresh: OutputTail;
  #isOver = false;

  /** `budget` bounds one piece. */
  constructor(budget: Budget = {}, spool: SpoolOptions = {}) {
    this.#budget = resolveBudget(budget);
    this.#fresh = new OutputTail(this.#budget);
    this.#spool = new Spool(spool);
  }

  /** The chunk is used up when this returns. */
  push(chunk: Uint8Array): void {
    if (this.#isOver) return;
    this.#spool.push(chunk);
    this.#fresh.push(this.#sanitiser.push(this.#decoder.decode(chunk, { stream: true })));
  }

  /** Nothing more comes. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#fresh.push(this.#sanitiser.push(this.#decoder.decode()));
    this.#fresh.push(this.#sanitiser.end());
    this.#spool.close();
  }

  /** What {@link take} would answer now, as text: whoever looks at it takes nothing away from anybody. */
  peek(): string {
    return this.#fresh.read().text;
  }

  /** What came since the last call; `budget` may ask for less of it. */
  take(budget: Budget = this.#budget): FinishedOutput {
    const fresh = this.#fresh.read();
    this.#fresh = new OutputTail(this.#budget);
    const { totalLines } = fresh;
    const shown = truncateTail(fresh.text, budget);
    if (!shown.truncated && !fresh.truncated) return fresh;
    const full = this.#spool.soFar();
    if (this.#isOver) this.#spool.close();
    return { ...(shown.truncated ? shown : fresh), totalLines, truncated: true, full };
  }
}
