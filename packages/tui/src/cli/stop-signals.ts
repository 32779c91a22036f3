export type StopSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** What a shell reports for a program that a signal ended: 128 and the signal's number. */
const exitCodes: Readonly<Record<StopSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const names: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** What is needed of `process`. */
export interface SignalSource {
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
}

/** The requests to stop that the system, or a key at the terminal, sends to this process. */
export class StopSignals implements Disposable {
  readonly #source: SignalSource;
  readonly #controller = new AbortController();
  #exitCode: number | undefined;
  #count = 0;
  #listener: (signal: StopSignal, count: number) => void = (signal) => this.end(signal);

  constructor(source: SignalSource) {
    this.#source = source;
    for (const name of names) source.on(name, this.receive);
  }

  /** Aborts with the request that ends the command. */
  get ended(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code of the request that ended the command; `undefined` while there is none. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /**
   * Hears of every request from now on, with its number from 1, in place of whoever listened before. While nobody does,
   * the first request ends the command.
   */
  listen(listener: (signal: StopSignal, count: number) => void): void {
    this.#listener = listener;
  }

  /** Takes note of a request. */
  readonly receive = (signal: StopSignal): void => {
    this.#count += 1;
    this.#listener(signal, this.#count);
  };

  /** An error of the command itself ends it, with code 1: whoever listens is told as of a request to end. */
  crash(): void {
    this.#exitCode ??= 1;
    this.receive("SIGTERM");
  }

  /** Says that a request ends the command; only the first counts. */
  end(signal: StopSignal): void {
    this.#exitCode ??= exitCodes[signal];
    this.#controller.abort();
  }

  [Symbol.dispose](): void {
    for (const name of names) this.#source.off(name, this.receive);
  }
}
