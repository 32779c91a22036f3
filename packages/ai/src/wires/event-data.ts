import { ProviderError } from "../errors.ts";
import { shortened } from "../failure/shortened.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { ServerSentEvent } from "../stream/sse.ts";

/**
 * The JSON object in an event. `undefined` for an event without data, and for one that the end of the input cut in two:
 * that stream is truncated, not malformed. Throws a ProviderError (`protocol`) for data that is no JSON object.
 */
export function parseEventData(event: ServerSentEvent): JsonObject | undefined {
  if (event.data.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(event.data);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    if (event.cut) return undefined;
    throw new ProviderError(`invalid JSON in the event stream: ${shortened(event.data, 100)}`, {
      kind: "protocol",
      retryable: true,
      cause,
    });
  }
  if (event.cut) return undefined;
  throw new ProviderError(`an event is no JSON object: ${shortened(event.data, 100)}`, {
    kind: "protocol",
    retryable: true,
  });
}
