import type { Compat } from "../wires/compat.ts";
import type { ModelCompat } from "./provider.ts";

/** What OpenAI's own service understands, beside what every chat server does. */
export const OPENAI_COMPAT: Compat = {
  maxTokensField: "max_completion_tokens",
  store: false,
  promptCacheKey: true,
  maxToolCallIdLength: 40,
};

/**
 * What OpenAI's models do differently from each other: models that do not reason refuse to be told how, models that do
 * refuse a temperature, and each generation has its own words for effort.
 */
export const OPENAI_MODELS: readonly ModelCompat[] = [
  {
    names: /^(?:gpt-3|gpt-4|chatgpt-)/,
    compat: { supportsReasoning: false, thinkingFormat: "none" },
  },
  {
    names: /^(?:o\d|gpt-5|codex-)/,
    compat: { supportsTemperature: false, systemRole: "developer" },
  },
  { names: /^gpt-5(?!\.)/, compat: { thinkingLevels: { minimal: "minimal" } } },
  { names: /^gpt-5-codex/, compat: { thinkingLevels: {} } },
  {
    names: /^gpt-5-pro/,
    compat: { thinkingLevels: { minimal: null, low: null, medium: null } },
  },
  { names: /^gpt-5\.1/, compat: { thinkingLevels: { off: "none" } } },
  { names: /^gpt-5\.1-codex/, compat: { thinkingLevels: { off: null } } },
  {
    names: /^gpt-5\.(?:1-codex-max|\d+.*-codex)/,
    compat: { thinkingLevels: { off: null, xhigh: "xhigh", max: "xhigh" } },
  },
  {
    names: /^gpt-5\.(?:[2-9]|\d\d)(?!.*-codex)/,
    compat: { thinkingLevels: { off: "none", xhigh: "xhigh", max: "xhigh" } },
  },
];
