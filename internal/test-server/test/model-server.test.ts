import { Agent } from "node:http";
import { describe, expect, it } from "vitest";
import { startModelServer } from "../src/index.ts";
import { errorCode, post, readAll, send } from "./support/client.ts";

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
