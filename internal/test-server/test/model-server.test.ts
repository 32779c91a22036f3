import { connect } from "node:net";
import { Agent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { anthropicText, inPieces, startModelServer } from "../src/index.ts";

async function post(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "k" },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** Sends with node:http and hands back the response as soon as its head is there. */
async function send(url: string, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "POST", ...(agent && { agent }) }, resolve);
    request.once("error", reject);
    request.end("{}");
  });
}

async function errorCode(promise: Promise<unknown>): Promise<unknown> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && "code" in cause ? cause.code : cause;
}

async function readAll(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return text;
}

describe("a script", () => {
  it("answers each request with the next turn and records what was asked", async () => {
    await using server = await startModelServer([
      { body: "one" },
      { status: 429, headers: { "retry-after": "1" }, body: "slow down" },
    ]);
    const first = await post(`${server.url}/v1/messages?beta=true`, { model: "m" });
    const second = await post(`${server.url}/v1/other`, { model: "n" });

    expect([first.status, await first.text()]).toEqual([200, "one"]);
    expect(first.headers.get("content-type")).toBe("text/event-stream");
    expect([second.status, second.headers.get("retry-after"), await second.text()]).toEqual([
      429,
      "1",
      "slow down",
    ]);
    expect(second.headers.get("content-type")).toBe("application/json");
    expect(server.requests).toMatchObject([
      {
        index: 0,
        method: "POST",
        url: "/v1/messages?beta=true",
        headers: { "x-api-key": "k" },
        rawBody: '{"model":"m"}',
        body: { model: "m" },
        closedByClient: false,
      },
      { index: 1, url: "/v1/other", body: { model: "n" } },
    ]);
  });

  it("leaves `body` undefined when it is not JSON and keeps the raw text", async () => {
    await using server = await startModelServer([{}]);
    await fetch(server.url, { method: "POST", body: "not { json" });
    expect(server.requests[0]).toMatchObject({ rawBody: "not { json", body: undefined });
  });

  it("asks a function for its turn once the request is there", async () => {
    await using server = await startModelServer([
      (request) => Promise.resolve({ body: `you sent ${request.rawBody}` }),
    ]);
    const response = await post(server.url, [1]);
    expect(await response.text()).toBe("you sent [1]");
  });

  it("answers 500 and says so when it is used up, and goes on with turns pushed later", async () => {
    await using server = await startModelServer([{ body: "only" }]);
    await (await post(server.url, {})).text();
    const extra = await post(`${server.url}/v1/messages`, {});
    expect(extra.status).toBe(500);
    expect(await extra.json()).toEqual({
      error: {
        message:
          "model server: the script holds 1 turn and they are used up: no answer for request 2 " +
          "(POST /v1/messages). Add a turn, or find out why the client asked once more.",
      },
    });
  });

  it("plays a turn that was pushed while it ran", async () => {
    await using server = await startModelServer([]);
    server.push({ body: "late" });
    expect(await (await post(server.url, {})).text()).toBe("late");
  });

  it("repeats its last turn when told to", async () => {
    await using server = await startModelServer([{ body: "a" }, { body: "b" }], {
      repeatLast: true,
    });
    const answers: string[] = [];
    for (let n = 0; n < 4; n += 1) answers.push(await (await post(server.url, {})).text());
    expect(answers).toEqual(["a", "b", "b", "b"]);
  });

  it("answers 500 and keeps the error when a turn function throws", async () => {
    const failure = new Error("no turn for you");
    await using server = await startModelServer([
      () => {
        throw failure;
      },
    ]);
    const response = await post(server.url, {});
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"error":{"message":"model server: the script failed: Error: no turn for you"}}',
    ]);
    expect(server.requests[0]?.scriptError).toBe(failure);
  });

  it("cuts the stream and keeps the error when a pause rejects after the head", async () => {
    const failure = new Error("gone wrong");
    const pause = Promise.withResolvers<void>();
    await using server = await startModelServer([{ body: ["a", { pause: pause.promise }, "b"] }]);
    const response = await post(server.url, {});
    pause.reject(failure);
    expect(await errorCode(response.text())).toBe("UND_ERR_SOCKET");
    await server.requests[0]?.settled;
    expect(server.requests[0]).toMatchObject({ scriptError: failure, closedByClient: false });
  });

  it("hands out a request that has not arrived yet as soon as it does", async () => {
    await using server = await startModelServer([{ ending: "stall" }]);
    const arrival = server.request(0);
    const aborter = new AbortController();
    const answer = post(server.url, { n: 1 }, aborter.signal);
    const request = await arrival;
    expect(request.body).toEqual({ n: 1 });
    expect(await server.request(0)).toBe(request);
    aborter.abort();
    await (await answer.catch(() => undefined))?.body?.cancel().catch(() => undefined);
    await request.settled;
  });
});

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

describe("the server", () => {
  it("keeps a connection alive between turns", async () => {
    await using server = await startModelServer([{ body: "a" }, { body: "b" }]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await send(server.url, agent);
    const port = first.socket.localPort;
    await readAll(first);
    const second = await send(server.url, agent);
    expect(second.socket.localPort).toBe(port);
    expect(await readAll(second)).toBe("b");
    agent.destroy();
  });

  it("closes with exchanges open, counts none of them as left by the client, and may be closed twice", async () => {
    const server = await startModelServer([{ body: ["a"], ending: "stall", pingEveryMs: 5 }]);
    const response = await send(server.url);
    const reading = errorCode(readAll(response));
    const waiting = server.request(5);
    await Promise.all([server.close(), expect(waiting).rejects.toThrow("waited for request 5")]);
    await server.close();
    expect(await reading).toBe("ECONNRESET");
    expect(server.requests[0]?.closedByClient).toBe(false);
    expect(await errorCode(post(server.url, {}))).toBe("ECONNREFUSED");
    await expect(server.request(5)).rejects.toThrow("closed after 1 requests");
  });
});
