import type { JsonObject } from "../json.ts";
import type { ModelRequest, ToolDefinition } from "../model.ts";
import type { AssistantStream } from "../stream/assistant-stream.ts";
import type { ServerSentEvent } from "../stream/sse.ts";
import type { ModelMemory } from "../transcript/model-memory.ts";
import type { Compat } from "./compat.ts";

/** The header that carries the API key. `scheme` is put before the key, as in `Bearer sk-…`. */
export interface KeyHeader {
  readonly name: string;
  readonly scheme?: string | undefined;
}

/** Where a request goes and what is known about the model there. */
export interface WireTarget {
  /** The name the provider knows the model by. */
  readonly model: string;
  /** With or without the version segment of the path, with or without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** Default: the wire's own way. */
  readonly keyHeader?: KeyHeader | undefined;
  /** Laid over the wire's own headers; names are compared without case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The largest reply of the model, in tokens. */
  readonly maxOutput?: number | undefined;
  /** What the server does differently. A field that is not for this wire is ignored. */
  readonly compat?: Compat | undefined;
  /** As it is recorded in messages: thinking of the same model at another provider is foreign. Default: not compared. */
  readonly provider?: string | undefined;
  /** Kept by a model object from request to request: see `wireEntries`. */
  readonly memory?: ModelMemory | undefined;
}

/** A request as it goes over the wire. `body` is plain JSON. */
export interface WireRequest {
  url: string;
  headers: Record<string, string>;
  body: JsonObject;
}

/** What a reader may know of the request whose reply it reads. */
export interface ReaderContext {
  readonly compat?: Compat | undefined;
  readonly tools?: readonly ToolDefinition[] | undefined;
}

/** Reads one reply. Both methods report to the `AssistantStream` the reader was made with. */
export interface WireReader {
  /** One event. Says whether the provider said something: `false` for a mere keep-alive. May throw a ProviderError. */
  read(event: ServerSentEvent): boolean;
  /** The input is over. A reply without its terminal is left unsettled: the caller reports that. */
  end(): void;
}

/** One provider wire: two halves that know nothing of each other and nothing of the network. */
export interface Wire {
  readonly name: string;
  /** Who speaks this wire at its default address. */
  readonly provider: string;
  readonly baseUrl: string;
  request(request: ModelRequest, target: WireTarget): WireRequest;
  reader(stream: AssistantStream, context: ReaderContext): WireReader;
}
