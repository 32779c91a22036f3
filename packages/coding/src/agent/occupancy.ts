import { CancelToken, HarnessError } from "@tau-ts/agent";
import type { CancelInput } from "@tau-ts/agent";

interface Occupation {
  readonly token: CancelToken;
  /** Whether the session itself is being changed. */
  readonly isChange: boolean;
  readonly whenOver: Promise<void>;
}

/** What an agent is busy with: one thing at a time, from the caller's line on. */
export class Occupancy {
  readonly #onIdle: () => void;
  #current: Occupation | undefined;
  #isClosed = false;

  /** `onIdle` is called whenever nothing goes on any more. */
  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Whether another session, or another place in it, is being gone to. */
  get isChanging(): boolean {
    return this.#current?.isChange === true;
  }

  /** Nothing can begin any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Throws HarnessError `busy` after {@link close}. */
  checkOpen(): void {
    if (this.#isClosed)
      throw new HarnessError("busy", "the agent was disposed of; make another one");
  }

  /** Throws HarnessError `busy` when something is going on. `work` is handed the signal that asks it to stop. */
  begin<T>(
    work: (signal: AbortSignal) => Promise<T>,
    options: { readonly signal?: AbortSignal | undefined; readonly isChange?: boolean } = {},
  ): Promise<T> {
    this.checkOpen();
    if (this.#current) throw new HarnessError("busy", "already running; use steer() or followUp()");
    const token = CancelToken.from(options.signal);
    const { promise: whenOver, resolve: end } = Promise.withResolvers<void>();
    const { isChange = false } = options;
    this.#current = { token, isChange, whenOver };
    return this.#perform(
      () => work(token.signal),
      () => {
        token[Symbol.dispose]();
        this.#current = undefined;
        end();
        this.#onIdle();
      },
    );
  }

  /** Asks what goes on to stop. */
  cancel(reason?: CancelInput): void {
    this.#current?.token.cancel(reason);
  }

  /** Resolves when what goes on now is over. */
  async whenOver(): Promise<void> {
    await this.#current?.whenOver;
  }

  async #perform<T>(work: () => Promise<T>, onOver: () => void): Promise<T> {
    try {
      return await work();
    } finally {
      onOver();
    }
  }
}
