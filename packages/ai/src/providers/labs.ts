import { OPENAI_COMPAT, OPENAI_MODELS } from "./openai-models.ts";
import type { Provider } from "./provider.ts";

/** Those who serve models of their own. */
export const labs: readonly Provider[] = [
  {
    name: "openai",
    label: "OpenAI",
    endpoints: [
      { wire: "openai-responses", baseUrl: "https://api.openai.com/v1", compat: OPENAI_COMPAT },
      { wire: "openai-completions", baseUrl: "https://api.openai.com/v1", compat: OPENAI_COMPAT },
    ],
    keyVariables: ["OPENAI_API_KEY"],
    baseUrlVariables: ["OPENAI_BASE_URL"],
    models: OPENAI_MODELS,
    documentation: "https://platform.openai.com/docs/api-reference",
  },
  {
    name: "anthropic",
    label: "Anthropic",
    endpoints: [
      {
        wire: "anthropic-messages",
        baseUrl: "https://api.anthropic.com",
        compat: { cacheRetention: "short" },
      },
    ],
    keyVariables: ["ANTHROPIC_API_KEY"],
    baseUrlVariables: ["ANTHROPIC_BASE_URL"],
    documentation: "https://docs.claude.com/en/api/messages",
  },
  {
    name: "google",
    aliases: ["gemini"],
    label: "Google Gemini",
    endpoints: [
      {
        wire: "google-generative-ai",
        baseUrl: "https://generativelanguage.googleapis.com",
      },
    ],
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    documentation: "https://ai.google.dev/api/generate-content",
  },
  {
    name: "mistral",
    label: "Mistral",
    endpoints: [{ wire: "mistral-chat", baseUrl: "https://api.mistral.ai/v1" }],
    keyVariables: ["MISTRAL_API_KEY"],
    models: [
      { names: /^magistral/, compat: { mistralThinking: "prompt_mode" } },
      {
        names: /^mistral-(?:small-(?:latest|2603)|medium-3[.-]5)/,
        compat: {
          mistralThinking: "reasoning_effort",
          thinkingLevels: { off: "none", minimal: null, low: null, medium: null },
        },
      },
      {
        names: /^mistral-large-4/,
        compat: { mistralThinking: "reasoning_effort", thinkingLevels: { off: "none" } },
      },
    ],
    documentation: "https://docs.mistral.ai/api/endpoint/chat",
  },
  {
    name: "deepseek",
    label: "DeepSeek",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://api.deepseek.com",
        compat: {
          thinkingFormat: "thinking.type",
          thinkingLevels: {
            minimal: "low",
            low: "low",
            medium: "high",
            high: "high",
            xhigh: "high",
            max: "max",
          },
          reasoningField: "reasoning_content",
          requiresReasoning: true,
          responseFormat: "json_object",
          supportsImages: false,
        },
      },
      {
        wire: "anthropic-messages",
        baseUrl: "https://api.deepseek.com/anthropic",
        compat: { supportsImages: false, supportsCacheControl: false },
      },
    ],
    keyVariables: ["DEEPSEEK_API_KEY"],
    documentation: "https://api-docs.deepseek.com/guides/thinking_mode",
  },
  {
    name: "xai",
    aliases: ["grok"],
    label: "xAI",
    endpoints: [
      {
        wire: "openai-responses",
        baseUrl: "https://api.x.ai/v1",
        compat: { instructions: false, reasoningSummary: null, thinkingFormat: "none" },
      },
      {
        wire: "openai-completions",
        baseUrl: "https://api.x.ai/v1",
        compat: {
          maxTokensField: "max_completion_tokens",
          thinkingFormat: "none",
          supportsStop: false,
        },
      },
    ],
    keyVariables: ["XAI_API_KEY"],
    models: [
      {
        names: /^grok-3-mini/,
        compat: {
          thinkingFormat: "reasoning_effort",
          thinkingLevels: { minimal: "low", low: "low", medium: null, high: "high" },
        },
      },
    ],
    documentation: "https://docs.x.ai/docs/api-reference",
  },
  {
    name: "moonshot",
    aliases: ["kimi", "moonshotai"],
    label: "Moonshot AI",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://api.moonshot.ai/v1",
        compat: {
          maxTokensField: "max_completion_tokens",
          thinkingFormat: "none",
          reasoningField: "reasoning_content",
        },
      },
    ],
    keyVariables: ["MOONSHOT_API_KEY", "KIMI_API_KEY"],
    models: [
      { names: /^kimi-k/, compat: { supportsTemperature: false } },
      {
        names: /^kimi-k2\.[5-9]/,
        compat: { thinkingFormat: "thinking.type", requiresReasoning: true },
      },
      {
        names: /^kimi-k3/,
        compat: {
          thinkingFormat: "reasoning_effort",
          thinkingLevels: { off: null, medium: null, xhigh: "max", max: "max" },
          requiresReasoning: true,
        },
      },
    ],
    documentation: "https://platform.moonshot.ai/docs/api/chat",
  },
  {
    name: "qwen",
    aliases: ["dashscope", "alibaba"],
    label: "Alibaba Qwen (DashScope)",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        compat: { thinkingFormat: "enable_thinking", responseFormat: "json_object" },
      },
    ],
    keyVariables: ["DASHSCOPE_API_KEY", "QWEN_API_KEY"],
    documentation: "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
  },
  {
    name: "zai",
    aliases: ["glm", "z.ai", "zhipu"],
    label: "Z.ai",
    endpoints: [
      {
        wire: "openai-completions",
        baseUrl: "https://api.z.ai/api/paas/v4",
        compat: {
          thinkingFormat: "thinking.type",
          reasoningField: "reasoning_content",
          supportsStreamUsage: false,
          supportsToolChoice: false,
          responseFormat: "json_object",
        },
      },
      {
        wire: "anthropic-messages",
        baseUrl: "https://api.z.ai/api/anthropic",
        compat: { supportsCacheControl: false },
      },
    ],
    keyVariables: ["ZAI_API_KEY", "ZHIPUAI_API_KEY", "GLM_API_KEY"],
    models: [{ names: /^glm-(?:4\.[6-9]|[5-9])/, compat: { bodyFields: { tool_stream: true } } }],
    documentation: "https://docs.z.ai/api-reference/llm/chat-completion",
  },
];
