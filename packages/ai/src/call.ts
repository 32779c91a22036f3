import { AssistantStream } from "./assistant-stream.ts";
import type { Transport } from "./http.ts";
import type { ModelRequest } from "./model.ts";
import type { RetryPolicy } from "./retry.ts";
import { redact } from "./secrets.ts";
import type { StopSwitch } from "./stop-switch.ts";
import type { Limits } from "./time-limits.ts";
import type { Wire, WireTarget } from "./wires/wire.ts";

/** Everything about a model that its calls share. */
export interface CallTarget {
  readonly wire: Wire;
  readonly provider: string;
  /** Who is asked, in error texts: the wire and the host. */
  readonly label: string;
  readonly address: WireTarget;
  readonly send: Transport;
  readonly retry: RetryPolicy;
  readonly limits: Limits;
}

/** A request as it is sent, by every attempt alike. */
export interface Payload {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** One call of a model. */
export interface Call {
  readonly target: CallTarget;
  readonly request: ModelRequest;
  readonly stop: StopSwitch;
  readonly secrets: readonly string[];
}

/** An empty reply of the model that is called. */
export function newStream({ target, secrets }: Call): AssistantStream {
  return new AssistantStream({
    api: target.wire.name,
    provider: target.provider,
    model: target.address.model,
    now: target.retry.now,
    redact: (text) => redact(text, secrets),
  });
}
