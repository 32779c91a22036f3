import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { TransportRequest, TransportResponse } from "../../src/index.ts";
import { nodeTransport } from "../../src/node/index.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";

expectNoUnhandledRejections();

interface TricklingServer extends AsyncDisposable {
  readonly url: string;
  readonly connections: () => number;
}

/** Answers each request by what `answer` writes. */
async function serve(
  answer: (response: ServerResponse) => Promise<void>,
): Promise<TricklingServer> {
  let connections = 0;
  const server = createServer((_, response) => void answer(response)).on(
    "connection",
    () => (connections += 1),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** So many pieces of 8 bytes, one every 5 ms. */
function trickle(count: number): (response: ServerResponse) => Promise<void> {
  return async (response) => {
    for (let at = 0; at < count; at += 1) {
      response.write(String(at).padStart(8, "."));
      await delay(5);
    }
    response.end();
  };
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
    expect(paced?.length).toBeLessThan((usual?.length ?? 0) * 0.7);
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
