import { describe, expect, it } from "vitest";
import { textOf, type RetryNotice } from "../../src/index.ts";
import { errorEvent, messageStart, overloaded, ping, textDelta } from "../support/anthropic.ts";
import { anthropicError, reply, request, runOver, status } from "../support/calls.ts";
import {
  blockTypes,
  collect,
  countListeners,
  finalMessage,
  outcome,
  types,
} from "../support/events.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";
import { transports } from "../support/transports.ts";

expectNoUnhandledRejections();

describe.each(transports)("retries of a call over %s", (_, fetch) => {
  const run = runOver(fetch);

  it.each([408, 409, 425, 429, 500, 502, 503, 504, 529])(
    "C13.8 %i is repeated, announced, and leaves no trace",
    async (code) => {
      const told: RetryNotice[] = [];
      await run([status(code), reply], async (model, server) => {
        const events = await collect(
          model.stream({ ...request, onRetry: (notice) => told.push(notice) }),
        );
        expect(types(events)).toEqual(["retry", "start", ...blockTypes("text", 1), "done"]);
        expect(events[0]).toMatchObject({ attempt: 2, maxAttempts: 4, error: { status: code } });
        expect(told).toEqual([expect.objectContaining({ attempt: 2 })]);
        expect(server.requests.length).toBe(2);
        expect(server.requests[0]?.rawBody).toBe(server.requests[1]?.rawBody);
      });
    },
  );

  it("F21 PEER-17 one budget: with maxRetries 2 three requests, attempts 2/3 and 3/3, growing delays", async () => {
    const delays: number[] = [];
    const retry = {
      maxRetries: 2,
      baseDelayMs: 100,
      random: () => 0.5,
      sleep: (ms: number) => Promise.resolve(void delays.push(ms)),
    };
    await run(
      [status(529, anthropicError("overloaded_error", "Overloaded"))],
      async (model, server) => {
        const events = await collect(model.stream(request));
        const notices = events.flatMap((event) =>
          event.type === "retry" ? [`${event.attempt}/${event.maxAttempts}`] : [],
        );
        expect(notices).toEqual(["2/3", "3/3"]);
        expect(delays).toEqual([50, 100]);
        expect(server.requests.length).toBe(3);
        const { host } = new URL(server.url);
        expect(finalMessage(events)).toMatchObject({
          stopReason: "error",
          errorMessage: `anthropic-messages at ${host} answered 529: Overloaded`,
          diagnostics: [
            { type: "provider_error", kind: "overloaded", status: 529, retryable: true },
          ],
        });
      },
      { retry },
    );
  });

  it.each([
    ["overloaded before content", overloaded],
    ["overloaded after an empty block", messageStart + ping + errorEvent("api_error", "x")],
    ["an end without terminal and content", messageStart],
    ["an empty body", ""],
  ])("F21 C13.8 %s in the stream is repeated", async (__, body) => {
    await run([{ body }, reply], async (model, server) => {
      const events = await collect(model.stream(request));
      expect(types(events)).toEqual(["retry", "start", ...blockTypes("text", 1), "done"]);
      expect(server.requests.length).toBe(2);
    });
  });

  it("C13.8 once something of an answer was delivered nothing is repeated", async () => {
    await run(
      [{ body: messageStart + textDelta("Let me") + overloaded }],
      async (model, server) => {
        const message = await outcome(model.stream(request));
        expect(message).toMatchObject({
          stopReason: "error",
          errorMessage: "Overloaded",
          content: [{ text: "Let me" }],
        });
        expect(server.requests.length).toBe(1);
      },
    );
  });

  it.each(["cut", "reset"] as const)(
    "C13.8 a connection %s before the response is repeated; in the reply it is an error with the text",
    async (ending) => {
      await run([{ withoutHead: true, ending }, reply], async (model, server) => {
        expect(textOf(await outcome(model.stream(request)))).toBe("Hello");
        expect(server.requests.length).toBe(2);
      });
      const parts = [messageStart + textDelta("kept"), { pause: 20 }];
      await run([{ body: parts, ending }], async (model, server) => {
        const message = await outcome(model.stream(request));
        expect(message).toMatchObject({
          stopReason: "error",
          content: [{ text: "kept" }],
          diagnostics: [{ kind: "network" }],
        });
        expect(message.errorMessage).toMatch(/^the connection was lost during the reply: /);
        expect(server.requests.length).toBe(1);
      });
    },
  );

  it.each<[number, unknown, string]>([
    [401, anthropicError("authentication_error", "invalid x-api-key"), "auth"],
    [403, anthropicError("permission_error", "no"), "auth"],
    [402, {}, "quota"],
    [
      429,
      { error: { code: "insufficient_quota", message: "You exceeded your current quota" } },
      "quota",
    ],
    [429, { error: { message: "Monthly usage limit reached" } }, "quota"],
    [400, anthropicError("invalid_request_error", "bad"), "invalid-request"],
    [400, anthropicError("invalid_request_error", "prompt is too long"), "context-overflow"],
    [404, anthropicError("not_found_error", "model: x"), "invalid-request"],
  ])("F18 C13.8 PEER-13 %i %j is final: one request", async (code, body, kind) => {
    await run([status(code, body)], async (model, server) => {
      const events = await collect(model.stream(request));
      expect(types(events)).toEqual(["start", "error"]);
      expect(finalMessage(events).diagnostics).toMatchObject([
        { kind, status: code, retryable: false },
      ]);
      expect(server.requests.length).toBe(1);
    });
  });

  it("F15 PEER-15 an unreadable retry-after means the normal back-off, one that can be read is used", async () => {
    const delays: number[] = [];
    const retry = {
      random: () => 0.5,
      sleep: (ms: number) => Promise.resolve(void delays.push(ms)),
    };
    const script = [
      status(429, {}, { "retry-after": "soon" }),
      status(429, {}, { "retry-after": "7" }),
      reply,
    ];
    await run(
      script,
      async (model, server) => {
        expect(textOf(await outcome(model.stream(request)))).toBe("Hello");
        expect(server.requests.length).toBe(3);
      },
      { retry },
    );
    expect(delays).toEqual([250, 7_000]);
  });

  it("F17 a wait of days fails at once and is named", async () => {
    await run(
      [status(429, anthropicError("rate_limit_error", "Slow down"), { "retry-after": "2592000" })],
      async (model, server) => {
        const begin = performance.now();
        const message = await outcome(model.stream(request));
        expect(performance.now() - begin).toBeLessThan(1_000);
        expect(message.errorMessage).toContain("it asked to wait 30 days");
        expect(server.requests.length).toBe(1);
      },
    );
  });

  it("F19 PEER-15 an abort during the back-off ends it at once, as aborted, without another request", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    await run(
      [status(503)],
      async (model, server) => {
        let aborted = 0;
        const events = [];
        for await (const event of model.stream({ ...request, signal: controller.signal })) {
          events.push(event);
          if (event.type !== "retry") continue;
          expect(event.delayMs).toBe(30_000);
          setTimeout(() => {
            aborted = performance.now();
            controller.abort();
          }, 50);
        }
        expect(performance.now() - aborted).toBeLessThan(100);
        expect(types(events)).toEqual(["retry", "start", "error"]);
        expect(finalMessage(events)).toMatchObject({
          stopReason: "aborted",
          errorMessage: "Operation aborted",
        });
        expect([server.requests.length, listeners()]).toEqual([1, 0]);
      },
      { retry: { baseDelayMs: 30_000, random: () => 1 } },
    );
  });
});
