import type { RecordedRequest } from "./recorded-request.ts";

/** Time between two chunks: milliseconds, or a promise that the test settles when it is ready for more. */
export type Pause = number | Promise<unknown>;

/** One piece of a body. Texts and bytes are written one by one, in their own socket writes; a pause waits. */
export type BodyPart = string | Uint8Array | { readonly pause: Pause };

/**
 * How an exchange is over after the last chunk. `end`: the response ends properly. `cut`: the socket is destroyed, as by
 * a proxy that gave up. `reset`: the peer sees a TCP reset. `stall`: nothing more is sent and the socket stays open.
 */
export type Ending = "end" | "cut" | "reset" | "stall";

/** One scripted answer. */
export interface ModelTurn {
  /** HTTP status. Default 200. */
  readonly status?: number | undefined;
  /** Laid over a default `content-type`: `text/event-stream` below status 400, `application/json` from there. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Nothing at all is sent before this pause is over, not even the status line. */
  readonly beforeHead?: Pause | undefined;
  /** No status line, no headers, no body: `ending` is all the client gets. Meant for `cut`, `reset` and `stall`. */
  readonly withoutHead?: boolean | undefined;
  readonly body?: string | Uint8Array | readonly BodyPart[] | undefined;
  /** Default `end`. */
  readonly ending?: Ending | undefined;
  /** While stalled, sends an SSE comment this often, in milliseconds: bytes that are not events. */
  readonly pingEveryMs?: number | undefined;
}

/** A turn, or a function that makes one when its request has arrived in full. */
export type ScriptedTurn =
  | ModelTurn
  | ((request: RecordedRequest) => ModelTurn | Promise<ModelTurn>);

/** A turn whose body is a list of whole events, so that a test can take a part of it with `slice`. */
export interface EventStreamTurn extends ModelTurn {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly string[];
}

/**
 * The same bytes in chunks of `size` bytes, across events and across the bytes of one character. For tests that must
 * not depend on how a network cuts a stream. `size` is a whole number from 1; anything else throws a RangeError.
 */
export function inPieces(turn: EventStreamTurn, size: number): ModelTurn {
  if (!Number.isInteger(size) || size < 1) {
    throw new RangeError(
      `cannot cut a body into pieces of ${size} bytes: give a whole number from 1`,
    );
  }
  const bytes = new TextEncoder().encode(turn.body.join(""));
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return { ...turn, body: pieces };
}
