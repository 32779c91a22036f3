/** Reads one response header. `fetch`'s `Headers` is one. */
export interface HeaderReader {
  get(name: string): string | null;
}

/** Bytes as they arrive, in pieces of any size: a response's body, or a list of chunks of your own. */
export type ByteSource = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** One request, as far as a transport needs it. */
export interface TransportRequest {
  readonly method: string;
  /** By names in lower case. */
  readonly headers: Record<string, string>;
  /** Absent for `GET`. */
  readonly body?: string;
  /** Aborts when nobody waits for the response any more. */
  readonly signal: AbortSignal;
}

/** The part of `fetch`'s `Response` that is used here. Either `body` or `text()` is read, and once. */
export interface TransportResponse {
  /** HTTP status. */
  readonly status: number;
  readonly headers: HeaderReader;
  readonly body: ByteSource | null;
  /**
   * The body is read at intervals: the fragments of a block that were read together are handed on as one. Default: each
   * as the provider sent it.
   */
  readonly isGathered?: boolean;
  text(): Promise<string>;
}

/**
 * Sends one request: the part of `fetch` that is used here, so that `fetch` is one. It resolves when the response
 * headers are there and rejects when there is no connection. When the signal aborts it closes the connection at once.
 */
export type Transport = (url: string, request: TransportRequest) => Promise<TransportResponse>;
