import { forget, leave } from "../forget.ts";
import type { ByteSource } from "../http.ts";

/** A body that is read chunk by chunk and can be given up while a chunk is awaited. */
export interface ByteReader {
  /** The coming chunk, or `undefined` at the end. May also throw, for sources that do. */
  next(): Promise<Uint8Array | undefined>;
  /** Gives the rest up. Never waits and never throws. */
  cancel(): void;
}

/** How long the end of a finished body may take before the connection is closed instead of being kept for reuse. */
const DRAIN_MS = 100;

/**
 * A stream's own iterator would queue `return()` behind a pending `next()`; its reader can be cancelled at any time.
 * Nothing is opened before the first `next()`.
 */
export function byteReader(source: ByteSource): ByteReader {
  return "getReader" in source ? streamReader(source) : iterableReader(source);
}

function streamReader(source: ReadableStream<Uint8Array>): ByteReader {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return {
    next: async () => {
      reader ??= source.getReader();
      return (await reader.read()).value;
    },
    cancel: () => forget(reader === undefined ? source.cancel() : reader.cancel()),
  };
}

function iterableReader(source: AsyncIterable<Uint8Array>): ByteReader {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  const open = (): AsyncIterator<Uint8Array> => (iterator ??= source[Symbol.asyncIterator]());
  return {
    // Without an await of its own: this is called for every chunk.
    next: () => Promise.resolve(open().next()).then(chunkOf),
    cancel: () => leave(open),
  };
}

function chunkOf(result: IteratorResult<Uint8Array>): Uint8Array | undefined {
  return result.done === true ? undefined : result.value;
}

/**
 * Reads what little follows the end of a reply, so that the connection can be used again, but only for a moment.
 * Returns at once and lets nothing reject.
 */
export function finishBody(reader: ByteReader, close: () => void): void {
  const timer = setTimeout(close, DRAIN_MS);
  const drain = async (): Promise<void> => {
    while ((await reader.next()) !== undefined);
  };
  drain().then(
    () => clearTimeout(timer),
    () => {
      clearTimeout(timer);
      close();
    },
  );
}
