import { ProviderError, type ProviderErrorKind } from "../errors.ts";
import type { HeaderReader } from "../http.ts";
import { parseErrorBody, readErrorBody, type ErrorBody } from "./error-body.ts";
import { durationText, requestedWaitMs } from "./retry-after.ts";
import { shortened } from "./shortened.ts";

const CODES: readonly (readonly [ProviderErrorKind, readonly string[]])[] = [
  [
    "quota",
    [
      "insufficient_quota",
      "quota_exceeded",
      "billing_error",
      "billing_not_active",
      "billing_hard_limit_reached",
      "usage_limit_reached",
      "usage_limit_exceeded",
      "gousagelimiterror",
      "freeusagelimiterror",
      "insufficient_balance",
      "insufficient_credits",
      "payment_required",
    ],
  ],
  [
    "auth",
    [
      "authentication_error",
      "permission_error",
      "permission_denied",
      "invalid_api_key",
      "unauthenticated",
      "unauthorized",
      "forbidden",
    ],
  ],
  [
    "rate-limit",
    [
      "rate_limit_error",
      "rate_limit_exceeded",
      "rate_limited",
      "too_many_requests",
      "resource_exhausted",
    ],
  ],
  [
    "overloaded",
    [
      "overloaded_error",
      "overloaded",
      "engine_overloaded_error",
      "server_is_overloaded",
      "server_busy",
      "service_unavailable",
      "temporarily_unavailable",
      "unavailable",
      "slow_down",
    ],
  ],
  ["server", ["api_error", "server_error", "internal_error", "internal_server_error", "internal"]],
  ["timeout", ["timeout_error", "timeout", "request_timeout", "deadline_exceeded"]],
  ["context-overflow", ["context_length_exceeded", "request_too_large"]],
  ["content-filter", ["content_filter", "content_policy_violation"]],
  [
    "invalid-request",
    [
      "invalid_request_error",
      "invalid_argument",
      "not_found_error",
      "not_found",
      "model_not_found",
      "failed_precondition",
    ],
  ],
];

/** Some providers tell an empty account from a busy minute, or a long prompt from a bad one, by words only. */
const QUOTA_TEXT =
  /usage limits? (?:has been )?(?:reached|exceeded)|reached your (?:\w+ )*usage limit|exceeded your current quota|quota (?:has been )?exceeded|insufficient (?:balance|quota|credits?|funds)|out of (?:budget|credits?)|(?:credit|available) balance/i;
const OVERFLOW_TEXT =
  /(?:prompt|input|request) is too long|context (?:length|window|limit|size)|maximum context/i;
const HTML = /^[\s\uFEFF]*<(?:!doctype|html|head|body)/i;

const RETRYABLE: ReadonlySet<ProviderErrorKind> = new Set<ProviderErrorKind>([
  "rate-limit",
  "overloaded",
  "server",
  "network",
  "timeout",
  "unknown",
]);

const HINTS: Partial<Readonly<Record<ProviderErrorKind, string>>> = {
  auth: "check the API key",
  quota: "check the account's plan and balance",
};

/** A response that is no success. `label` says who answered, such as `anthropic-messages at api.anthropic.com`. */
export function responseError(response: {
  readonly label: string;
  readonly status: number;
  readonly headers: HeaderReader;
  readonly body: string;
  readonly now: number;
  readonly maxRetryAfterMs: number;
}): ProviderError {
  const { label, status, headers, body, maxRetryAfterMs } = response;
  const isHtml = HTML.test(body) || isHtmlType(headers.get("content-type"));
  const said = parseErrorBody(body) ?? plainBody(isHtml ? "" : body);
  const kind = isHtml && status < 500 ? htmlKind(status) : statusKind(status, said);
  const wait = requestedWaitMs(headers, response.now);
  const isTooLong = wait !== undefined && wait > maxRetryAfterMs && RETRYABLE.has(kind);
  const hints = [
    kind === "protocol" && isHtml ? htmlHint() : undefined,
    status === 404 && !isHtml ? "check the model name and the base URL" : HINTS[kind],
    isTooLong
      ? `it asked to wait ${durationText(wait)}, longer than the limit of ${durationText(maxRetryAfterMs)}`
      : undefined,
  ].filter((hint) => hint !== undefined);
  const text = said.message ?? (isHtml ? "an HTML page" : bodyText(body, headers.get("location")));
  return new ProviderError(
    `${label} answered ${status}: ${text}${hints.length === 0 ? "" : ` (${hints.join("; ")})`}`,
    {
      kind,
      retryable: RETRYABLE.has(kind) && !isTooLong,
      status,
      code: said.codes[0],
      requestId: requestIdOf(headers) ?? said.requestId,
      param: said.param,
      retryAfterMs: wait,
    },
  );
}

