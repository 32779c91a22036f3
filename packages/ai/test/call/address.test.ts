import { describe, expect, it } from "vitest";
import { createModel, findProvider, providers, type CreateModelOptions } from "../../src/index.ts";
import { caught, conversation, KEY, sentTo } from "../providers/transcript.ts";
import { countListeners, outcome } from "../support/events.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";

expectNoUnhandledRejections();

describe("providers", () => {
  it("C13.1 are found by name or alias, whatever the case; every name and alias is one provider's", () => {
    expect(findProvider("groq")?.label).toBe("Groq");
    expect(findProvider(" Kimi ")?.name).toBe("moonshot");
    expect(findProvider("nobody")).toBeUndefined();
    const names = providers.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name === name.toLowerCase())).toBe(true);
  });

  it("C13.1 each works by name alone, with a documented address, a variable for its key and a usable default", () => {
    for (const { name, endpoints, keyVariables, baseUrlVariables, documentation } of providers) {
      expect(new URL(documentation).protocol).toBe("https:");
      expect(keyVariables.length).toBeGreaterThan(0);
      const needsAddress = endpoints[0].baseUrl === undefined;
      const env = needsAddress ? { [baseUrlVariables?.[0] ?? ""]: "https://mine.host" } : {};
      const model = createModel({ provider: name, model: "m", env });
      expect(model.info).toMatchObject({ provider: name, api: endpoints[0].wire, id: "m" });
    }
  });

  it("C13.1 fill in wire, address and differences; whatever is given wins", async () => {
    const base: CreateModelOptions = { provider: "groq", model: "qwen/qwen3-32b" };
    expect((await sentTo(base)).body).toMatchObject({
      max_completion_tokens: 2_000,
      reasoning_effort: "default",
    });
    const sent = await sentTo({
      ...base,
      baseUrl: "https://proxy.host/groq/v1",
      keyHeader: { name: "x-proxy-key" },
      headers: { "x-team": "a" },
      compat: { maxTokensField: "max_tokens", thinkingFormat: undefined },
    });
    expect(sent.url).toBe("https://proxy.host/groq/v1/chat/completions");
    expect(sent.headers).toMatchObject({ "x-proxy-key": KEY, "x-team": "a" });
    expect(sent.headers).not.toHaveProperty("authorization");
    expect(sent.body).toMatchObject({ max_tokens: 2_000, reasoning_effort: "default" });
  });

  it("C13.1 another wire of the same provider is another endpoint; one it does not speak needs an address", async () => {
    const sent = await sentTo({ provider: "deepseek", wire: "anthropic-messages", model: "m" });
    expect(sent.url).toBe("https://api.deepseek.com/anthropic/v1/messages");
    expect(() => createModel({ provider: "groq", wire: "mistral-chat", model: "m" })).toThrow(
      "createModel: Groq has no known address for mistral-chat; give a baseUrl",
    );
    expect(() => createModel({ provider: "azure", model: "m" })).toThrow(
      "give a baseUrl, or set AZURE_OPENAI_BASE_URL or AZURE_OPENAI_ENDPOINT in env",
    );
  });

  it("C13.1 a wire without a provider: the wire's own, the provider at that host, or nobody known", async () => {
    const wire = "openai-completions";
    const own = createModel({ wire, model: "m" });
    expect(own.info).toMatchObject({ provider: "openai", api: wire });
    const deepseek = { wire, model: "m", baseUrl: "https://api.deepseek.com/v1" } as const;
    expect(createModel(deepseek).info?.provider).toBe("deepseek");
    expect((await sentTo(deepseek)).body).toMatchObject({ thinking: { type: "enabled" } });
    const local = createModel({ wire, model: "m", baseUrl: "http://127.0.0.1:11434" });
    expect(local.info?.provider).toBe("ollama");
    const nobody = { wire, model: "m", baseUrl: "https://llm.example" } as const;
    expect(createModel(nobody).info?.provider).toBe("llm.example");
    expect((await sentTo(nobody)).body).toMatchObject({
      max_tokens: 2_000,
      reasoning_effort: "high",
    });
    expect(createModel({ ...nobody, provider: "mine" }).info?.provider).toBe("mine");
  });

  it("C13.1 options that cannot work are refused where they are given", () => {
    expect(() => createModel({ model: "m" })).toThrow("createModel: name a provider or a wire");
    expect(() => createModel({ provider: "nobody", model: "m" })).toThrow(
      /^createModel: unknown provider "nobody"; known providers: openai, anthropic, .*; any other needs a wire and a baseUrl$/,
    );
    expect(() => createModel({ provider: "groq", model: " " })).toThrow("must not be empty");
  });
});

