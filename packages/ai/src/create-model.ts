import type { CallTarget } from "./call.ts";
import { EventStream } from "./event-stream.ts";
import type { Transport } from "./http.ts";
import type { JsonObject } from "./json.ts";
import { modelCall } from "./model-call.ts";
import type { Model, ModelInfo } from "./model.ts";
import { retryPolicy, type RetryOptions } from "./retry.ts";
import { StopSwitch } from "./stop-switch.ts";
import { timeLimits, type TimeLimits } from "./time-limits.ts";
import { wireByName, type WireName } from "./wires/index.ts";

export interface CreateModelOptions {
  readonly wire: WireName;
  /** The name the provider knows the model by. */
  readonly model: string;
  /** Default: the address of the wire's own provider. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Laid over the wire's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Recorded in messages. Default: the wire's own provider, or the host of `baseUrl`. */
  readonly provider?: string | undefined;
  /** Default: the global `fetch`. In Node, `nodeTransport()` of `@tau-ts/ai/node` starts faster and takes less memory. */
  readonly fetch?: Transport | undefined;
  readonly retry?: RetryOptions | undefined;
  readonly timeouts?: TimeLimits | undefined;
  /** Quirks of a provider, as data. */
  readonly compat?: JsonObject | undefined;
  /** Tokens that fit into one request and its reply, as far as known. */
  readonly contextWindow?: number | undefined;
  /** The largest reply in tokens, as far as known. */
  readonly maxOutput?: number | undefined;
}

/**
 * A model behind one provider wire. A call is sent when its events are first asked for. It never throws: every failure
 * is the terminal event `error`, and a stop by the caller's signal is one with the reason `aborted`. Failed attempts
 * are repeated with back-off as long as nothing of an answer was delivered.
 *
 * Throws at once for options that cannot work: TypeError for an unknown wire, an empty model name or an address that is
 * no http(s) URL, RangeError for numbers that make no sense.
 */
export function createModel(options: CreateModelOptions): Model {
  const wire = wireByName(options.wire);
  const baseUrl = options.baseUrl ?? wire.baseUrl;
  const host = hostOf(baseUrl);
  if (options.model.trim() === "") throw new TypeError("createModel: model must not be empty");
  const provider = options.provider ?? (host === hostOf(wire.baseUrl) ? wire.provider : host);
  const target: CallTarget = {
    wire,
    provider,
    label: `${wire.name} at ${host}`,
    address: { ...options, baseUrl },
    // Looked up at each call, so that a replaced global is seen; `fetch` must not be called as somebody's method.
    send: options.fetch ?? ((url, request) => globalThis.fetch(url, request)),
    retry: retryPolicy(options.retry),
    limits: timeLimits(options.timeouts),
  };
  const info: ModelInfo = {
    id: options.model,
    provider,
    api: wire.name,
    contextWindow: options.contextWindow,
    maxOutput: options.maxOutput,
  };
  return {
    info,
    stream(request) {
      const stop = new StopSwitch(request.signal);
      return new EventStream(modelCall(target, request, stop), stop, request.signal);
    },
  };
}

function hostOf(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch (cause) {
    throw new TypeError(
      `createModel: baseUrl must be an absolute URL, not ${JSON.stringify(baseUrl)}`,
      { cause },
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`createModel: baseUrl must be http or https, not ${url.protocol}`);
  }
  return url.host;
}
