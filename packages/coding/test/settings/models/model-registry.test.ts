import { listCatalogModels } from "@tau-ts/ai";
import type { LocalModel } from "@tau-ts/ai";
import { expect, it, vi } from "vitest";
import { defaultModels } from "../../../src/settings/models/default-models.ts";
import { ModelRegistry } from "../../../src/settings/models/model-registry.ts";
import type { ModelRegistryOptions } from "../../../src/settings/models/model-registry.ts";
import type { ProviderEntry } from "../../../src/settings/models/provider-entry.ts";
import { makeTree } from "../../support/tree.ts";
import type { Tree } from "../../support/tree.ts";

async function load(
  files: Tree = {},
  options: Partial<ModelRegistryOptions> = {},
): Promise<ModelRegistry> {
  return ModelRegistry.load({ tauHome: makeTree(files), ...options });
}

function provider(registry: ModelRegistry, name: string): ProviderEntry {
  const found = registry.provider(name);
  if (!found) throw new Error(`no provider ${name}`);
  return found;
}

const own = `{
  // my servers
  "providers": {
    "box": {
      "baseUrl": "http://10.0.0.1:8000/v1",
      "apiKey": "$BOX_KEY",
      "headers": { "x-team": "$TEAM", "x-plain": "1" },
      "compat": { "maxTokensField": "max_completion_tokens" },
      "models": [
        { "id": "big:8b", "contextWindow": 8192, "prices": { "input": 1, "output": 2 }, "compat": { "supportsImages": false } },
      ],
    },
    "anthropic": { "models": [{ "id": "claude-sonnet-5", "maxOutput": 5 }, { "id": "claude-next", "reasoning": true }] },
  },
}`;

it("C11 the user's models.json adds servers with wire, address, headers, compat and prices, and changes known models", async () => {
  const registry = await load({ "models.json": own });
  expect(registry.warnings).toEqual([]);
  expect(await registry.find(provider(registry, "BOX"), "big:8b")).toMatchObject({
    provider: "box",
    id: "big:8b",
    wire: "openai-completions",
    baseUrl: "http://10.0.0.1:8000/v1",
    contextWindow: 8192,
    prices: { input: 1, output: 2 },
    headers: { "x-team": "$TEAM", "x-plain": "1" },
    compat: { maxTokensField: "max_completion_tokens", supportsImages: false },
  });
  const anthropic = provider(registry, "anthropic");
  expect(await registry.find(anthropic, "claude-sonnet-5")).toMatchObject({
    maxOutput: 5,
    contextWindow: 1_000_000,
  });
  expect(await registry.find(anthropic, "claude-next")).toMatchObject({
    wire: "anthropic-messages",
    baseUrl: "https://api.anthropic.com",
    reasoning: true,
  });
  expect(await registry.find(anthropic, "claude-none")).toBeUndefined();
  const ids = (await registry.list(anthropic)).map(({ id }) => id);
  expect(ids).toContain("claude-next");
  expect(ids.length).toBe((await listCatalogModels("anthropic")).length + 1);
});

it("C11 another address for a known provider holds for all of its models", async () => {
  const models =
    '{ "providers": { "openai": { "baseUrl": "http://proxy:1/v1", "wire": "openai-completions" } } }';
  const registry = await load({ "models.json": models });
  const moved = { wire: "openai-completions", baseUrl: "http://proxy:1/v1" };
  expect(await registry.find(provider(registry, "openai"), "gpt-5.5")).toMatchObject(moved);
  for (const model of await registry.list(provider(registry, "openai")))
    expect(model).toMatchObject(moved);
  const byVariable = await load({}, { environment: { OPENAI_BASE_URL: "http://other:1/v1" } });
  expect(await byVariable.find(provider(byVariable, "openai"), "gpt-5.5")).toMatchObject({
    baseUrl: "http://other:1/v1",
  });
});

it("C11 what is wrong in models.json is named with its place and left out; the rest counts", async () => {
  const registry = await load({
    "models.json": JSON.stringify({
      shiny: 1,
      providers: {
        nowhere: { models: [{ id: "x" }] },
        "a/b": {},
        box: {
          wire: "smoke",
          baseUrl: "http://box/v1",
          colour: "red",
          models: [
            { name: "no id" },
            {
              id: "ok",
              contextWindow: -1,
              inputs: ["sound"],
              thinkingLevels: { hard: "x" },
              prices: { input: "1" },
            },
          ],
        },
      },
    }),
  });
  const short = registry.warnings.map((warning) => warning.replace(/^.*models\.json:? ?/, ""));
  expect(short).toEqual([
    "shiny is not known",
    "providers.a/b was left out: it must be an object, under a name without a slash",
    "providers.box.colour is not known",
    "providers.box.wire was left out: it must be one of anthropic-messages, google-generative-ai, mistral-chat, openai-completions, openai-responses",
    'providers.box.models[0] was left out: it must be an object with an "id"',
    'providers.box.models[1].inputs was left out: it must be a list of "text" and "image"',
    "providers.box.models[1].contextWindow was left out: it must be a number of tokens",
    "providers.box.models[1].thinkingLevels was left out: it must be a word or null for each level",
    "providers.box.models[1].prices was left out: it must be dollars for a million tokens of each kind",
    "nowhere was left out: it is not known here, so it needs a baseUrl.",
  ]);
  expect(registry.provider("nowhere")).toBeUndefined();
  expect(await registry.find(provider(registry, "box"), "ok")).toMatchObject({
    baseUrl: "http://box/v1",
  });
});