describe("API keys", () => {
  const groq = { provider: "groq", model: "m" } as const;

  it("C13.1 come from the option, or else from the environment that was passed in, under the provider's names", async () => {
    const env = { GROQ_API_KEY: "from-env", OPENAI_API_KEY: "other" };
    expect((await sentTo({ ...groq, env })).headers["authorization"]).toBe(`Bearer ${KEY}`);
    const fromEnv = await sentTo({ ...groq, env, apiKey: undefined });
    expect(fromEnv.headers["authorization"]).toBe("Bearer from-env");
    const second = await sentTo({
      provider: "google",
      model: "m",
      apiKey: undefined,
      env: { GEMINI_API_KEY: " ", GOOGLE_API_KEY: "second" },
    });
    expect(second.headers["x-goog-api-key"]).toBe("second");
  });

  it("C13.1 are not taken from an environment for a host that is nobody's", async () => {
    const sent = await sentTo({
      wire: "openai-completions",
      model: "m",
      baseUrl: "https://llm.example",
      apiKey: undefined,
      env: { OPENAI_API_KEY: "secret" },
    });
    expect(sent.headers).not.toHaveProperty("authorization");
  });

  it("C13.1 may come from a function, asked anew for each call and never for each attempt", async () => {
    let asked = 0;
    const { model, sent } = caught({
      ...groq,
      apiKey: () => Promise.resolve(`key-number-${++asked}`),
    });
    await outcome(model.stream(conversation(model)));
    await outcome(model.stream(conversation(model)));
    expect(sent.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer key-number-1",
      "Bearer key-number-2",
    ]);
  });

  it("C13.8 one that is missing is told before anything is sent; a local server needs none", async () => {
    for (const apiKey of [undefined, "", (): undefined => undefined]) {
      const { model, sent } = caught({ ...groq, apiKey });
      expect(await outcome(model.stream(conversation(model)))).toMatchObject({
        stopReason: "error",
        errorMessage:
          "no API key for openai-completions at api.groq.com: pass apiKey, or set GROQ_API_KEY in env",
        diagnostics: [{ type: "provider_error", kind: "auth", retryable: false }],
      });
      expect(sent).toEqual([]);
    }
    const { model, sent } = caught({ provider: "ollama", model: "m" });
    await outcome(model.stream(conversation(model)));
    expect(sent[0]?.headers).not.toHaveProperty("authorization");
  });

  it("C13.8 a function that fails is a failure of the call, final and named", async () => {
    for (const apiKey of [
      () => Promise.reject(new Error("login expired")),
      () => {
        throw new Error("login expired");
      },
    ]) {
      const { model, sent } = caught({ ...groq, apiKey });
      expect(await outcome(model.stream(conversation(model)))).toMatchObject({
        errorMessage: "no API key for openai-completions at api.groq.com: login expired",
        diagnostics: [{ kind: "auth", retryable: false }],
      });
      expect(sent).toEqual([]);
    }
  });

  it("F105 PEER-19 a stop while the key is awaited is a stop, at once, and leaves nothing behind", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const { model, sent } = caught({ ...groq, apiKey: () => new Promise(() => undefined) });
    const stopped = outcome(model.stream({ ...conversation(model), signal: controller.signal }));
    await Promise.resolve();
    controller.abort();
    expect(await stopped).toMatchObject({
      stopReason: "aborted",
      errorMessage: "Operation aborted",
    });
    expect([sent.length, listeners()]).toEqual([0, 0]);
  });

  it("C13.8 one that a provider or a transport quotes is not in the message, whatever gave it", async () => {
    const quoting = (): Promise<Response> =>
      Promise.resolve(
        new Response(JSON.stringify({ error: { message: `bad key ${KEY}` } }), { status: 401 }),
      );
    const model = createModel({ ...groq, apiKey: () => KEY, fetch: quoting });
    const seen: unknown[] = [];
    const message = await outcome(
      model.stream({ ...conversation(model), onRequest: (sent) => seen.push(sent) }),
    );
    expect(message.errorMessage).toContain("bad key [redacted]");
    expect(JSON.stringify([message, seen])).not.toContain(KEY);
  });
});
