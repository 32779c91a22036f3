import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { anthropicText, inPieces, startModelServer } from "../src/index.ts";
import { errorCode, post, readAll, send } from "./support/client.ts";

describe("chunks and pauses", () => {
  it("sends chunks one by one, with pauses that a test settles", async () => {
    const more = Promise.withResolvers<void>();
    await using server = await startModelServer([
      { body: ["first", { pause: more.promise }, new Uint8Array([0x73, 0x32])] },
    ]);
    const response = await send(server.url);
    const chunks = response.setEncoding("utf8")[Symbol.asyncIterator]();
    expect(await chunks.next()).toEqual({ done: false, value: "first" });
    more.resolve();
    expect(await chunks.next()).toEqual({ done: false, value: "s2" });
    expect((await chunks.next()).done).toBe(true);
  });

  it("waits for as many milliseconds as a pause says, also before the head", async () => {
    await using server = await startModelServer([
      { beforeHead: 30, body: ["a", { pause: 30 }, "b"] },
    ]);
    const startedAt = performance.now();
    expect(await (await post(server.url, {})).text()).toBe("ab");
    // Timers may fire up to a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(58);
  });

  it("cuts a body into pieces of bytes, inside characters too, without changing it", async () => {
    const turn = anthropicText("grüße 👋");
    const whole = turn.body.join("");
    await using server = await startModelServer([inPieces(turn, 1), inPieces(turn, 1000)]);
    const bytes = new TextEncoder().encode(whole).length;
    expect(inPieces(turn, 1).body).toHaveLength(bytes);
    expect(await (await post(server.url, {})).text()).toBe(whole);
    expect(await readAll(await send(server.url))).toBe(whole);
  });

  it("refuses a piece size that is no whole number from 1", () => {
    expect(() => inPieces(anthropicText("a"), 0)).toThrow(RangeError);
  });
});

describe("endings", () => {
  it("cut: the client has the chunks and then a broken connection (fetch)", async () => {
    await using server = await startModelServer([{ body: ["part"], ending: "cut" }]);
    const response = await post(server.url, {});
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("part");
    expect(await errorCode(reader?.read() ?? Promise.resolve())).toBe("UND_ERR_SOCKET");
    expect(server.requests[0]?.closedByClient).toBe(false);
  });

  it("cut: the client has the chunks and then a broken connection (node:http)", async () => {
    await using server = await startModelServer([{ body: ["part"], ending: "cut" }]);
    const response = await send(server.url);
    expect(await errorCode(readAll(response))).toBe("ECONNRESET");
    expect(response.complete).toBe(false);
  });

  it("reset: the client gets ECONNRESET", async () => {
    const seen = Promise.withResolvers<void>();
    await using server = await startModelServer([
      { body: ["part", { pause: seen.promise }], ending: "reset" },
      { withoutHead: true, ending: "reset" },
    ]);
    const response = await post(server.url, {});
    const reader = response.body?.getReader();
    await reader?.read();
    seen.resolve();
    expect(await errorCode(reader?.read() ?? Promise.resolve())).toBe("ECONNRESET");
    expect(await errorCode(send(server.url))).toBe("ECONNRESET");
  });

  it("cut without a head: the request fails before any status", async () => {
    await using server = await startModelServer([{ withoutHead: true, ending: "cut" }]);
    expect(await errorCode(post(server.url, {}))).toBe("UND_ERR_SOCKET");
  });

  it("stall: comment pings keep coming until the client leaves, and the leaving is recorded", async () => {
    await using server = await startModelServer([
      { body: ["data: 1\n\n"], ending: "stall", pingEveryMs: 5 },
    ]);
    const response = await send(server.url);
    let text = "";
    for await (const chunk of response.setEncoding("utf8")) {
      text += String(chunk);
      if (text.split(": ping\n\n").length > 3) break; // leaving the loop destroys the response
    }
    expect(text).toMatch(/^data: 1\n\n(: ping\n\n){3}/);
    const request = await server.request(0);
    await request.settled;
    expect(request.closedByClient).toBe(true);
    expect(request.closedAfterMs).toBeGreaterThanOrEqual(10);
  });

  it("stall before the head: nothing arrives at all, and an abort is seen", async () => {
    await using server = await startModelServer([{ withoutHead: true, ending: "stall" }]);
    const aborter = new AbortController();
    const answer = errorCode(post(server.url, {}, aborter.signal));
    const request = await server.request(0);
    aborter.abort(new Error("enough"));
    expect(await answer).toEqual(new Error("enough"));
    await request.settled;
    expect(request.closedByClient).toBe(true);
  });

  it("a client that leaves during a pause ends the exchange at once", async () => {
    await using server = await startModelServer([{ body: ["a", { pause: 60_000 }, "b"] }]);
    const aborter = new AbortController();
    const response = await post(server.url, {}, aborter.signal);
    aborter.abort();
    await expect(response.text()).rejects.toThrow("aborted");
    const request = await server.request(0);
    await request.settled;
    expect(request.closedByClient).toBe(true);
    expect(request.closedAfterMs).toBeLessThan(10_000);
  });

  it("a client that leaves while it uploads is recorded and takes no turn", async () => {
    await using server = await startModelServer([{ body: "kept" }]);
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"half":');
    socket.once("connect", () => setImmediate(() => socket.destroySoon()));
    const request = await server.request(0);
    await request.settled;
    expect(request).toMatchObject({ closedByClient: true, rawBody: '{"half":', body: undefined });
    expect(await (await post(server.url, {})).text()).toBe("kept");
  });
});
