import { describe, expect, it } from "vitest";
import { createModel, textOf, type RetryNotice } from "../../src/index.ts";
import { textReply } from "../support/anthropic.ts";
import { anthropicError, KEY, reply, request, runOver, status } from "../support/calls.ts";
import { blockTypes, collect, finalMessage, outcome, types } from "../support/events.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";
import { transports } from "../support/transports.ts";

expectNoUnhandledRejections();

describe.each(transports)("a call over %s", (_, fetch) => {
  const run = runOver(fetch);

  it("C13.1 C13.3 sends the request of the wire and streams the reply", async () => {
    const seen: unknown[] = [];
    await run([reply], async (model, server) => {
      const events = await collect(
        model.stream({
          ...request,
          onRequest: (sent) => seen.push(sent),
          onResponse: (response) => seen.push(response),
        }),
      );
      expect(types(events)).toEqual(["start", ...blockTypes("text", 1), "done"]);
      expect(finalMessage(events)).toMatchObject({
        api: "anthropic-messages",
        provider: new URL(server.url).host,
        model: "claude-test",
        content: [{ type: "text", text: "Hello" }],
      });
      const [received] = server.requests;
      expect(received).toMatchObject({
        method: "POST",
        url: "/v1/messages",
        body: { model: "claude-test", stream: true },
      });
      expect(received?.headers).toMatchObject({
        "x-api-key": KEY,
        "anthropic-version": "2023-06-01",
      });
    });
    expect(seen).toMatchObject([{ body: { model: "claude-test" } }, { status: 200 }]);
    expect(JSON.stringify(seen)).not.toContain(KEY);
  });

  it("PEER-9 a server that does not end the body after the terminal does not hold the reply up", async () => {
    await run([{ body: textReply("Hello"), ending: "stall" }], async (model, server) => {
      expect(textOf(await outcome(model.stream(request)))).toBe("Hello");
      await server.requests[0]?.settled;
      expect(server.requests[0]?.closedByClient).toBe(true);
    });
  });

  it("C13.8 nobody there: the address and the reason are named", async () => {
    const model = createModel({
      wire: "anthropic-messages",
      model: "m",
      baseUrl: "http://127.0.0.1:1",
      fetch,
      retry: { baseDelayMs: 1, maxRetries: 1 },
    });
    const events = await collect(model.stream(request));
    expect(types(events)).toEqual(["retry", "start", "error"]);
    const message = finalMessage(events);
    expect(message.errorMessage).toContain("could not connect to http://127.0.0.1:1: ");
    expect(message.diagnostics).toMatchObject([{ kind: "network", retryable: true }]);
  });

  it("C13.8 an HTML page is named for what it is", async () => {
    const page = {
      headers: { "content-type": "text/html" },
      body: "<!doctype html><html>Welcome</html>",
    };
    await run([page], async (model, server) => {
      const message = await outcome(model.stream(request));
      expect(message.errorMessage).toContain("answered HTML, not a model API; check the base URL");
      expect(server.requests.length).toBe(1);
    });
  });

  it("C1.3 no key in any message, notice or diagnostic, even when the provider echoes it", async () => {
    const echo = anthropicError("authentication_error", `no such key: ${KEY}`);
    const notices: RetryNotice[] = [];
    await run(
      [status(500, { error: { message: `key ${KEY}` } }), status(401, echo)],
      async (model) => {
        const events = await collect(
          model.stream({ ...request, onRetry: (notice) => notices.push(notice) }),
        );
        const text = JSON.stringify(events) + JSON.stringify(notices);
        expect(text).toContain("no such key: [redacted]");
        expect(text).not.toContain(KEY);
      },
    );
  });
});
