import { describe, expect, it } from "vitest";
import { messageStart, textDelta } from "../support/anthropic.ts";
import { abortAfter, reply, request, runOver } from "../support/calls.ts";
import { collect, countListeners, finalMessage, outcome, types } from "../support/events.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";
import { transports } from "../support/transports.ts";

expectNoUnhandledRejections();

describe.each(transports)("stopping a call over %s", (_, fetch) => {
  const run = runOver(fetch);

  it("F105 (a) an abort before the response headers", async () => {
    await run([{ beforeHead: new Promise(() => undefined) }], async (model, server) => {
      const message = await abortAfter(model, async () => void (await server.request(0)));
      expect(message).toMatchObject({ stopReason: "aborted", content: [] });
      await server.requests[0]?.settled;
      expect(server.requests[0]?.closedByClient).toBe(true);
    });
  });

  it("F105 C6.4 (b) an abort while the body is silent closes the connection and keeps the text", async () => {
    await run(
      [{ body: messageStart + textDelta("so far"), ending: "stall" }],
      async (model, server) => {
        const message = await abortAfter(model, (seen) => seen("text_delta"));
        expect(message).toMatchObject({ stopReason: "aborted", content: [{ text: "so far" }] });
        await server.requests[0]?.settled;
        expect(server.requests[0]?.closedByClient).toBe(true);
      },
    );
  });

  it("C6.4 an abort closes the connection even when nobody asks for the next event", async () => {
    const controller = new AbortController();
    await run([{ body: messageStart + textDelta("a"), ending: "stall" }], async (model, server) => {
      const stream = model.stream({ ...request, signal: controller.signal });
      const events = stream[Symbol.asyncIterator]();
      expect(await events.next()).toMatchObject({ value: { type: "start" } });
      controller.abort();
      await server.requests[0]?.settled;
      expect(server.requests[0]?.closedByClient).toBe(true);
      await events.return?.();
    });
  });

  it("F105 (c) an abort after the last event changes nothing", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    await run([reply], async (model) => {
      const message = await outcome(model.stream({ ...request, signal: controller.signal }));
      controller.abort();
      expect(message.stopReason).toBe("stop");
      expect(listeners()).toBe(0);
    });
  });

  it("F105 (d) with a signal that is already aborted no request is sent", async () => {
    await run([reply], async (model, server) => {
      const events = await collect(model.stream({ ...request, signal: AbortSignal.abort() }));
      expect(types(events)).toEqual(["start", "error"]);
      expect(finalMessage(events).stopReason).toBe("aborted");
      expect(server.requests.length).toBe(0);
    });
  });

  it("F105 leaving the loop closes the connection and leaves no listener", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    await run([{ body: messageStart + textDelta("a"), ending: "stall" }], async (model, server) => {
      for await (const event of model.stream({ ...request, signal: controller.signal })) {
        if (event.type === "text_delta") break;
      }
      expect(listeners()).toBe(0);
      await server.requests[0]?.settled;
      expect(server.requests[0]?.closedByClient).toBe(true);
    });
  });
});
