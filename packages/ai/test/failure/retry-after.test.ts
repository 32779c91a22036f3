import { describe, expect, it } from "vitest";
import { durationText, requestedWaitMs } from "../../src/failure/retry-after.ts";

const NOW = Date.parse("Thu, 01 Jan 2026 00:00:00 GMT");

function wait(headers: Record<string, string>): number | undefined {
  return requestedWaitMs(new Headers(headers), NOW);
}

describe("the wait that a provider asks for", () => {
  it.each([
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "0.25" }, 250],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "120", "retry-after": "9" }, 120],
    [{ "retry-after-ms": "soon", "retry-after": "3" }, 3_000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thursday, 01-Jan-26 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu Jan  1 00:00:30 2026" }, 30_000],
    [{ "retry-after": "2592000" }, 2_592_000_000],
  ])("F15 %j asks to wait", (headers, expected) => {
    expect(wait(headers)).toBe(expected);
  });

  it.each([
    "soon",
    "",
    "-1",
    "NaN",
    "1e9",
    "Infinity",
    "soon 1",
    "tomorrow",
    "Wed, 31 Dec 2025 00:00:00 GMT",
  ])("F15 PEER-15 retry-after: %j asks for nothing, so that the back-off applies", (value) => {
    expect(wait({ "retry-after": value })).toBeUndefined();
  });

  it("F17 durations read like something a person would say", () => {
    expect([500, 45_000, 180_000, 18_000_000, 2_592_000_000].map(durationText)).toEqual([
      "0.5 s",
      "45 s",
      "3 min",
      "5 h",
      "30 days",
    ]);
  });
});
