import { createParser, type EventSourceParser } from "eventsource-parser";

/** One server-sent event. */
export interface ServerSentEvent {
  /** The value of its `event` field, if it had one. */
  readonly name: string | undefined;
  /** Its `data` lines, joined by line feeds. */
  readonly data: string;
  /** The input ended inside this event: its data may have been cut. */
  readonly cut: boolean;
}

/** Characters that may wait for the end of one event. A single event of a model is far below. */
const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024;
/** Characters of a body without any event that are kept, to say what it was. */
const MAX_PREAMBLE_CHARACTERS = 64 * 1024;

/**
 * Turns bytes, cut anywhere, into server-sent events as the WHATWG standard frames them: LF, CRLF or CR; comments and
 * unknown fields ignored; one leading byte order mark dropped. One extension: an event that is still pending at the end
 * of the input counts, because some servers leave out the last blank line.
 */
export class SseDecoder {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #parser: EventSourceParser;
  #preamble = "";
  #sawEvent = false;
  #ended = false;
  #overflow = false;

  constructor(onEvent: (event: ServerSentEvent) => void) {
    this.#parser = createParser({
      maxBufferSize: MAX_EVENT_CHARACTERS,
      onEvent: ({ event, data }) => {
        this.#sawEvent = true;
        onEvent({ name: event, data, cut: this.#ended });
      },
      onError: (error) => {
        if (error.type === "max-buffer-size-exceeded") this.#overflow = true;
      },
    });
  }

  /** What the body began with, up to 64 KiB characters; `undefined` once an event was seen. */
  get preamble(): string | undefined {
    return this.#sawEvent ? undefined : this.#preamble;
  }

  /** A body that is larger than the preamble and begins like JSON or markup will not become an event stream. */
  get isHopeless(): boolean {
    return (
      !this.#sawEvent &&
      this.#preamble.length >= MAX_PREAMBLE_CHARACTERS &&
      /^[\s\uFEFF]*[<{[]/.test(this.#preamble)
    );
  }

  /** Throws a RangeError when one event grows beyond 32 Mi characters. */
  feed(bytes: Uint8Array): void {
    this.#read(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The input is over: hands out an event that was still pending. */
  end(): void {
    this.#read(this.#decoder.decode());
    this.#ended = true;
    // Two line ends: the first may belong to a carriage return that came last.
    if (!this.#overflow) this.#parser.feed("\n\n");
  }

  #read(text: string): void {
    if (!this.#sawEvent && this.#preamble.length < MAX_PREAMBLE_CHARACTERS) this.#preamble += text;
    this.#parser.feed(text);
    if (this.#overflow) {
      throw new RangeError(
        `one event of the stream is larger than ${MAX_EVENT_CHARACTERS} characters`,
      );
    }
  }
}
