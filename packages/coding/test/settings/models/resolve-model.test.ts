import { complete, userMessage } from "@tau-ts/ai";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ModelRegistry } from "../../../src/settings/models/model-registry.ts";
import { resolveModel } from "../../../src/settings/models/resolve-model.ts";
import type { ResolvedModel } from "../../../src/settings/models/resolve-model.ts";
import { makeTree } from "../../support/tree.ts";
import type { Tree } from "../../support/tree.ts";

const keys = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o", OPENROUTER_API_KEY: "r" };

async function resolve(
  reference: string | undefined,
  environment: Readonly<Record<string, string>> = keys,
  files: Tree = {},
): Promise<ResolvedModel> {
  return resolveModel(reference, {
    registry: await ModelRegistry.load({ tauHome: makeTree(files), environment }),
  });
}

it.each([
  ["anthropic/claude-opus-5", "anthropic/claude-opus-5", undefined],
  ["anthropic/claude-opus-5:high", "anthropic/claude-opus-5", "high"],
  [" claude-opus-5:low ", "anthropic/claude-opus-5", "low"],
  ["anthropic", "anthropic/claude-sonnet-5-5", undefined],
  ["openai:max", "openai/gpt-6.2-sol", "max"],
  [
    "openrouter/anthropic/claude-opus-5:batch",
    "openrouter/anthropic/claude-opus-5:batch",
    undefined,
  ],
  [
    "openrouter/anthropic/claude-opus-5:batch:off",
    "openrouter/anthropic/claude-opus-5:batch",
    "off",
  ],
  ["anthropic/claude-opus-4.5", "openrouter/anthropic/claude-opus-4.5", undefined],
  ["ollama/qwen3:8b", "ollama/qwen3:8b", undefined],
  ["ollama/qwen3:8b:high", "ollama/qwen3:8b", "high"],
  ["lm-studio/a/b", "lmstudio/a/b", undefined],
])("C11 %j means %s with thinking %s", async (reference, name, thinking) => {
  expect(await resolve(reference)).toMatchObject({ name, ...(thinking && { thinking }) });
  expect((await resolve(reference)).thinking).toBe(thinking);
});

it.each([
  [
    "anthropic/claude-opsu-5",
    "model",
    'anthropic has no model "claude-opsu-5". Did you mean anthropic/claude-opus-5',
  ],
  [
    "anthropic/brandnew",
    "model",
    'anthropic has no model "brandnew". If anthropic has it all the same, add it to models.json.',
  ],
  [
    "antropic/claude-opus-5",
    "provider",
    'There is no provider "antropic". Did you mean anthropic/claude-opus-5?',
  ],
  ["claude-opsu-5", "model", 'There is no model "claude-opsu-5". Did you mean '],
  [
    "anthropic/claude-opus-5:hihg",
    "reference",
    'There is no level of thinking "hihg". The levels are off, minimal,',
  ],
  ["zzzzzzzz", "model", 'There is no model "zzzzzzzz". Write provider/id; the providers are '],
  [" ", "reference", "The name of the model is empty. Write provider/id."],
  ["qwen", "model", "qwen has no default model. Write qwen/MODEL."],
  [
    "mistral",
    "key",
    'mistral needs a key: set MISTRAL_API_KEY, or keep one for "mistral" in credentials.json.',
  ],
])("C11 %j is refused (%s) with a way on", async (reference, kind, text) => {
  const refusal = { kind, message: expect.stringContaining(text) };
  await expect(resolve(reference)).rejects.toMatchObject(refusal);
});

it("C11 nothing named: the default of the first provider there is a key for, else an error and no local server", async () => {
  expect((await resolve(undefined)).name).toBe("anthropic/claude-sonnet-5-5");
  expect((await resolve(undefined, { GROQ_API_KEY: "k" })).name).toBe("groq/openai/gpt-oss-120b");
  await expect(resolve(undefined, { OLLAMA_API_KEY: "k" })).rejects.toMatchObject({ kind: "key" });
});

it("C11 a provider of one's own takes any id, and its first model is its default", async () => {
  const files = {
    "models.json":
      '{ "providers": { "box": { "baseUrl": "http://box/v1", "models": [{ "id": "m" }] } } }',
  };
  expect((await resolve("box", {}, files)).name).toBe("box/m");
  expect(await resolve("box/other:low", {}, files)).toMatchObject({
    name: "box/other",
    thinking: "low",
  });
});

it("C11 an address that is no URL is named, with the model", async () => {
  const registry = await ModelRegistry.load({ tauHome: makeTree({}), environment: keys });
  await expect(resolveModel("anthropic", { registry, baseUrl: "nowhere" })).rejects.toMatchObject({
    kind: "provider",
    message: expect.stringMatching(/^Could not set up anthropic\/claude-sonnet-5-5: .*"nowhere"/),
  });
  await expect(resolveModel("azure/x", { registry, apiKey: "k" })).rejects.toMatchObject({
    kind: "provider",
  });
});

interface Heard {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

async function listen(): Promise<{ readonly baseUrl: string; readonly heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    heard.push({ url: request.url, headers: request.headers });
    response.writeHead(200, { "content-type": "text/event-stream" });
    const chunk = { choices: [{ index: 0, delta: { content: "ok" }, finish_reason: "stop" }] };
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, heard };
}

it("C11 the model speaks to its address with its headers, and with the key that is kept at the time of the call", async () => {
  const { baseUrl, heard } = await listen();
  const tauHome = makeTree({
    "models.json": JSON.stringify({
      providers: { box: { baseUrl, headers: { "x-team": "${TEAM}" }, models: [{ id: "m" }] } },
    }),
    "credentials.json": '{ "box": "first" }',
  });
  const registry = await ModelRegistry.load({ tauHome, environment: { TEAM: "red" } });
  const { model } = await resolveModel("box/m", { registry });
  const request = { messages: [userMessage("hi")] };
  expect(await complete(model, request)).toMatchObject({
    stopReason: "stop",
    provider: "box",
    model: "m",
  });
  writeFileSync(join(tauHome, "credentials.json"), '{ "box": "!echo second" }');
  await complete(model, request);
  writeFileSync(join(tauHome, "credentials.json"), '{ "box": "$GONE" }');
  expect(await complete(model, request)).toMatchObject({
    stopReason: "error",
    errorMessage: expect.stringContaining(
      "the key of box could not be had: the variable GONE is not set",
    ),
  });
  expect(heard.map(({ url, headers }) => [url, headers["x-team"], headers.authorization])).toEqual([
    ["/v1/chat/completions", "red", "Bearer first"],
    ["/v1/chat/completions", "red", "Bearer second"],
  ]);
});
