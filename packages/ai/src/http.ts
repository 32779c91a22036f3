import { thrownText } from "./errors.ts";

/** Reads one response header. `fetch`'s `Headers` is one. */
export interface HeaderReader {
  get(name: string): string | null;
}

export type ByteSource = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

export interface TransportRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** Absent for `GET`. */
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: HeaderReader;
  readonly body: ByteSource | null;
  text(): Promise<string>;
}

/**
 * Sends one request: the part of `fetch` that is used here, so that `fetch` is one. It resolves when the response
 * headers are there and rejects when there is no connection. When the signal aborts it closes the connection at once.
 */
export type Transport = (url: string, request: TransportRequest) => Promise<TransportResponse>;

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
    cancel: () => forget(leave(open)),
  };
}

function chunkOf(result: IteratorResult<Uint8Array>): Uint8Array | undefined {
  return result.done === true ? undefined : result.value;
}

/** Foreign code: whatever it throws becomes a rejection, and `return` may be missing. */
async function leave(open: () => AsyncIterator<Uint8Array>): Promise<void> {
  await open().return?.();
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

/** Lets go of a promise whose outcome is of no interest any more. */
export function forget(outcome: PromiseLike<unknown> | undefined): void {
  outcome?.then(undefined, () => undefined);
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "connection reset"],
  ["ECONNABORTED", "connection aborted"],
  ["EPIPE", "connection closed by the other side"],
  ["UND_ERR_SOCKET", "connection closed by the other side"],
  ["ENOTFOUND", "host name not found"],
  ["EAI_AGAIN", "host name could not be looked up"],
  ["ETIMEDOUT", "connection timed out"],
  ["UND_ERR_CONNECT_TIMEOUT", "connection timed out"],
  ["UND_ERR_HEADERS_TIMEOUT", "the transport's own time limit for response headers passed"],
  ["UND_ERR_BODY_TIMEOUT", "the transport's own time limit for the body passed"],
  ["EHOSTUNREACH", "host unreachable"],
  ["ENETUNREACH", "network unreachable"],
]);

/**
 * Why a transport failed: the outermost error that has a code, in words, with the code. A code without words of our own
 * is explained by the error's text and, in the same way, by its cause.
 */
export function networkReason(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error) || depth === 8) return thrownText(thrown);
  const { cause } = thrown;
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
  if (code === undefined) {
    return cause === undefined ? thrownText(thrown) : networkReason(cause, depth + 1);
  }
  const explained =
    cause === undefined
      ? thrownText(thrown)
      : `${thrownText(thrown)}: ${networkReason(cause, depth + 1)}`;
  return `${REASONS.get(code) ?? explained} (${code})`;
}
