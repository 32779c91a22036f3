import { keyHeaders, mergeHeaders } from "./address.ts";
import type { KeyHeader, WireTarget } from "./wire.ts";

/** How most servers take a key. */
export const BEARER: KeyHeader = { name: "authorization", scheme: "Bearer" };

/** The headers of a request for a stream: the wire's own, the key as the wire takes it, and over them the user's. */
export function requestHeaders(
  target: WireTarget,
  key: KeyHeader,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { headers } = target;
  const usual = { accept: "text/event-stream", "content-type": "application/json" };
  return mergeHeaders({ ...usual, ...keyHeaders(target, key), ...own }, headers);
}

/** Characters of a session's id that servers take as a cache key. */
const CACHE_KEY = 64;

/** `prompt_cache_key`, and the header that leads requests of one session to the same cache. */
export function sessionFields(
  sessionId: string | undefined,
  compat: {
    readonly promptCacheKey?: boolean | undefined;
    readonly sessionHeader?: string | undefined;
  },
): { readonly body: Record<string, string>; readonly headers: Record<string, string> } {
  if (sessionId === undefined || sessionId === "") return { body: {}, headers: {} };
  const { promptCacheKey, sessionHeader } = compat;
  return {
    body: promptCacheKey === true ? { prompt_cache_key: sessionId.slice(0, CACHE_KEY) } : {},
    headers: sessionHeader === undefined ? {} : { [sessionHeader]: sessionId },
  };
}
