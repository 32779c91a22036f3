import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** What the server saw of one request. */
export interface RecordedRequest {
  /** Place among the requests of this server, from 0. */
  readonly index: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The body as it came, decoded as UTF-8. */
  readonly rawBody: string;
  /** The body parsed as JSON; `undefined` when it is empty or not JSON. */
  readonly body: unknown;
  /** True once the client left before the scripted answer was over. Never true for a cut made by the script. */
  readonly closedByClient: boolean;
  /** When the client left, in milliseconds after the request had arrived in full. */
  readonly closedAfterMs?: number;
  /** What a turn function threw, or what a pause of the script rejected with. */
  readonly scriptError?: unknown;
  /** Resolves when the exchange is over, whoever ended it. Never rejects. */
  readonly settled: Promise<void>;
}

/** The server's own, writable side of a `RecordedRequest`. */
export interface RequestRecord extends RecordedRequest {
  closedByClient: boolean;
  closedAfterMs?: number;
  scriptError?: unknown;
}

/** Reads the body to its end. `complete` is false when the client left while it was sending. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly text: string; readonly complete: boolean }> {
  const chunks: Uint8Array[] = [];
  const text = (): string => Buffer.concat(chunks).toString("utf8");
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => resolve({ text: text(), complete: true }));
    // A client that leaves in mid-upload is news for the record, not a failure of the server.
    request.once("error", () => resolve({ text: text(), complete: false }));
    request.once("close", () => resolve({ text: text(), complete: request.complete }));
  });
}

/** JSON, or `undefined` for anything else. */
export function parseJsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
