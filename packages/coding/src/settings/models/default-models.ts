/**
 * The model of each provider that is used when only the provider is named. Of those with `isAutomatic`, the first one
 * there is a key for is used when nothing is named: variables of the others hold keys for other things as well.
 */
export const defaultModels: readonly {
  readonly provider: string;
  readonly id: string;
  readonly isAutomatic?: boolean;
}[] = [
  { provider: "anthropic", id: "claude-sonnet-5-5", isAutomatic: true },
  { provider: "openai", id: "gpt-6.2-sol", isAutomatic: true },
  { provider: "google", id: "gemini-pro-latest", isAutomatic: true },
  { provider: "xai", id: "grok-4.7", isAutomatic: true },
  { provider: "mistral", id: "mistral-large-latest", isAutomatic: true },
  { provider: "deepseek", id: "deepseek-v4-pro", isAutomatic: true },
  { provider: "moonshot", id: "kimi-k3", isAutomatic: true },
  { provider: "zai", id: "glm-5.3", isAutomatic: true },
  { provider: "minimax", id: "MiniMax-M3", isAutomatic: true },
  { provider: "openrouter", id: "anthropic/claude-sonnet-5.5", isAutomatic: true },
  { provider: "vercel-ai-gateway", id: "anthropic/claude-sonnet-5.5", isAutomatic: true },
  { provider: "opencode", id: "claude-sonnet-5-5", isAutomatic: true },
  { provider: "groq", id: "openai/gpt-oss-120b", isAutomatic: true },
  { provider: "cerebras", id: "gpt-oss-120b", isAutomatic: true },
  { provider: "together", id: "moonshotai/Kimi-K3", isAutomatic: true },
  { provider: "fireworks", id: "accounts/fireworks/routers/kimi-latest", isAutomatic: true },
  { provider: "huggingface", id: "moonshotai/Kimi-K3" },
];
