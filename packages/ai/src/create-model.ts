import { resolveAddress, type AddressOptions } from "./call/address.ts";
import type { CallTarget } from "./call/call.ts";
import { modelCall, prepareWords } from "./call/model-call.ts";
import { StopSwitch } from "./call/stop-switch.ts";
import { timeLimits, type TimeLimits } from "./call/time-limits.ts";
import type { Prices } from "./cost.ts";
import { retryPolicy, type RetryOptions } from "./failure/retry.ts";
import type { Transport } from "./http.ts";
import type { Model, ModelInfo } from "./model.ts";
import { EventStream } from "./stream/event-stream.ts";
import { ModelMemory } from "./transcript/model-memory.ts";

/** Who is asked, how the request gets there, and what is known of the model. */
export interface CreateModelOptions extends AddressOptions {
  /** Default: the global `fetch`. In Node, `nodeTransport()` of `@tau-ts/ai/node` starts faster and takes less memory. */
  readonly fetch?: Transport | undefined;
  /** When a failed request is sent again. */
  readonly retry?: RetryOptions | undefined;
  /** How long a reply may be silent. */
  readonly timeouts?: TimeLimits | undefined;
  /** Tokens that fit into one request and its reply, as far as known. */
  readonly contextWindow?: number | undefined;
  /** What tokens cost, as far as known: replies then say what they cost in `usage.cost`. */
  readonly prices?: Prices | undefined;
}

/**
 * A model of a named provider, or behind a wire and an address of your own. A call is sent when its events are first
 * asked for. It never throws: every failure is the terminal event `error`, and a stop by the caller's signal is one with
 * the reason `aborted`. Failed attempts are repeated with back-off as long as nothing of an answer was delivered.
 *
 * Throws at once for options that cannot work: TypeError for an unknown wire or provider, an empty model name or an
 * address that is no http(s) URL, RangeError for numbers that make no sense.
 */
export function createModel(options: CreateModelOptions): Model {
  const { wire, provider, host, address, apiKey, missingKey } = resolveAddress(options);
  const target: CallTarget = {
    wire,
    provider,
    label: `${wire.name} at ${host}`,
    address,
    apiKey,
    missingKey,
    // Looked up at each call, so that a replaced global is seen; `fetch` must not be called as somebody's method.
    send: options.fetch ?? ((url, request) => globalThis.fetch(url, request)),
    retry: retryPolicy(options.retry),
    limits: timeLimits(options.timeouts),
    memory: new ModelMemory(),
    prices: options.prices,
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
    prepare: (request) => prepareWords(target, request),
  };
}
