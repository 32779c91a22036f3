import { spawn } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { complete, createModel, userMessage, type TransportRequest } from "../../src/index.ts";
import { nodeTransport } from "../../src/node/index.ts";
import { textReply } from "../support/anthropic.ts";
import { countListeners } from "../support/events.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";

expectNoUnhandledRejections();

function post(signal: AbortSignal = new AbortController().signal): TransportRequest {
  return { method: "POST", headers: { "content-type": "text/plain" }, body: "né", signal };
}

interface CountingServer extends AsyncDisposable {
  readonly url: string;
  readonly connections: () => number;
}

async function countingServer(listener: RequestListener): Promise<CountingServer> {
  let connections = 0;
  const server = createServer(listener).on("connection", () => (connections += 1));
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

describe("nodeTransport", () => {
  it("C13.1 sends method, headers and body; gives status, headers and text; asks for no compression", async () => {
    await using server = await startModelServer([
      { status: 418, headers: { "X-One": "1" }, body: "tea €" },
    ]);
    const response = await nodeTransport()(`${server.url}/path?q=1`, post());
    expect(response.status).toBe(418);
    expect([response.headers.get("X-ONE"), response.headers.get("none")]).toEqual(["1", null]);
    expect(await response.text()).toBe("tea €");
    expect(server.requests[0]).toMatchObject({
      method: "POST",
      url: "/path?q=1",
      rawBody: "né",
      headers: { "accept-encoding": "identity", "content-length": "3" },
    });
  });

  it("C13.8 nobody there: the error names address and reason, with Node's code", async () => {
    const closed = await startModelServer([]);
    await closed.close();
    await expect(nodeTransport()(closed.url, post())).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
    const model = createModel({
      wire: "anthropic-messages",
      model: "m",
      baseUrl: closed.url,
      fetch: nodeTransport(),
      retry: { maxRetries: 0 },
    });
    const message = await complete(model, { messages: [] });
    expect(message.errorMessage).toBe(
      `could not connect to ${closed.url}: connection refused (ECONNREFUSED)`,
    );
  });

  it("F105 an abort closes the socket at once and leaves no listener", async () => {
    await using server = await startModelServer([{ body: "a", ending: "stall" }, { body: "b" }]);
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const send = nodeTransport();
    const response = await send(server.url, post(controller.signal));
    expect(response.status).toBe(200);
    const reading = response.text();
    controller.abort();
    await expect(reading).rejects.toBeInstanceOf(Error);
    await server.requests[0]?.settled;
    expect(server.requests[0]?.closedByClient).toBe(true);
    await (await send(server.url, post(controller.signal)).catch(() => undefined))?.text();
    await expect.poll(listeners).toBe(0);
    expect(server.requests.length).toBe(1);
  });

  it("F105 leaving the body closes the socket at once, also while a read is pending", async () => {
    await using server = await startModelServer([{ body: "a", ending: "stall" }]);
    const { body } = await nodeTransport()(server.url, post());
    if (body === null || "getReader" in body) throw new Error("expected an iterable body");
    const chunks = body[Symbol.asyncIterator]();
    await chunks.next();
    const pending = chunks.next().catch(() => undefined);
    await chunks.return?.();
    await pending;
    await server.requests[0]?.settled;
    expect(server.requests[0]?.closedByClient).toBe(true);
  });

  it("C13.1 a finished connection is used again, also by the next call of a model", async () => {
    await using server = await countingServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(textReply("x"));
    });
    const fetch = nodeTransport();
    const model = createModel({
      wire: "anthropic-messages",
      model: "m",
      baseUrl: server.url,
      fetch,
    });
    for (let call = 0; call < 5; call++) {
      const message = await complete(model, { messages: [userMessage("hi")] });
      expect(message.stopReason).toBe("stop");
    }
    // A call that follows in the same turn may find the connection still busy with its last bytes.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it("C13.8 a kept connection that the server closed meanwhile is replaced without a word", async () => {
    let count = 0;
    await using server = await countingServer((request, response) => {
      count += 1;
      if (count === 2) request.socket.resetAndDestroy();
      else response.end("ok");
    });
    const send = nodeTransport();
    expect(await (await send(server.url, post())).text()).toBe("ok");
    expect(await (await send(server.url, post())).text()).toBe("ok");
    expect([count, server.connections()]).toEqual([3, 2]);
  });

  it("C13.8 PEER-17 a reset of a fresh connection is an error and is not repeated here", async () => {
    await using server = await startModelServer([
      { withoutHead: true, ending: "reset" },
      { body: "ok" },
    ]);
    await expect(nodeTransport()(server.url, post())).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(server.requests.length).toBe(1);
  });

  it("C13.1 an idle connection does not keep the process alive", async () => {
    await using server = await startModelServer([{ body: "ok" }]);
    const folder = fileURLToPath(new URL("../..", import.meta.url));
    const code = `
      import { nodeTransport } from "@tau-ts/ai/node";
      const signal = new AbortController().signal;
      const response = await nodeTransport()(${JSON.stringify(server.url)}, { method: "POST", headers: {}, body: "", signal });
      process.stdout.write(await response.text());`;
    const options = ["--conditions=tau-ts:source", "--input-type=module", "-"];
    const child = spawn(process.execPath, options, {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += String(chunk)));
    child.stdin.end(code);
    const exit = await new Promise((resolve) => child.on("close", resolve));
    expect([exit, output]).toEqual([0, "ok"]);
  });
});