/** An error object inside a stream. Its message is the provider's own text. */
export function streamError(value: unknown): ProviderError {
  const said = readErrorBody(value);
  const byStatus = said.status === undefined ? "unknown" : statusKind(said.status, said);
  const kind = codeKind(said) ?? byStatus;
  return new ProviderError(said.message ?? said.codes[0] ?? "the provider reported an error", {
    kind,
    retryable: RETRYABLE.has(kind),
    status: said.status,
    code: said.codes[0],
    requestId: said.requestId,
    param: said.param,
  });
}

/** A body with a success status in which there was no event at all. */
export function notAStreamError(body: string, contentType: string | undefined): ProviderError {
  const text = body.trim();
  if (HTML.test(body) || isHtmlType(contentType)) {
    return new ProviderError(`the address ${htmlHint()}`, { kind: "protocol", retryable: false });
  }
  if (text.startsWith("{") || text.startsWith("[")) {
    const said = parseErrorBody(text);
    if (said?.message !== undefined) {
      const kind = codeKind(said) ?? "protocol";
      const retryable = RETRYABLE.has(kind);
      return new ProviderError(said.message, { kind, retryable, code: said.codes[0] });
    }
  }
  return text === ""
    ? truncatedError()
    : new ProviderError(`the answer is no event stream: ${bodyText(text, null)}`, {
        kind: "protocol",
        retryable: false,
      });
}

/** The stream ended before the wire's own end. */
export function truncatedError(cause?: unknown): ProviderError {
  return new ProviderError("stream ended without a terminal event", {
    kind: "protocol",
    retryable: true,
    cause,
  });
}

/** The name a provider gave the request, in whichever header it says it. */
export function requestIdOf(headers: HeaderReader): string | undefined {
  return headers.get("request-id") ?? headers.get("x-request-id") ?? undefined;
}

function statusKind(status: number, said: ErrorBody): ProviderErrorKind {
  const byCode = codeKind(said);
  if (byCode === "quota" && status < 500) return "quota";
  if (status >= 500) {
    if (byCode === "overloaded" || byCode === "timeout") return byCode;
    return status === 503 || status === 529 ? "overloaded" : "server";
  }
  switch (status) {
    case 401:
    case 403:
      return "auth";
    case 402:
      return "quota";
    case 408:
      return "timeout";
    case 409:
    case 425:
      return "server";
    case 413:
      return "context-overflow";
    case 429:
      return byCode === "overloaded" ? "overloaded" : "rate-limit";
    default:
      if (status < 400) return "protocol";
      return byCode === undefined || RETRYABLE.has(byCode) ? "invalid-request" : byCode;
  }
}

function codeKind({ codes, message = "" }: ErrorBody): ProviderErrorKind | undefined {
  const kinds = codes.flatMap((code) => {
    const found = CODES.find(([, known]) => known.includes(code));
    return found === undefined ? [] : [found[0]];
  });
  if (kinds.includes("quota") || QUOTA_TEXT.test(message)) return "quota";
  const [kind] = kinds;
  if ((kind === undefined || kind === "invalid-request") && OVERFLOW_TEXT.test(message)) {
    return "context-overflow";
  }
  return kind;
}

/** A page where an answer should be is the wrong address, unless the status is one that passes by itself. */
function htmlKind(status: number): ProviderErrorKind {
  const kind = statusKind(status, { codes: [] });
  return RETRYABLE.has(kind) ? kind : "protocol";
}

function htmlHint(): string {
  return "answered HTML, not a model API; check the base URL";
}

function isHtmlType(contentType: string | null | undefined): boolean {
  return contentType?.toLowerCase().includes("text/html") === true;
}

/** A text that is no JSON is taken at its word. */
function plainBody(body: string): ErrorBody {
  return { codes: [], ...(body.trim() !== "" && { message: shortened(body.trim(), 500) }) };
}

function bodyText(body: string, location: string | null): string {
  if (location !== null) return `redirected to ${location}; use that address as the base URL`;
  return body.trim() === "" ? "no explanation" : shortened(body.trim(), 500);
}
