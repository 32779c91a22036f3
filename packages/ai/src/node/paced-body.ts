import type { IncomingMessage } from "node:http";

/** Short bodies are read as they come: what is awaited of them is their end. In milliseconds since the first piece. */
const unpacedMs = 100;
/** After a piece of so many bytes the next read waits twice as long: nobody reads as fast as that. */
const fastPiece = 768;
/** After a piece of so many bytes the next one is read at once: this is more than text, and its end is awaited. */
const bulkPiece = 32_768;

/**
 * How many bytes Node gathers from a socket that nobody reads before it leaves it alone (the `highWaterMark` of the
 * socket that a paced body is read from). With the usual 64 KiB it would go on waking up for every small piece.
 */
export const pacedHighWaterMark = 1;

/**
 * The body of a response that trickles in, read at most once in `intervalMs`, and half as often while it comes fast.
 * Between two reads the socket is left alone: the system gathers what arrives, and one wake-up takes it all, where every
 * small piece would cost one. The first pieces are read at once. `return()` closes the socket, also while the next read is
 * waited for.
 */
export function pacedBody(
  response: IncomingMessage,
  intervalMs: number,
): AsyncIterator<Uint8Array> {
  const arrivals = new Arrivals(response);
  let firstMs: number | undefined;
  let waitUntilMs = 0;
  return {
    async next() {
      if (waitUntilMs > 0) await arrivals.wait(waitUntilMs - nowMs());
      const piece = await arrivals.take();
      if (piece === undefined) return { done: true, value: undefined };
      const now = nowMs();
      firstMs ??= now;
      const isPaced = now - firstMs >= unpacedMs && piece.length < bulkPiece;
      const restMs = piece.length < fastPiece ? intervalMs : intervalMs * 2;
      waitUntilMs = isPaced ? now + restMs : 0;
      return { done: false, value: piece };
    },
    return() {
      response.destroy();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}

/** What has arrived of a body. The socket is read only while somebody waits for a piece. */
class Arrivals {
  readonly #response: IncomingMessage;
  #pieces: Uint8Array[] = [];
  /** `undefined` until the body ends; then the error that it ended with, if any. */
  #end: { readonly error: Error | undefined } | undefined;
  #heard: (() => void) | undefined;

  constructor(response: IncomingMessage) {
    this.#response = response;
    const end = (error?: Error): void => {
      this.#end ??= { error };
      this.#heard?.();
    };
    response.on("end", () => end());
    response.on("error", end);
    response.on("close", () => end(new Error("the response was closed before its end")));
    response.on("data", (piece: Uint8Array) => {
      this.#pieces.push(piece);
      this.#heard?.();
    });
  }

  /** Lets the time pass, then reads what the system gathered meanwhile. Ends at once with the body, by an abort for one. */
  async wait(milliseconds: number): Promise<void> {
    if (this.#end !== undefined) return;
    const hasEnded = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, milliseconds, false);
      this.#heard = () => {
        if (this.#end === undefined) return;
        clearTimeout(timer);
        resolve(true);
      };
    });
    if (hasEnded) return;
    this.#read(true);
    // Sockets are read between a timer and an immediate.
    await new Promise(setImmediate);
  }

  /** All that is there, or the next piece that comes; `undefined` at the end. Throws when the body broke off. */
  async take(): Promise<Uint8Array | undefined> {
    if (this.#pieces.length === 0 && this.#end === undefined) {
      this.#read(true);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
    this.#read(false);
    this.#heard = undefined;
    const pieces = this.#pieces;
    this.#pieces = [];
    if (pieces.length > 0) return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    if (this.#end?.error) throw this.#end.error;
    return undefined;
  }

  /** The socket of a whole response serves the next request already. */
  #read(isReading: boolean): void {
    if (this.#response.complete) return;
    if (isReading) this.#response.socket.resume();
    else this.#response.socket.pause();
  }
}

/** Of a clock that nobody sets. The first use of `performance` would load a module of Node's. */
function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
