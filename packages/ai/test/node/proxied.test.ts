import type { RequestListener } from "node:http";
import type { Duplex } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import {
  complete,
  createModel,
  textOf,
  userMessage,
  type TransportRequest,
} from "../../src/index.ts";
import { nodeTransport } from "../../src/node/index.ts";
import { textReply } from "../support/anthropic.ts";
import { countListeners } from "../support/events.ts";
import { certificate as ca, listen, startProxy } from "../support/loopback.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";

expectNoUnhandledRejections();

const echo: RequestListener = (request, response) => {
  request.setEncoding("utf8");
  let body = "";
  request.on("data", (chunk: string) => (body += chunk));
  request.on("end", () => response.end(`${request.headers.host} ${request.url} ${body}`));
};
/** Answers with the beginning of a body, and then falls silent. */
const stall: RequestListener = (_, response) => void response.writeHead(200).write("a");

function post(signal: AbortSignal = new AbortController().signal): TransportRequest {
  return { method: "POST", headers: { "content-type": "text/plain" }, body: "né", signal };
}

describe("nodeTransport over https", () => {
  it("C13.1 trusts a certificate given in `ca`, keeps the connection, and trusts nothing else", async () => {
    await using server = await listen(echo, "https");
    const { host } = new URL(server.url);
    const send = nodeTransport({ ca, env: {} });
    for (let call = 0; call < 3; call++) {
      expect(await (await send(`${server.url}/p?q=1`, post())).text()).toBe(`${host} /p?q=1 né`);
    }
    expect(server.connections()).toBe(1);
    await expect(nodeTransport({ env: {} })(server.url, post())).rejects.toMatchObject({
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
  });

  it("F105 an abort in the body closes the connection", async () => {
    await using server = await listen(stall, "https");
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const response = await nodeTransport({ ca: [ca], env: {} })(
      server.url,
      post(controller.signal),
    );
    const reading = response.text();
    controller.abort();
    await expect(reading).rejects.toBeInstanceOf(Error);
    await expect.poll(server.open).toBe(0);
    await expect.poll(listeners).toBe(0);
  });
});

describe("nodeTransport behind a proxy", () => {
  it("C13.1 an http request goes to the proxy as a whole, with its name and password", async () => {
    await using server = await listen(echo);
    await using proxy = await startProxy();
    const { host } = new URL(server.url);
    const HTTP_PROXY = proxy.url.replace("//", "//user:p%40ss@");
    const send = nodeTransport({ env: { HTTP_PROXY } });
    for (let call = 0; call < 2; call++) {
      expect(await (await send(`${server.url}/p?q=1#x`, post())).text()).toBe(`${host} /p?q=1 né`);
    }
    const authorization = `Basic ${btoa("user:p@ss")}`;
    expect(proxy.seen[0]).toEqual({ line: `POST ${server.url}/p?q=1`, authorization });
    expect([proxy.seen.length, proxy.connections()]).toEqual([2, 1]);
  });

  it.each(["http", "https"] as const)(
    "C13.1 an https request goes through a tunnel of an %s proxy, which is used again",
    async (protocol) => {
      await using server = await listen(echo, "https");
      await using proxy = await startProxy({ protocol });
      const { host } = new URL(server.url);
      const HTTPS_PROXY = proxy.url.replace("//", "//user:pass@");
      const send = nodeTransport({ ca, env: { HTTPS_PROXY } });
      for (let call = 0; call < 3; call++) {
        expect(await (await send(`${server.url}/p`, post())).text()).toBe(`${host} /p né`);
      }
      const authorization = `Basic ${btoa("user:pass")}`;
      expect(proxy.seen).toEqual([{ line: `CONNECT ${host}`, authorization }]);
      expect(server.connections()).toBe(1);
    },
  );

  it("C13.3 a whole call of a model runs through a tunnel", async () => {
    await using server = await listen((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" }).end(textReply("hello"));
    }, "https");
    await using proxy = await startProxy();
    const fetch = nodeTransport({ ca, env: { https_proxy: proxy.url } });
    const wire = "anthropic-messages";
    const model = createModel({ wire, model: "m", baseUrl: server.url, fetch });
    expect(textOf(await complete(model, { messages: [userMessage("hi")] }))).toBe("hello");
    expect(proxy.seen.length).toBe(1);
  });

  it("C13.1 NO_PROXY goes around it, and the environment of the process is the default", async () => {
    await using server = await listen(echo);
    await using proxy = await startProxy();
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" };
    await (await nodeTransport({ env })(server.url, post())).text();
    expect(proxy.seen.length).toBe(0);
    vi.stubEnv("HTTP_PROXY", proxy.url);
    vi.stubEnv("http_proxy", "");
    vi.stubEnv("NO_PROXY", "");
    vi.stubEnv("no_proxy", "");
    await (await nodeTransport()(server.url, post())).text();
    expect(proxy.seen.length).toBe(1);
    await (await nodeTransport({ env: {} })(server.url, post())).text();
    expect(proxy.seen.length).toBe(1);
  });

  it("C1.3 C13.8 a proxy that refuses, or is not there, is named; its password is not", async () => {
    const answer = (socket: Duplex): void =>
      void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    await using proxy = await startProxy({ answer });
    const { host } = new URL(proxy.url);
    const failure = async (https_proxy: string): Promise<string | undefined> => {
      const model = createModel({
        wire: "anthropic-messages",
        model: "m",
        baseUrl: "https://models.example",
        fetch: nodeTransport({ env: { https_proxy } }),
        retry: { maxRetries: 0 },
      });
      const message = await complete(model, { messages: [userMessage("hi")] });
      expect(message.diagnostics).toMatchObject([{ kind: "network" }]);
      return message.errorMessage;
    };
    expect(await failure(proxy.url.replace("//", "//user:hush@"))).toBe(
      `could not connect to https://models.example: the proxy at ${host} answered 407 Proxy Authentication Required ` +
        "(check the name and password in the proxy's URL), asked for models.example:443 (ERR_PROXY)",
    );
    await proxy[Symbol.asyncDispose]();
    expect(await failure(proxy.url.replace("//", "//user:hush@"))).toBe(
      `could not connect to https://models.example: the proxy at ${host} cannot be reached: connection refused (ECONNREFUSED) (ERR_PROXY)`,
    );
    expect(await failure("ftp://user:hush@proxy")).toBe(
      "could not connect to https://models.example: HTTPS_PROXY must be an http or https URL",
    );
  });

  it("F105 an abort while the tunnel is being opened ends at once and closes the connection", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const asked = Promise.withResolvers<void>();
    await using proxy = await startProxy({ answer: () => asked.resolve() });
    const send = nodeTransport({ env: { https_proxy: proxy.url } });
    const sent = send("https://models.example", post(controller.signal));
    await asked.promise;
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
    await expect.poll(proxy.open).toBe(0);
    await expect.poll(listeners).toBe(0);
  });

  it.each(["http", "https"] as const)(
    "F105 an abort in the body of an %s reply reaches the server through the proxy",
    async (protocol) => {
      await using server = await listen(stall, protocol);
      await using proxy = await startProxy();
      const controller = new AbortController();
      const env = { http_proxy: proxy.url, https_proxy: proxy.url };
      const response = await nodeTransport({ ca, env })(server.url, post(controller.signal));
      const reading = response.text();
      controller.abort();
      await expect(reading).rejects.toBeInstanceOf(Error);
      await expect.poll(server.open).toBe(0);
      await expect.poll(proxy.open).toBe(0);
    },
  );
});
