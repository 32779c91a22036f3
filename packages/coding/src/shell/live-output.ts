import { setImmediate } from "node:timers/promises";
import type { CommandProcess } from "./start-command.ts";
import { pause } from "./timers.ts";

/**
 * What a command prints, handed to one listener and then maybe to another. The memory of each chunk is given back as soon
 * as the listener returns: left to the garbage collector, 300 MB of output grow the process by 40 to 65 MB, like this by 13.
 */
export class LiveOutput {
  readonly #child: CommandProcess;
  readonly #closed = new AbortController();
  #listener: ((chunk: Uint8Array) => void) | undefined;
  #onFailure: ((error: unknown) => void) | undefined;
  failure: { readonly error: unknown } | undefined;

  /** `onFailure` hears what the listener throws; after that nothing is forwarded any more. */
  constructor(
    child: CommandProcess,
    listener: (chunk: Uint8Array) => void,
    onFailure?: (error: unknown) => void,
  ) {
    this.#child = child;
    this.#listener = listener;
    this.#onFailure = onFailure;
    child.stdout.on("data", (chunk: Uint8Array) => {
      this.#forward(chunk);
      release(chunk);
    });
    child.stdout.once("close", () => this.#closed.abort());
  }

  /** Aborts when nobody holds the other end any more. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /**
   * Waits for the rest of the output, no longer than `milliseconds`: a process left in the background may hold the pipe
   * open for ever. The bound is on time, not on silence, as that process may also talk for ever.
   */
  async drain(milliseconds: number): Promise<void> {
    await pause(milliseconds, this.#closed.signal);
    // On a busy host the time can be over before the pipe was looked at once; this lets that happen.
    await setImmediate();
  }

  /**
   * From here on `listener`, or nobody, hears what comes. Reading goes on either way, so that a background job's next line
   * does not end it; the host may exit meanwhile.
   */
  leaveTo(listener: ((chunk: Uint8Array) => void) | undefined): void {
    this.#listener = listener;
    this.#onFailure = undefined;
    const { stdout } = this.#child;
    if ("unref" in stdout && typeof stdout.unref === "function") stdout.unref();
  }

  close(): void {
    this.#listener = undefined;
    this.#child.stdout.destroy();
  }

  #forward(chunk: Uint8Array): void {
    try {
      this.#listener?.(chunk);
    } catch (error) {
      // Thrown on, it would end the host from inside an event.
      this.#listener = undefined;
      this.failure = { error };
      this.#onFailure?.(error);
    }
  }
}

/** A chunk that has its memory to itself, as those of pipes do, gives it back. */
function release(chunk: Uint8Array): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && chunk.byteLength === buffer.byteLength) buffer.transfer(0);
}
