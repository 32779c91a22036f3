import { ProviderError, thrownText } from "../errors.ts";
import { notAStreamError, truncatedError } from "../failure/classify.ts";
import { networkReason } from "../failure/network-reason.ts";
import type { AssistantStream } from "../stream/assistant-stream.ts";
import { SseDecoder } from "../stream/sse.ts";
import type { WireReader } from "../wires/wire.ts";
import { abortText } from "./abort-text.ts";
import type { ByteReader } from "./byte-reader.ts";
import { STOPPED, TIMED_OUT, type StopSwitch } from "./stop-switch.ts";
import type { SilenceBudget } from "./time-limits.ts";

/** What a reply is read from, into, and by. */
export interface ReplyReaderOptions {
  readonly stream: AssistantStream;
  readonly wire: WireReader;
  readonly body: ByteReader;
  readonly stop: StopSwitch;
  readonly signal: AbortSignal | undefined;
  readonly contentType: string | undefined;
  /** Called once when the reply is complete, to deal with what may follow it in the body. */
  readonly finish: () => void;
  /** Called once when the reply failed or was stopped: closes the connection. */
  readonly close: () => void;
  /** How long the provider may say nothing; absent: for ever. */
  readonly silence: SilenceBudget | undefined;
}

/** Reads one response body into an `AssistantStream`, a chunk at a time, and settles it on every path. Never throws. */
export class ReplyReader {
  readonly #options: ReplyReaderOptions;
  readonly #decoder: SseDecoder;

  constructor(options: ReplyReaderOptions) {
    this.#options = options;
    const { stream, wire, silence } = options;
    this.#decoder = new SseDecoder((event) => {
      if (stream.settled) return;
      if (wire.read(event)) silence?.renew();
    });
  }

  /** Takes one chunk. False when the reply is settled. */
  async read(): Promise<boolean> {
    const { stream, stop, body, silence, finish, close } = this.#options;
    silence?.begin();
    try {
      const chunk =
        stop.cause === undefined ? await stop.wait(body.next(), silence?.leftMs) : STOPPED;
      silence?.end();
      this.#take(chunk);
    } catch (cause) {
      this.#fail(
        new ProviderError(`the connection was lost during the reply: ${networkReason(cause)}`, {
          kind: "network",
          retryable: true,
          cause,
        }),
      );
    }
    if (!stream.settled) return true;
    if (stream.isComplete) finish();
    else close();
    return false;
  }

  /** What a wait for a chunk came to; `undefined` is the end of the body. Never throws. */
  #take(chunk: Uint8Array | undefined | typeof STOPPED | typeof TIMED_OUT): void {
    const { stream, silence, signal } = this.#options;
    if (chunk === STOPPED) {
      stream.abort(abortText(signal));
    } else if (chunk === TIMED_OUT) {
      const text = `the provider fell silent: ${silence?.describe() ?? ""}`;
      stream.fail(new ProviderError(text, { kind: "timeout", retryable: false }));
    } else {
      try {
        if (chunk === undefined) this.#end();
        else this.#decoder.feed(chunk);
        if (this.#decoder.isHopeless) this.#fail(this.#notAStream());
      } catch (thrown) {
        this.#fail(thrown);
      }
    }
  }

  #end(): void {
    const { stream, wire } = this.#options;
    if (stream.settled) return;
    this.#decoder.end();
    if (!stream.settled) wire.end();
    if (!stream.settled) this.#fail(this.#notAStream() ?? truncatedError());
  }

  #notAStream(): ProviderError | undefined {
    const { preamble } = this.#decoder;
    return preamble === undefined
      ? undefined
      : notAStreamError(preamble, this.#options.contentType);
  }

  #fail(thrown: unknown): void {
    this.#options.stream.fail(
      ProviderError.isInstance(thrown)
        ? thrown
        : new ProviderError(`the reply could not be read: ${thrownText(thrown)}`, {
            kind: "protocol",
            retryable: false,
            cause: thrown,
          }),
    );
  }
}
