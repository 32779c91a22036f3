import { describe, expect, it } from "vitest";
import { textOf } from "../../src/index.ts";
import { reply, request, runOver, status } from "../support/calls.ts";
import { outcome } from "../support/events.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";
import { transports } from "../support/transports.ts";

expectNoUnhandledRejections();

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);
/** What the provider asks for in no way that can be read: the back-off of the policy below. */
const BACK_OFF = "back-off";

describe.each(transports)("what a 429 asks for, over %s", (_, fetch) => {
  const run = runOver(fetch);

  async function waits(headers: Record<string, string>): Promise<number[]> {
    const delays: number[] = [];
    const retry = {
      baseDelayMs: 1_000,
      now: () => NOW,
      random: () => 0.5,
      sleep: (ms: number) => Promise.resolve(void delays.push(ms)),
    };
    await run(
      [status(429, {}, headers), reply],
      async (model, server) => {
        expect(textOf(await outcome(model.stream(request)))).toBe("Hello");
        expect(server.requests.length).toBe(2);
      },
      { retry },
    );
    return delays;
  }

  it.each<[Record<string, string>, number | typeof BACK_OFF]>([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0.25" }, 250],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "1500" }, 1_500],
    [{ "retry-after-ms": "1500", "retry-after": "7" }, 1_500],
    [{ "retry-after-ms": "soon", "retry-after": "7" }, 7_000],
    [{ "retry-after": "Mon, 30 Nov 2026 12:00:09 GMT" }, 9_000],
    [{ "retry-after": "Monday, 30-Nov-26 12:00:09 GMT" }, 9_000],
    [{ "retry-after": "Mon Nov 30 12:00:09 2026" }, 9_000],
    [{ "retry-after": "Mon, 30 Nov 2026 11:59:00 GMT" }, BACK_OFF],
    [{ "retry-after": "soon" }, BACK_OFF],
    [{ "retry-after": "-5" }, BACK_OFF],
    [{ "retry-after": "NaN" }, BACK_OFF],
    [{ "retry-after": "1e400" }, BACK_OFF],
    [{}, BACK_OFF],
  ])("F15 C13.8 PEER-15 %j: the wait is %j ms", async (headers, expected) => {
    const [delay, ...more] = await waits(headers);
    expect(more).toEqual([]);
    if (expected === BACK_OFF) {
      expect(delay).toBeGreaterThan(0);
      expect(delay).toBeLessThanOrEqual(1_000);
    } else {
      expect(delay).toBe(expected);
    }
  });

  it.each([
    { "retry-after": "2592000" },
    { "retry-after-ms": "2592000000" },
    { "retry-after": "Wed, 30 Dec 2026 12:00:00 GMT" },
  ])("F17 %j is too long: one request, no wait, and the text says how long", async (headers) => {
    const retry = {
      now: () => NOW,
      sleep: () => Promise.reject(new Error("there must be no wait")),
    };
    await run(
      [status(429, {}, headers)],
      async (model, server) => {
        const message = await outcome(model.stream(request));
        expect(message.errorMessage).toContain("it asked to wait 30 days");
        expect(server.requests.length).toBe(1);
      },
      { retry },
    );
  });
});
