import { costOf, type Prices } from "../cost.ts";
import { ProviderError } from "../errors.ts";
import type { RetryPolicy } from "../failure/retry.ts";
import type { Transport } from "../http.ts";
import type { JsonObject } from "../json.ts";
import type { ModelRequest } from "../model.ts";
import { AssistantStream } from "../stream/assistant-stream.ts";
import type { ModelMemory } from "../transcript/model-memory.ts";
import type { LearnedRejection } from "../transcript/rejected-content.ts";
import type { Wire, WireTarget } from "../wires/wire.ts";
import type { ApiKey } from "./api-key.ts";
import { redact } from "./secrets.ts";
import type { StopSwitch } from "./stop-switch.ts";
import type { Limits } from "./time-limits.ts";

/** Everything about a model that its calls share. */
export interface CallTarget {
  readonly wire: Wire;
  readonly provider: string;
  /** Who is asked, in error texts: the wire and the host. */
  readonly label: string;
  /** Everything but the key. */
  readonly address: WireTarget;
  readonly apiKey: ApiKey | undefined;
  /** What to do about a missing key, where one is surely needed. */
  readonly missingKey: string | undefined;
  readonly send: Transport;
  readonly retry: RetryPolicy;
  readonly limits: Limits;
  readonly memory: ModelMemory;
  /** What tokens cost, when that is known. */
  readonly prices?: Prices | undefined;
}

/** A request as it is sent, by every attempt alike. */
export interface Payload {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** What `text` says; for finding out what a refusal is about. */
  readonly body: JsonObject;
  readonly text: string;
}

/** One call of a model. */
export interface Call {
  readonly target: CallTarget;
  readonly request: ModelRequest;
  readonly stop: StopSwitch;
  /** The target's address, with the key of this call. */
  readonly address: WireTarget;
  readonly secrets: readonly string[];
}

/** An empty reply of the model that is called. `body` is what was sent, once something was. */
export function newStream({ target, request, secrets }: Call, body?: JsonObject): AssistantStream {
  const { prices, memory } = target;
  const stream = new AssistantStream({
    api: target.wire.name,
    provider: target.provider,
    model: target.address.model,
    now: target.retry.now,
    redact: (text) => redact(text, secrets),
    costOf: prices === undefined ? undefined : (usage) => costOf(usage, prices),
    explain: (failure) => {
      if (body === undefined) return failure;
      const learned = memory.learn(failure, body, request.messages);
      if (learned.images + learned.signatures === 0) return failure;
      stream.note({ type: "content_left_out", ...learned });
      return new ProviderError(`${failure.message} (${leftOutText(learned)})`, failure);
    },
  });
  return stream;
}

function leftOutText({ images, signatures }: LearnedRejection): string {
  const counts = [
    [images, "image"],
    [signatures, "thinking signature"],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? "" : "s"}`);
  return `left out of further requests to this model: ${parts.join(" and ")}`;
}
