import type { IncomingMessage } from "node:http";

/** Short bodies are read as they come: what is awaited of them is their end. In milliseconds since the first piece. */
const unpacedMs = 100;
/** After a piece of so many bytes the next one is read at once: much is coming, and few wake-ups are saved. */
const largePiece = 4096;

/**
 * The body of a response that trickles in, read at most once in `intervalMs`. Between two reads the socket is left alone:
 * the system gathers what arrives, and one wake-up takes it all, where every small piece would cost one. The first pieces
 * are read at once. `return()` closes the socket, also while the next read is waited for.
 */
export function pacedBody(
  response: IncomingMessage,
  intervalMs: number,
): AsyncIterator<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
  let firstMs: number | undefined;
  let waitUntilMs = 0;
  const rest = (piece: Uint8Array): void => {
    const now = nowMs();
    firstMs ??= now;
    // The socket of a whole response serves the next request already.
    if (response.complete || now - firstMs < unpacedMs || piece.length >= largePiece) return;
    waitUntilMs = now + intervalMs;
    response.socket.pause();
  };
  return {
    async next() {
      const waitMs = waitUntilMs - nowMs();
      if (waitMs > 0) await pauseUnlessClosed(response, waitMs);
      if (waitUntilMs > 0 && !response.complete) response.socket.resume();
      waitUntilMs = 0;
      const result = await pieces.next();
      if (result.done !== true) rest(result.value);
      return result;
    },
    return() {
      response.destroy();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}

/** Resolves after the time, or when the response is closed, by an abort for one. */
function pauseUnlessClosed(response: IncomingMessage, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      clearTimeout(timer);
      response.off("close", goOn);
      resolve();
    };
    const timer = setTimeout(goOn, milliseconds);
    response.on("close", goOn);
    if (response.destroyed) goOn();
  });
}

/** Of a clock that nobody sets. The first use of `performance` would load a module of Node's. */
function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