it("C11 damaged models and credentials are warnings: the catalog and the environment still work", async () => {
  const files = { "models.json": "{ oops", "credentials.json": Buffer.from([0xff]) };
  const registry = await load(files, { environment: { OPENAI_API_KEY: "k" } });
  expect(registry.warnings).toEqual([
    expect.stringMatching(/models\.json: .* at line 1, column 3\. .* Its models do not count\.$/),
    expect.stringMatching(
      /credentials\.json: it is not UTF-8 text\. .* Keys in it do not count\.$/,
    ),
    expect.stringMatching(/^Others can read the keys/),
  ]);
  expect(await registry.keys.keyOf(provider(registry, "openai"))).toBe("k");
  await expect(registry.keys.keyOf(provider(registry, "anthropic"))).rejects.toMatchObject({
    kind: "damaged",
  });
});

it("C11 a key comes from the store, then models.json, then the environment; aliases count", async () => {
  const files = {
    "models.json":
      '{ "providers": { "openai": { "apiKey": "from-models" }, "groq": { "apiKey": "from-models" } } }',
    "credentials.json": '{ "openai": "from-store", "gemini": "$G", "xai": "!unused" }',
  };
  const environment = {
    OPENAI_API_KEY: "e",
    GROQ_API_KEY: "e",
    ANTHROPIC_API_KEY: "e",
    KIMI_API_KEY: " e ",
    G: "g",
  };
  const registry = await load(files, { environment });
  const keys = ["openai", "groq", "anthropic", "kimi", "google", "mistral"].map(async (name) =>
    registry.keys.keyOf(provider(registry, name)),
  );
  expect(await Promise.all(keys)).toEqual(["from-store", "from-models", "e", "e", "g", undefined]);
});

it("C11 telling whether there is a key runs no command; using it runs it once for five minutes", async () => {
  const runCommand = vi.fn(async () => "printed");
  const now = vi.fn(() => 0);
  const registry = await load(
    { "credentials.json": '{ "xai": "!pass xai" }' },
    { runCommand, now },
  );
  expect([await registry.hasAnyKey(), (await registry.automatic())?.provider.name]).toEqual([
    true,
    "xai",
  ]);
  expect(runCommand).not.toHaveBeenCalled();
  const xai = provider(registry, "xai");
  expect(await Promise.all([registry.keys.keyOf(xai), registry.keys.keyOf(xai)])).toEqual([
    "printed",
    "printed",
  ]);
  expect(runCommand).toHaveBeenCalledTimes(1);
  now.mockReturnValue(300_001);
  await registry.keys.keyOf(xai);
  expect(runCommand).toHaveBeenCalledTimes(2);
});

it("C11 a command that fails is not remembered, and its error names the provider", async () => {
  const runCommand = vi
    .fn(async (): Promise<string> => "k")
    .mockRejectedValueOnce(new Error("locked"));
  const registry = await load({ "credentials.json": '{ "xai": "!pass xai" }' }, { runCommand });
  const xai = provider(registry, "xai");
  await expect(registry.keys.keyOf(xai)).rejects.toThrow(
    'the key of xai could not be had: the command "pass xai" gave no key: locked',
  );
  expect(await registry.keys.keyOf(xai)).toBe("k");
});

it("C11 every default model is one that the catalog knows", async () => {
  const registry = await load();
  for (const { provider: name, id } of defaultModels)
    expect(await registry.find(provider(registry, name), id), `${name}/${id}`).toMatchObject({
      provider: name,
      id,
    });
});

it("C11 every provider of the catalog can be named, by one name", async () => {
  const names = (await load()).providers.flatMap((entry) => entry.names);
  expect(new Set(names).size).toBe(names.length);
  expect((await load()).provider("nvidia")?.keyVariables).toEqual(["NVIDIA_API_KEY"]);
});

it("C11 a name can be checked without a key, by all the forms that a model is named in", async () => {
  const runCommand = vi.fn(async () => "k");
  const registry = await load(
    { "models.json": own, "credentials.json": '{ "anthropic": "!print-key" }' },
    { runCommand },
  );
  for (const name of ["anthropic/claude-next:high", "claude-next", "box", "box/anything", "openai"])
    await registry.checkName(name);
  await expect(registry.checkName("anthropic/claude-nxt")).rejects.toMatchObject({
    kind: "model",
    message: expect.stringContaining("Did you mean anthropic/claude-next"),
  });
  await expect(registry.checkName("nonsense/none")).rejects.toMatchObject({ kind: "model" });
  expect(runCommand).not.toHaveBeenCalled();
});

it("C11 local servers are asked only on request, or when there is a terminal and no key, and never chosen", async () => {
  const local = {
    info: { id: "l", provider: "ollama" },
    baseUrl: "http://127.0.0.1:1",
    stream: vi.fn(),
  };
  const discover = vi.fn(async (): Promise<LocalModel[]> => [local]);
  const [bare, keyed] = [await load(), await load({}, { environment: { XAI_API_KEY: "k" } })];
  expect(await bare.offerLocal({ discover })).toEqual([]);
  expect(await keyed.offerLocal({ discover, isTerminal: true })).toEqual([]);
  expect(discover).not.toHaveBeenCalled();
  expect(await bare.offerLocal({ discover, isTerminal: true })).toEqual([local]);
  expect(await keyed.offerLocal({ discover, isRequested: true })).toEqual([local]);
  const withLocalKey = await load(
    {},
    { environment: { OLLAMA_API_KEY: "k", GITHUB_TOKEN: "k", HF_TOKEN: "k" } },
  );
  expect(await withLocalKey.automatic()).toBeUndefined();
});
