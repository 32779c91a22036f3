import type { ResolvedBudget } from "./budget.ts";
import { OutputTail } from "./output-tail.ts";
import { Sanitiser } from "./sanitise.ts";
import { Spool } from "./spool.ts";
import type { SpoolOptions, Spooled } from "./spool.ts";
import type { Truncated } from "./truncate.ts";

/** What a command printed, ready to be shown. */
export interface FinishedOutput extends Truncated {
  /** Present when `text` is not all of it. */
  readonly full?: Spooled;
}

/** Bytes from a command on one side, the end of them as clean text on the other, all of them in a file if need be. */
export class CommandOutput {
  readonly #decoder = new TextDecoder();
  readonly #sanitiser = new Sanitiser();
  readonly #tail: OutputTail;
  readonly #spool: Spool;

  constructor(budget: ResolvedBudget, spool: SpoolOptions) {
    this.#tail = new OutputTail(budget);
    this.#spool = new Spool(spool);
  }

  /** The chunk is used up when this returns. */
  push(chunk: Uint8Array): void {
    this.#spool.push(chunk);
    this.#tail.push(this.#sanitiser.push(this.#decoder.decode(chunk, { stream: true })));
  }

  /** What can be shown while the command runs. */
  read(): Truncated {
    return this.#tail.read();
  }

  /** What is shown when it is over. Call once. */
  finish(): FinishedOutput {
    this.#tail.push(this.#sanitiser.push(this.#decoder.decode()));
    this.#tail.push(this.#sanitiser.end());
    const shown = this.#tail.read();
    if (shown.truncated) return { ...shown, full: this.#spool.keep() };
    this.#spool.discard();
    return shown;
  }

  /** Lets go of everything when there will be no result. */
  discard(): void {
    this.#spool.discard();
  }
}
