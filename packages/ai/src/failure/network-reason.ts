import { thrownText } from "../errors.ts";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "connection reset"],
  ["ECONNABORTED", "connection aborted"],
  ["EPIPE", "connection closed by the other side"],
  ["UND_ERR_SOCKET", "connection closed by the other side"],
  ["ENOTFOUND", "host name not found"],
  ["EAI_AGAIN", "host name could not be looked up"],
  ["ETIMEDOUT", "connection timed out"],
  ["UND_ERR_CONNECT_TIMEOUT", "connection timed out"],
  ["UND_ERR_HEADERS_TIMEOUT", "the transport's own time limit for response headers passed"],
  ["UND_ERR_BODY_TIMEOUT", "the transport's own time limit for the body passed"],
  ["EHOSTUNREACH", "host unreachable"],
  ["ENETUNREACH", "network unreachable"],
]);

/**
 * Why a transport failed: the outermost error that has a code, in words, with the code. A code without words of our own
 * is explained by the error's text and, in the same way, by its cause.
 */
export function networkReason(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error) || depth === 8) return thrownText(thrown);
  const { cause } = thrown;
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
  if (code === undefined) {
    return cause === undefined ? thrownText(thrown) : networkReason(cause, depth + 1);
  }
  const explained =
    cause === undefined
      ? thrownText(thrown)
      : `${thrownText(thrown)}: ${networkReason(cause, depth + 1)}`;
  return `${REASONS.get(code) ?? explained} (${code})`;
}
