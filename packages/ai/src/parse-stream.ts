import { byteReader } from "./call/byte-reader.ts";
import { ReplyReader } from "./call/reply-reader.ts";
import { StopSwitch } from "./call/stop-switch.ts";
import type { AssistantEvent } from "./events.ts";
import type { ByteSource } from "./http.ts";
import { AssistantStream } from "./stream/assistant-stream.ts";
import { EventStream, type EventSource } from "./stream/event-stream.ts";
import { wireByName, type WireName } from "./wires/wire-by-name.ts";
import type { ReaderContext, Wire } from "./wires/wire.ts";

/** `compat` and `tools` are what the request was made with: some wires read a reply by them. */
export interface ParseStreamOptions extends ReaderContext {
  readonly signal?: AbortSignal | undefined;
  /** Recorded in the message. Default: what the wire says. */
  readonly model?: string | undefined;
  /** Recorded in the message. */
  readonly provider?: string | undefined;
  /** The response's content type: a better error for a body that is no event stream. */
  readonly contentType?: string | undefined;
}

/**
 * The body of one successful response as events: the half of a wire that listens. Iterating never throws; every
 * failure, also of `bytes`, is the terminal event `error`. Leaving the loop gives the rest of the bytes up.
 *
 * Throws a TypeError at once for an unknown wire.
 */
export function parseStream(
  wire: WireName,
  bytes: ByteSource,
  options: ParseStreamOptions = {},
): AsyncIterableIterator<AssistantEvent, undefined> {
  const { signal } = options;
  const stop = new StopSwitch(signal);
  return new EventStream(source(wireByName(wire), bytes, options, stop), stop, signal);
}

/** A plain object: a reply of small chunks spends as much time between them as on them. */
function source(
  wire: Wire,
  bytes: ByteSource,
  { signal, model, provider, contentType, compat, tools }: ParseStreamOptions,
  stop: StopSwitch,
): EventSource {
  const stream = new AssistantStream({ api: wire.name, provider, model });
  const body = byteReader(bytes);
  const cancel = (): void => body.cancel();
  const reader = new ReplyReader({
    stream,
    wire: wire.reader(stream, { compat, tools }),
    body,
    stop,
    signal,
    contentType,
    finish: cancel,
    close: cancel,
    silence: undefined,
  });
  let begun = false;
  return {
    async next() {
      if (!begun) {
        begun = true;
        stop.teardown = cancel;
        stop.arm();
      }
      if (stream.settled) return { done: true, value: undefined };
      await reader.read();
      return { done: false, value: stream.events };
    },
    return() {
      stop.dispose();
      if (begun && !stream.settled) cancel();
      return Promise.resolve();
    },
  };
}
