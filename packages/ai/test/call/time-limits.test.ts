import { type ModelTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { textOf } from "../../src/index.ts";
import { messageDelta, messageStart, messageStop, ping, textDelta } from "../support/anthropic.ts";
import { request, runOver } from "../support/calls.ts";
import { outcome } from "../support/events.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";
import { transports } from "../support/transports.ts";

expectNoUnhandledRejections();

describe.each(transports)("time limits of a call over %s", (_, fetch) => {
  const run = runOver(fetch);

  it("C13.9 a provider that falls silent ends by the limit on events, as an error; pings do not help", async () => {
    const stalled: ModelTurn = {
      body: messageStart + textDelta("a"),
      ending: "stall",
      pingEveryMs: 10,
    };
    await run(
      [stalled],
      async (model, server) => {
        const message = await outcome(model.stream(request));
        expect(message).toMatchObject({
          stopReason: "error",
          errorMessage: "the provider fell silent: no event for 80 ms",
          content: [{ text: "a" }],
          diagnostics: [{ kind: "timeout" }],
        });
        await server.requests[0]?.settled;
        expect(server.requests[0]?.closedByClient).toBe(true);
      },
      { timeouts: { idleMs: 80 } },
    );
  });

  it("C13.9 ping events do not count either, and the first event has its own limit", async () => {
    const pings = Array.from({ length: 50 }, () => [ping, { pause: 10 }]).flat();
    await run(
      [{ body: pings, ending: "stall" }],
      async (model) => {
        const message = await outcome(model.stream(request));
        expect(message.errorMessage).toBe(
          "the provider fell silent: no event within 80 ms of the response",
        );
        expect(message.stopReason).toBe("error");
      },
      { timeouts: { firstEventMs: 80 } },
    );
  });

  it("C13.9 a stall without a byte ends by the same limit, whatever clock the retries are given", async () => {
    await run(
      [{ body: messageStart + textDelta("a"), ending: "stall" }],
      async (model, server) => {
        const message = await outcome(model.stream(request));
        expect(message).toMatchObject({
          stopReason: "error",
          content: [{ text: "a" }],
          diagnostics: [{ kind: "timeout" }],
        });
        await server.requests[0]?.settled;
        expect(server.requests[0]?.closedByClient).toBe(true);
      },
      { timeouts: { idleMs: 60 }, retry: { now: () => 0 } },
    );
  });

  it("C13.9 pings do not help where the clock of the retries stands still either", async () => {
    await run(
      [{ body: messageStart, ending: "stall", pingEveryMs: 10 }],
      async (model) => {
        expect(await outcome(model.stream(request))).toMatchObject({
          stopReason: "error",
          errorMessage: "the provider fell silent: no event for 80 ms",
        });
      },
      { timeouts: { idleMs: 80 }, retry: { now: () => 0, maxRetries: 0 } },
    );
  });

  it("C13.9 PEER-10 slow headers are waited for, and each limit begins anew: none counts what another one counted", async () => {
    const body = [
      { pause: 300 },
      messageStart + textDelta("late"),
      { pause: 300 },
      messageDelta("end_turn") + messageStop,
    ];
    await run(
      [{ beforeHead: 300, body }],
      async (model) => expect(textOf(await outcome(model.stream(request)))).toBe("late"),
      { timeouts: { connectMs: 550, firstEventMs: 550, idleMs: 550 } },
    );
  });

  it("C13.9 PEER-10 a limit of 0 is none", async () => {
    const body = [
      { pause: 30 },
      messageStart,
      { pause: 30 },
      messageDelta("end_turn") + messageStop,
    ];
    await run(
      [{ beforeHead: 30, body }],
      async (model) => expect((await outcome(model.stream(request))).stopReason).toBe("stop"),
      { timeouts: { connectMs: 0, firstEventMs: 0, idleMs: 0 } },
    );
  });

  it("C13.9 no response headers in time", async () => {
    await run(
      [{ beforeHead: new Promise(() => undefined) }],
      async (model, server) => {
        const message = await outcome(model.stream(request));
        expect(message.errorMessage).toMatch(
          /^anthropic-messages at 127\.0\.0\.1:\d+ did not answer within 60 ms$/,
        );
        expect(message).toMatchObject({
          stopReason: "error",
          diagnostics: [{ kind: "timeout", retryable: false }],
        });
        expect(server.requests.length).toBe(1);
      },
      { timeouts: { connectMs: 60 } },
    );
  });

  it("C13.9 PEER-10 a slow but living provider is not cut off", async () => {
    const words = ["a", "b", "c", "d"].flatMap((word) => [textDelta(word), { pause: 40 }]);
    await run(
      [{ body: [messageStart, ...words, messageDelta("end_turn") + messageStop] }],
      async (model) => expect(textOf(await outcome(model.stream(request)))).toBe("abcd"),
      { timeouts: { idleMs: 120 } },
    );
  });
});
