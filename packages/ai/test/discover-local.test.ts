import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { discoverLocalModels, type LocalServer } from "../src/index.ts";
import { outcome } from "./support/events.ts";
import { request } from "./support/calls.ts";
import { transports } from "./support/transports.ts";

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(name: LocalServer["name"], listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { name, port: (server.address() as AddressInfo).port };
}

function answer(paths: Readonly<Record<string, unknown>>): RequestListener {
  return ({ url = "" }, response) => {
    const body = paths[url];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
  };
}

async function closedPort(): Promise<number> {
  const { port } = await listen("vllm", answer({}));
  const server = servers.pop();
  await new Promise((resolve) => server?.close(resolve));
  return port;
}

const timeoutMs = 5_000;

describe.each(transports)("local servers, over %s", (_name, fetch) => {
  it("C13.1 each kind is recognised and its models come with what is known of them", async () => {
    const list = [
      await listen("ollama", answer({ "/api/tags": { models: [{ name: "qwen3:8b" }, {}] } })),
      await listen(
        "lmstudio",
        answer({
          "/api/v0/models": {
            data: [
              { id: "seer", type: "vlm", max_context_length: 4096, loaded_context_length: 2048 },
              { id: "reader", type: "llm", max_context_length: 8192 },
              { id: "embedder", type: "embeddings" },
            ],
          },
        }),
      ),
      await listen(
        "llamacpp",
        answer({
          "/v1/models": {
            data: [{ id: "a.gguf", owned_by: "llamacpp", meta: { n_ctx_train: 512 } }],
          },
        }),
      ),
      await listen(
        "vllm",
        answer({
          "/v1/models": { data: [{ id: "org/m", owned_by: "vllm", max_model_len: 1024 }] },
        }),
      ),
    ];
    const found = await discoverLocalModels({ fetch, timeoutMs, servers: list });
    expect(
      found.map(({ info, inputs }) => [info.provider, info.id, info.contextWindow, inputs]),
    ).toEqual([
      ["ollama", "qwen3:8b", undefined, undefined],
      ["lmstudio", "seer", 2048, ["text", "image"]],
      ["lmstudio", "reader", 8192, ["text"]],
      ["llamacpp", "a.gguf", 512, undefined],
      ["vllm", "org/m", 1024, undefined],
    ]);
    expect(found[0]?.baseUrl).toBe(`http://127.0.0.1:${list[0]?.port}/v1`);
  });

  it("C13.1 a model that was found answers at once", async () => {
    const reply = [
      '{"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}]}',
      "[DONE]",
    ];
    const server = await listen("vllm", (incoming, response) => {
      if (incoming.url === "/v1/models") {
        response.end(JSON.stringify({ data: [{ id: "m", owned_by: "vllm" }] }));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(reply.map((data) => `data: ${data}\n\n`).join(""));
    });
    const [model] = await discoverLocalModels({ fetch, timeoutMs, servers: [server] });
    expect(model && (await outcome(model.stream(request)))).toMatchObject({
      stopReason: "stop",
      provider: "vllm",
      model: "m",
      content: [{ text: "Hello" }],
    });
  });

  it("C13.1 whoever else listens there is passed over", async () => {
    const others = [
      await listen("ollama", answer({ "/api/tags": "<html>" })),
      await listen("ollama", answer({ "/api/tags": { models: "none" } })),
      await listen(
        "llamacpp",
        answer({ "/v1/models": { data: [{ id: "x", owned_by: "somebody" }] } }),
      ),
      await listen("vllm", answer({ "/v1/models": [] })),
      await listen("lmstudio", answer({})),
      { name: "vllm" as const, port: await closedPort() },
    ];
    expect(await discoverLocalModels({ fetch, timeoutMs, servers: others })).toEqual([]);
  });

  it("C13.9 a server that accepts and then says nothing costs the time limit and no more", async () => {
    const silent = await listen("ollama", () => undefined);
    const halfway = await listen("lmstudio", (_request, response) => {
      response.writeHead(200);
      response.write("{");
    });
    const awake = await listen(
      "vllm",
      answer({ "/v1/models": { data: [{ id: "m", owned_by: "vllm" }] } }),
    );
    const begin = performance.now();
    const found = await discoverLocalModels({
      fetch,
      timeoutMs: 300,
      servers: [silent, halfway, awake],
    });
    expect(found.map(({ info }) => info.id)).toEqual(["m"]);
    expect(performance.now() - begin).toBeLessThan(1_500);
  });

  it("C13.1 a search that is called off finds nothing", async () => {
    const silent = await listen("ollama", () => undefined);
    const signal = AbortSignal.abort();
    expect(await discoverLocalModels({ fetch, timeoutMs, servers: [silent], signal })).toEqual([]);
  });
});

describe("where local servers are looked for", () => {
  it("C13.1 five ports of the loopback interface, side by side, with the default limit", async () => {
    const asked: string[] = [];
    const never = new Promise<never>(() => undefined);
    const found = await discoverLocalModels({
      fetch: (url, { method, body }) => {
        asked.push(`${method} ${url} ${String(body)}`);
        return never;
      },
    });
    expect(found).toEqual([]);
    expect(asked).toEqual([
      "GET http://127.0.0.1:11434/api/tags undefined",
      "GET http://127.0.0.1:1234/api/v0/models undefined",
      "GET http://127.0.0.1:8080/v1/models undefined",
      "GET http://127.0.0.1:9931/v1/models undefined",
      "GET http://127.0.0.1:8000/v1/models undefined",
    ]);
  });
});
