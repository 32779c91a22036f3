import type { ErrorInfo } from "./events.ts";
import type { Diagnostic } from "./messages.ts";

/**
 * What went wrong with a provider:
 * `auth` key refused · `quota` no money or allowance left · `rate-limit` too many requests just now · `overloaded` no
 * capacity just now · `context-overflow` the request is too long for the model · `invalid-request` anything else about
 * the request · `content-filter` refused for its content · `network` no connection, or a lost one · `timeout` a time
 * limit passed · `protocol` the answer is not what the wire promises · `server` the provider failed · `unknown`.
 */
export type ProviderErrorKind =
  | "auth"
  | "quota"
  | "rate-limit"
  | "overloaded"
  | "context-overflow"
  | "invalid-request"
  | "content-filter"
  | "network"
  | "timeout"
  | "protocol"
  | "server"
  | "unknown";

const KINDS: ReadonlySet<string> = new Set<ProviderErrorKind>([
  "auth",
  "quota",
  "rate-limit",
  "overloaded",
  "context-overflow",
  "invalid-request",
  "content-filter",
  "network",
  "timeout",
  "protocol",
  "server",
  "unknown",
]);

/** Copies of this package in one process know each other's errors by this brand, where `instanceof` would fail. */
const BRAND = Symbol.for("tau-ts.ProviderError");

/** The facts of a failure; what is not known is left out. */
export interface ProviderErrorOptions {
  readonly kind: ProviderErrorKind;
  /** Whether the same request may succeed when it is sent again. */
  readonly retryable: boolean;
  /** HTTP status. */
  readonly status?: number | undefined;
  /** The provider's own code or type of the error, such as `overloaded_error`. */
  readonly code?: string | undefined;
  /** The provider's name for the request, for its support. */
  readonly requestId?: string | undefined;
  /** The part of the request the provider complains of, as it names it, such as `messages[2].content[1]`. */
  readonly param?: string | undefined;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A provider's failure. Whether it may be retried is decided once, here, and never guessed from its text later. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly retryable: boolean;
  readonly status?: number;
  readonly code?: string;
  readonly requestId?: string;
  readonly param?: string;
  readonly retryAfterMs?: number;

  constructor(message: string, options: ProviderErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ProviderError";
    this.kind = options.kind;
    this.retryable = options.retryable;
    if (options.status !== undefined) this.status = options.status;
    if (options.code !== undefined) this.code = options.code;
    if (options.requestId !== undefined) this.requestId = options.requestId;
    if (options.param !== undefined) this.param = options.param;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for a `ProviderError` of any copy of this package. */
  static isInstance(value: unknown): value is ProviderError {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

/** The facts of an error as plain JSON, for a message's `diagnostics`. */
export function errorDiagnostic(error: ProviderError): Diagnostic {
  return {
    type: "provider_error",
    kind: error.kind,
    retryable: error.retryable,
    ...(error.status !== undefined && { status: error.status }),
    ...(error.code !== undefined && { code: error.code }),
    ...(error.requestId !== undefined && { requestId: error.requestId }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  };
}

/** The facts of an error as a retry notice tells them. */
export function errorInfo(error: ProviderError): ErrorInfo {
  return {
    kind: error.kind,
    message: error.message,
    ...(error.status !== undefined && { status: error.status }),
    ...(error.requestId !== undefined && { requestId: error.requestId }),
  };
}

/** The error a failed message tells of, out of its diagnostics: `unknown` if they say nothing. */
export function errorFromDiagnostics(
  message: string,
  diagnostics: readonly Diagnostic[] | undefined,
): ProviderError {
  const found = diagnostics?.find((entry) => entry.type === "provider_error");
  const facts: Readonly<Record<string, unknown>> = found ?? {};
  const { kind, retryable, status, code, requestId, retryAfterMs } = facts;
  return new ProviderError(message, {
    kind: isKind(kind) ? kind : "unknown",
    retryable: retryable === true,
    status: typeof status === "number" ? status : undefined,
    code: typeof code === "string" ? code : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    retryAfterMs: typeof retryAfterMs === "number" ? retryAfterMs : undefined,
  });
}

function isKind(value: unknown): value is ProviderErrorKind {
  return typeof value === "string" && KINDS.has(value);
}

/** Text of anything that was thrown. */
export function thrownText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message === "" ? thrown.name : thrown.message;
}
