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

/** The header that carries the key; none without a key. */
function keyHeaders({ apiKey, keyHeader }: WireTarget, usual: KeyHeader): Record<string, string> {
  if (apiKey === undefined || apiKey === "") return {};
  const { name, scheme } = keyHeader ?? usual;
  return { [name.toLowerCase()]: scheme === undefined ? apiKey : `${scheme} ${apiKey}` };
}

/** Headers with lower-case names; the second set wins. */
function mergeHeaders(
  own: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const source of [own, given ?? {}]) {
    for (const [name, value] of Object.entries(source)) headers[name.toLowerCase()] = value;
  }
  return headers;
}
