import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createModel, type TransportRequest, type TransportResponse } from "../../src/index.ts";
import { nodeTransport } from "../../src/node/index.ts";
import { certificate as ca, listen, startProxy, type LoopbackServer } from "../support/loopback.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";

expectNoUnhandledRejections();

/** Answers each request by what `answer` writes. */
function serve(
  answer: (response: ServerResponse) => Promise<void>,
  protocol: "http" | "https" = "http",
): Promise<LoopbackServer> {
  return listen((_, response) => void answer(response), protocol);
}

/** So many pieces of 8 bytes, one every 5 ms. */
function trickle(count: number): (response: ServerResponse) => Promise<void> {
  return async (response) => {
    await trickleInto(response, count);
    response.end();
  };
}

async function trickleInto(response: ServerResponse, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    response.write(String(at).padStart(8, "."));
    await delay(5);
  }
}

function get(signal: AbortSignal = new AbortController().signal): TransportRequest {
  return { method: "GET", headers: {}, signal };
}

async function piecesOf({ body }: TransportResponse): Promise<string[]> {
  const pieces: string[] = [];
  if (body !== null && Symbol.asyncIterator in body)
    for await (const piece of body) pieces.push(Buffer.from(piece).toString());
  return pieces;
}

describe("a body that is read at intervals", () => {
  it("C13.1 is the same text, in far fewer pieces", async () => {
    const count = 200;
    await using server = await serve(trickle(count));
    const [paced, usual] = await Promise.all(
      [50, 0].map(async (readIntervalMs) =>
        piecesOf(await nodeTransport({ readIntervalMs })(server.url, get())),
      ),
    );
    const whole = Array.from({ length: count }, (_, at) => String(at).padStart(8, ".")).join("");
    expect(paced?.join("")).toBe(whole);
    expect(usual?.join("")).toBe(whole);
    // A second of 200 pieces: some 20 of them in the first tenth, then 18 reads.
    expect(paced?.length).toBeLessThan((usual?.length ?? 0) / 3);
  });

  it.each([50, 0])(
    "C13.3 read every %i ms, an answer's fragments are the events of a read, or each its own",
    async (readIntervalMs) => {
      const count = 100;
      const delta = (text: string): string =>
        `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`;
      await using server = await serve(async (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let at = 0; at < count; at += 1) {
          response.write(delta(`${at} `));
          await delay(5);
        }
        response.end(delta("end") + "data: [DONE]\n\n");
      });
      const model = createModel({
        wire: "openai-completions",
        baseUrl: server.url,
        apiKey: "k",
        model: "m",
        fetch: nodeTransport({ readIntervalMs }),
      });
      const deltas: string[] = [];
      for await (const event of model.stream({
        messages: [{ role: "user", content: "go", timestamp: 1 }],
      }))
        if (event.type === "text_delta") deltas.push(event.delta);
      expect(deltas.join("")).toBe(
        `${Array.from({ length: count }, (_, at) => `${at} `).join("")}end`,
      );
      if (readIntervalMs === 0) expect(deltas).toHaveLength(count + 1);
      else expect(deltas.length).toBeLessThan(count / 2);
    },
  );

  it.each(["straight", "through a tunnel"])(
    "C13.1 comes in few pieces over TLS, %s",
    async (way) => {
      await using server = await serve(trickle(100), "https");
      await using proxy = await startProxy();
      const env = way === "straight" ? {} : { https_proxy: proxy.url };
      const send = nodeTransport({ readIntervalMs: 50, ca, env });
      const pieces = await piecesOf(await send(server.url, get()));
      expect(pieces.join("")).toHaveLength(800);
      expect(pieces.length).toBeLessThan(50);
    },
  );

  it("C13.1 leaves to the system what comes between two reads", async () => {
    let written = 0;
    await using server = await serve(async (response) => {
      for (; written < 200; written += 1) {
        response.write("........");
        await delay(5);
      }
    });
    const responses: IncomingMessage[] = [];
    const note = (message: unknown): void => {
      if (typeof message !== "object" || message === null || !("response" in message)) return;
      if (message.response instanceof IncomingMessage) responses.push(message.response);
    };
    subscribe("http.client.response.finish", note);
    const { body } = await nodeTransport({ readIntervalMs: 3_600_000 })(server.url, get());
    unsubscribe("http.client.response.finish", note);
    if (body === null || !(Symbol.asyncIterator in body)) throw new Error("there is no body");
    const pieces = body[Symbol.asyncIterator]();
    const reading = (async () => {
      while ((await pieces.next()).done !== true);
    })().catch((error: unknown) => error);
    await expect.poll(() => written, { timeout: 10_000 }).toBe(200);
    // 200 chunks have 13 bytes each on the wire. Of them the first tenth of a second was read, and one more.
    expect(responses[0]?.socket.bytesRead).toBeLessThan(200 * 13 * 0.5);
    await pieces.return?.();
    expect(await reading).toBeInstanceOf(Error);
  });

  it("C13.1 says that it broke off, after what came before", async () => {
    await using server = await serve(async (response) => {
      await trickleInto(response, 60);
      response.socket?.end();
    });
    const { body } = await nodeTransport({ readIntervalMs: 20 })(server.url, get());
    let text = "";
    const reading = (async () => {
      if (body !== null && Symbol.asyncIterator in body)
        for await (const piece of body) text += Buffer.from(piece).toString();
    })();
    await expect(reading).rejects.toThrow("aborted");
    expect(text).toHaveLength(480);
  });

  it("C13.1 begins with the first piece, before there is a second", async () => {
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    await using server = await serve(async (response) => {
      response.write("first");
      await isRead;
      response.end("second");
    });
    const { body } = await nodeTransport({ readIntervalMs: 60_000 })(server.url, get());
    const pieces: string[] = [];
    if (body !== null && Symbol.asyncIterator in body)
      for await (const piece of body) {
        pieces.push(Buffer.from(piece).toString());
        read();
      }
    expect(pieces).toEqual(["first", "second"]);
  });

  it("C13.1 leaves the connection for the next request", async () => {
    await using server = await serve(trickle(80));
    const send = nodeTransport({ readIntervalMs: 50 });
    for (let request = 0; request < 3; request += 1)
      expect((await piecesOf(await send(server.url, get()))).join("")).toHaveLength(640);
    expect(server.connections()).toBe(1);
  });

  it("C13.1 much that comes at once is not slowed down", async () => {
    const piece = "x".repeat(65_536);
    await using server = await serve(async (response) => {
      response.write("begin");
      await delay(200);
      response.write("go");
      for (let at = 0; at < 64; at += 1) response.write(piece);
      response.end();
    });
    // Were it read in intervals, 4 MiB would take more than an hour.
    const pieces = await piecesOf(await nodeTransport({ readIntervalMs: 100 })(server.url, get()));
    expect(pieces.join("")).toHaveLength(7 + 64 * 65_536);
  });

  it.each(["abort", "return"])("F105 %s between two reads ends the wait at once", async (how) => {
    const { promise: isClosed, resolve: closed } = Promise.withResolvers<void>();
    await using server = await serve(async (response) => {
      response.on("close", closed);
      await trickle(10_000)(response);
    });
    const controller = new AbortController();
    const send = nodeTransport({ readIntervalMs: 3_600_000 });
    const { body } = await send(server.url, get(controller.signal));
    if (body === null || !(Symbol.asyncIterator in body)) throw new Error("there is no body");
    const pieces = body[Symbol.asyncIterator]();
    let count = 0;
    const reading = (async () => {
      while ((await pieces.next()).done !== true) count += 1;
    })().catch((error: unknown) => error);
    await untilUnchanged(() => count); // After a tenth of a second it waits for an hour.
    if (how === "abort") controller.abort(new Error("enough"));
    else await pieces.return?.();
    await isClosed;
    expect(await reading).toBeInstanceOf(Error);
  });
});

async function untilUnchanged(value: () => number): Promise<void> {
  let seen = Number.NaN;
  while (seen !== value()) {
    seen = value();
    await delay(100);
  }
}
