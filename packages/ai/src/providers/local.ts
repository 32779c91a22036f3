import type { Provider } from "./provider.ts";

/** Servers on one's own machine. Models there may print their calls as text, when the server does not know their way. */
export const localServers: readonly Provider[] = [
  {
    name: "ollama",
    label: "Ollama",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "http://localhost:11434/v1",
        compat: {
          thinkingLevels: { off: "none" },
          reasoningField: "reasoning",
          salvageToolCalls: true,
        },
      },
    ],
    keyVariables: ["OLLAMA_API_KEY"],
    baseUrlVariables: ["OLLAMA_BASE_URL"],
    isLocal: true,
    documentation: "https://docs.ollama.com/api/openai-compatibility",
  },
  {
    name: "lmstudio",
    aliases: ["lm-studio"],
    label: "LM Studio",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "http://localhost:1234/v1",
        compat: { thinkingFormat: "none", salvageToolCalls: true },
      },
      {
        wire: "openai-responses",
        baseUrl: "http://localhost:1234/v1",
        compat: { encryptedReasoning: false, plainReasoning: true },
      },
    ],
    keyVariables: ["LM_API_TOKEN"],
    isLocal: true,
    models: [
      {
        names: /gpt-oss/,
        compat: { thinkingFormat: "reasoning_effort", reasoningField: "reasoning" },
      },
    ],
    documentation: "https://lmstudio.ai/docs/developer/openai-compat",
  },
  {
    name: "vllm",
    label: "vLLM",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "http://localhost:8000/v1",
        compat: {
          thinkingFormat: "chat_template_kwargs",
          reasoningField: "reasoning_content",
          salvageToolCalls: true,
        },
      },
    ],
    keyVariables: ["VLLM_API_KEY"],
    isLocal: true,
    models: [{ names: /gpt-oss/, compat: { thinkingFormat: "reasoning_effort" } }],
    documentation: "https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html",
  },
  {
    name: "llamacpp",
    aliases: ["llama.cpp", "llama-cpp"],
    label: "llama.cpp",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "http://localhost:8080/v1",
        compat: {
          thinkingFormat: "chat_template_kwargs",
          reasoningField: "reasoning_content",
          salvageToolCalls: true,
        },
      },
    ],
    keyVariables: ["LLAMA_API_KEY"],
    isLocal: true,
    documentation: "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
  },
];
