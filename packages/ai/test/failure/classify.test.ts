import { describe, expect, it } from "vitest";
import { errorDiagnostic, errorFromDiagnostics, errorInfo } from "../../src/errors.ts";
import { notAStreamError, responseError, streamError } from "../../src/failure/classify.ts";
import { ProviderError } from "../../src/index.ts";

function classify(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): ProviderError {
  return responseError({
    label: "anthropic-messages at host",
    status,
    headers: new Headers(headers),
    body: typeof body === "string" ? body : JSON.stringify(body),
    now: 0,
    maxRetryAfterMs: 60_000,
  });
}

const error = (type: string, message = "text"): unknown => ({
  type: "error",
  error: { type, message },
});

describe("classification of failures", () => {
  it.each([
    [401, error("authentication_error"), "auth", false],
    [403, error("permission_error"), "auth", false],
    [402, {}, "quota", false],
    [400, error("invalid_request_error"), "invalid-request", false],
    [404, error("not_found_error"), "invalid-request", false],
    [422, { detail: [{ msg: "field required" }] }, "invalid-request", false],
    [413, error("request_too_large"), "context-overflow", false],
    [
      400,
      error("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
      "context-overflow",
      false,
    ],
    [
      400,
      { error: { code: "context_length_exceeded", type: "invalid_request_error" } },
      "context-overflow",
      false,
    ],
    [400, { error: { code: "content_filter" } }, "content-filter", false],
    [400, error("invalid_request_error", "Your credit balance is too low"), "quota", false],
    [408, {}, "timeout", true],
    [409, {}, "server", true],
    [425, {}, "server", true],
    [429, error("rate_limit_error"), "rate-limit", true],
    [429, "slow down", "rate-limit", true],
    [500, error("api_error"), "server", true],
    [502, "<html><body>Bad gateway</body></html>", "server", true],
    [503, {}, "overloaded", true],
    [529, error("overloaded_error"), "overloaded", true],
    [599, {}, "server", true],
    [301, "", "protocol", false],
  ])("C13.8 %i %j is %s, retryable: %s", (status, body, kind, retryable) => {
    const found = classify(status, body);
    expect({ kind: found.kind, retryable: found.retryable, status: found.status }).toEqual({
      kind,
      retryable,
      status,
    });
  });

  it.each([
    [429, { error: { code: "insufficient_quota", message: "You exceeded your current quota" } }],
    [402, { error: { message: "Payment required" } }],
    [429, "Monthly usage limit reached"],
    [429, { error: { type: "GoUsageLimitError", message: "no" } }],
  ])("F18 PEER-13 %i %j is a quota: final", (status, body) => {
    expect(classify(status, body)).toMatchObject({ kind: "quota", retryable: false });
  });

  it("F18 PEER-13 a rate limit that mentions billing is still a rate limit", () => {
    const message = "Rate limit reached. Add a payment method at https://host/account/billing.";
    expect(classify(429, error("rate_limit_error", message))).toMatchObject({
      kind: "rate-limit",
      retryable: true,
    });
  });

  it("F17 a wait above the limit makes the failure final and is told", () => {
    const found = classify(429, error("rate_limit_error", "Slow down"), {
      "retry-after": "2592000",
    });
    expect(found).toMatchObject({
      kind: "rate-limit",
      retryable: false,
      retryAfterMs: 2_592_000_000,
    });
    expect(found.message).toBe(
      "anthropic-messages at host answered 429: Slow down (it asked to wait 30 days, longer than the limit of 60 s)",
    );
    expect(classify(429, {}, { "retry-after": "60" })).toMatchObject({
      retryable: true,
      retryAfterMs: 60_000,
    });
  });

  it("C13.8 the text says who answered what, and what to do", () => {
    expect(classify(401, error("authentication_error", "invalid x-api-key")).message).toBe(
      "anthropic-messages at host answered 401: invalid x-api-key (check the API key)",
    );
    expect(classify(500, "").message).toBe(
      "anthropic-messages at host answered 500: no explanation",
    );
    expect(classify(307, "", { location: "https://other/v1" }).message).toContain(
      "redirected to https://other/v1",
    );
  });

  it.each([
    [{ error: "plain" }, "plain"],
    [{ message: "top" }, "top"],
    [{ detail: "why" }, "why"],
    [{ detail: [{ msg: "a" }, { msg: "b" }] }, "a; b"],
    [[{ error: { message: "in a list" } }], "in a list"],
    ["not json", "not json"],
  ])("C13.8 the provider's own words are found in %j", (body, text) => {
    expect(classify(400, body).message).toContain(`answered 400: ${text}`);
  });

  it("C13.8 HTML is the wrong address, with any final status", () => {
    const page = "<!DOCTYPE html><html><title>Sign in</title></html>";
    for (const found of [
      classify(404, page),
      classify(403, page),
      notAStreamError(page, undefined),
    ]) {
      expect(found).toMatchObject({ kind: "protocol", retryable: false });
      expect(found.message).toContain("answered HTML, not a model API; check the base URL");
    }
  });

  it("C13.6 an error in the stream says the provider's words and nothing else", () => {
    expect(streamError(error("overloaded_error", "Overloaded"))).toMatchObject({
      message: "Overloaded",
      kind: "overloaded",
      retryable: true,
    });
    expect(streamError(error("invalid_request_error", "bad"))).toMatchObject({
      kind: "invalid-request",
      retryable: false,
    });
    expect(streamError({ error: {} }).message).toBe("the provider reported an error");
  });

  it.each([
    [{ code: 400, message: "Token limit reached" }, "invalid-request", false],
    [{ code: "502", message: "Bad gateway" }, "server", true],
    [{ status_code: 429, message: "Slow down" }, "rate-limit", true],
    [{ code: 429, message: "insufficient credits" }, "quota", false],
    [{ code: 3000, message: "no status" }, "unknown", true],
  ])(
    "C13.8 PEER-11 an error in the stream goes by the status it names: %j",
    (body, kind, retryable) => {
      expect(streamError({ error: body })).toMatchObject({ kind, retryable });
    },
  );

  it("C13.8 PEER-11 a failure of an unknown kind may be repeated, a bounded number of times", () => {
    expect(streamError(error("brand_new_error"))).toMatchObject({
      kind: "unknown",
      retryable: true,
      code: "brand_new_error",
    });
  });

  it.each([
    "bad field (request id req_502f429a)",
    "model claude-502 does not exist",
    "at most 429 tools, not 503",
  ])("PEER-12 digits in words are no status: %s", (message) => {
    const final = { kind: "invalid-request", retryable: false };
    expect(classify(400, error("invalid_request_error", message))).toMatchObject(final);
    expect(classify(400, message)).toMatchObject(final);
    expect(streamError(error("invalid_request_error", message))).toMatchObject(final);
  });

  it("C13.8 request ids are kept, from the header or the body", () => {
    expect(classify(500, {}, { "request-id": "req_1" }).requestId).toBe("req_1");
    expect(classify(500, { request_id: "req_2", error: { message: "x" } }).requestId).toBe("req_2");
  });
});

describe("ProviderError", () => {
  const found = new ProviderError("boom", {
    kind: "server",
    retryable: true,
    status: 500,
    requestId: "r",
    retryAfterMs: 5,
    cause: new Error("why"),
  });

  it("C13.10 is known by its brand, keeps its cause, and goes through diagnostics and back", () => {
    expect(ProviderError.isInstance(found)).toBe(true);
    expect([new Error("x"), null, {}, "x"].some(ProviderError.isInstance)).toBe(false);
    expect(found).toMatchObject({ name: "ProviderError", cause: { message: "why" } });
    const diagnostic = errorDiagnostic(found);
    expect(JSON.parse(JSON.stringify(diagnostic))).toStrictEqual(diagnostic);
    const back = errorFromDiagnostics("boom", [{ type: "other" }, diagnostic]);
    expect(errorDiagnostic(back)).toEqual(diagnostic);
    expect(errorFromDiagnostics("x", undefined)).toMatchObject({
      kind: "unknown",
      retryable: false,
    });
  });

  it("C13.10 another copy of the package knows it too", () => {
    const foreign = new Error("x");
    Object.defineProperty(foreign, Symbol.for("tau-ts.ProviderError"), { value: true });
    expect(ProviderError.isInstance(foreign)).toBe(true);
  });

  it("C13.8 a retry notice tells the facts", () => {
    expect(errorInfo(found)).toEqual({
      kind: "server",
      message: "boom",
      status: 500,
      requestId: "r",
    });
  });
});
