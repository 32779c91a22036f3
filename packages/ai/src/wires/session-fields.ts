/** Characters of a session's id that servers take as a cache key. */
const CACHE_KEY_LENGTH = 64;

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
    body: promptCacheKey === true ? { prompt_cache_key: sessionId.slice(0, CACHE_KEY_LENGTH) } : {},
    headers: sessionHeader === undefined ? {} : { [sessionHeader]: sessionId },
  };
}
