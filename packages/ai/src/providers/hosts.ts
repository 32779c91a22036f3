import { OPENAI_COMPAT, OPENAI_MODELS } from "./openai-models.ts";
import type { Provider } from "./provider.ts";

/** Models with open weights that take an effort wherever they are served. */
const GPT_OSS = {
  names: /gpt-oss/,
  compat: { thinkingFormat: "reasoning_effort", thinkingLevels: {} },
} as const;

/** Those who serve models of others. */
export const hosts: readonly Provider[] = [
  {
    name: "azure-openai",
    aliases: ["azure"],
    label: "Azure OpenAI",
    endpoints: [
      {
        wire: "openai-responses",
        keyHeader: { name: "api-key" },
        compat: { ...OPENAI_COMPAT, basePath: "/openai/v1" },
      },
      {
        wire: "openai-completions",
        keyHeader: { name: "api-key" },
        compat: { ...OPENAI_COMPAT, basePath: "/openai/v1" },
      },
    ],
    keyVariables: ["AZURE_OPENAI_API_KEY"],
    baseUrlVariables: ["AZURE_OPENAI_BASE_URL", "AZURE_OPENAI_ENDPOINT"],
    models: OPENAI_MODELS,
    documentation: "https://learn.microsoft.com/azure/ai-foundry/openai/latest",
  },
  {
    name: "openrouter",
    label: "OpenRouter",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://openrouter.ai/api/v1",
        compat: {
          thinkingFormat: "reasoning.effort",
          thinkingLevels: { off: "none", minimal: "minimal", xhigh: "xhigh", max: "xhigh" },
          reasoningField: "reasoning_details",
          sessionHeader: "x-session-id",
        },
      },
    ],
    keyVariables: ["OPENROUTER_API_KEY"],
    documentation: "https://openrouter.ai/docs/use-cases/reasoning-tokens",
  },
  {
    name: "groq",
    label: "Groq",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://api.groq.com/openai/v1",
        compat: { maxTokensField: "max_completion_tokens", thinkingFormat: "none" },
      },
    ],
    keyVariables: ["GROQ_API_KEY"],
    models: [
      GPT_OSS,
      {
        names: /qwen3/,
        compat: {
          thinkingFormat: "reasoning_effort",
          thinkingLevels: {
            off: "none",
            minimal: "default",
            low: "default",
            medium: "default",
            high: "default",
            xhigh: "default",
            max: "default",
          },
        },
      },
    ],
    documentation: "https://console.groq.com/docs/api-reference",
  },
  {
    name: "together",
    label: "Together AI",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://api.together.xyz/v1",
        compat: { thinkingFormat: "reasoning.enabled" },
      },
    ],
    keyVariables: ["TOGETHER_API_KEY"],
    models: [GPT_OSS],
    documentation: "https://docs.together.ai/docs/inference/chat/reasoning",
  },
  {
    name: "fireworks",
    label: "Fireworks AI",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://api.fireworks.ai/inference/v1",
        compat: {
          thinkingLevels: { off: "none" },
          reasoningField: "reasoning_content",
          defaultMaxTokens: 16_000,
          sessionHeader: "x-session-affinity",
        },
      },
    ],
    keyVariables: ["FIREWORKS_API_KEY"],
    documentation: "https://docs.fireworks.ai/api-reference/post-chatcompletions",
  },
  {
    name: "cerebras",
    label: "Cerebras",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://api.cerebras.ai/v1",
        compat: { maxTokensField: "max_completion_tokens", thinkingFormat: "none" },
      },
    ],
    keyVariables: ["CEREBRAS_API_KEY"],
    models: [GPT_OSS],
    documentation: "https://inference-docs.cerebras.ai/api-reference/chat-completions",
  },
  {
    name: "huggingface",
    aliases: ["hf"],
    label: "Hugging Face",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://router.huggingface.co/v1",
        compat: { thinkingFormat: "none" },
      },
    ],
    keyVariables: ["HF_TOKEN", "HUGGINGFACE_API_KEY"],
    models: [GPT_OSS],
    documentation: "https://huggingface.co/docs/inference-providers/tasks/chat-completion",
  },
  {
    name: "github-models",
    aliases: ["github"],
    label: "GitHub Models",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://models.github.ai/inference",
        compat: { thinkingFormat: "none" },
      },
    ],
    keyVariables: ["GITHUB_TOKEN", "GITHUB_MODELS_TOKEN"],
    models: [
      {
        names: /^openai\/(?:o\d|gpt-5)/,
        compat: {
          maxTokensField: "max_completion_tokens",
          thinkingFormat: "reasoning_effort",
          supportsTemperature: false,
          systemRole: "developer",
        },
      },
    ],
    documentation: "https://docs.github.com/en/rest/models/inference",
  },
];
