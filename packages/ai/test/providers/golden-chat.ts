import type { JsonObject } from "../../src/index.ts";

/** Pieces that all chat servers take alike, as OpenAI documents them. */
const system: JsonObject = { role: "system", content: "Be brief." };
const question: JsonObject = {
  role: "user",
  content: [
    { type: "text", text: "Compare." },
    { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
  ],
};
const calls: JsonObject[] = [
  {
    id: "callAAAA1",
    type: "function",
    function: { name: "read", arguments: '{"path":"a.txt"}' },
  },
  {
    id: "callBBBB2",
    type: "function",
    function: { name: "read", arguments: '{"path":"b.txt"}' },
  },
];
const asked: JsonObject = { role: "assistant", content: "Looking.", tool_calls: calls };
const results: JsonObject[] = [
  { role: "tool", tool_call_id: "callAAAA1", content: "alpha" },
  { role: "tool", tool_call_id: "callBBBB2", content: "(no output)" },
];
const tools: JsonObject[] = [
  {
    type: "function",
    function: {
      name: "read",
      description: "Reads.",
      parameters: { type: "object", properties: { path: { type: "string" } } },
    },
  },
];
const stream_options: JsonObject = { include_usage: true };

export interface Golden {
  readonly provider: string;
  readonly model: string;
  readonly wire?: "openai-completions";
  readonly env?: Readonly<Record<string, string>>;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

const bearer = { authorization: "Bearer sk-secret-0123456789" };

/** Requests of the conversation to servers of the Chat Completions API, each as its own documentation has it. */
export const chatGolden: readonly Golden[] = [
  {
    provider: "openai",
    wire: "openai-completions",
    model: "gpt-5.2",
    url: "https://api.openai.com/v1/chat/completions",
    headers: bearer,
    body: {
      model: "gpt-5.2",
      stream: true,
      stream_options,
      store: false,
      messages: [{ ...system, role: "developer" }, question, asked, ...results],
      max_completion_tokens: 2_000,
      tools,
      reasoning_effort: "high",
      prompt_cache_key: "session-1",
    },
  },
  {
    provider: "openai",
    wire: "openai-completions",
    model: "gpt-4.1",
    url: "https://api.openai.com/v1/chat/completions",
    headers: bearer,
    body: {
      model: "gpt-4.1",
      stream: true,
      stream_options,
      store: false,
      messages: [system, question, asked, ...results],
      max_completion_tokens: 2_000,
      tools,
      temperature: 0.5,
      prompt_cache_key: "session-1",
    },
  },
  {
    provider: "azure-openai",
    wire: "openai-completions",
    model: "gpt-4.1",
    env: { AZURE_OPENAI_ENDPOINT: "https://mine.openai.azure.com/" },
    url: "https://mine.openai.azure.com/openai/v1/chat/completions",
    headers: { "api-key": "sk-secret-0123456789" },
    body: {
      model: "gpt-4.1",
      stream: true,
      stream_options,
      store: false,
      messages: [system, question, asked, ...results],
      max_completion_tokens: 2_000,
      tools,
      temperature: 0.5,
      prompt_cache_key: "session-1",
    },
  },
  {
    provider: "deepseek",
    model: "deepseek-v4-flash",
    url: "https://api.deepseek.com/v1/chat/completions",
    headers: bearer,
    body: {
      model: "deepseek-v4-flash",
      stream: true,
      stream_options,
      messages: [
        system,
        {
          role: "user",
          content: "Compare.\n\n[Image left out: this model cannot see images. image/png, 1 kB.]",
        },
        { ...asked, reasoning_content: "Two files." },
        ...results,
      ],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      thinking: { type: "enabled" },
      reasoning_effort: "high",
    },
  },
  {
    provider: "groq",
    model: "openai/gpt-oss-120b",
    url: "https://api.groq.com/openai/v1/chat/completions",
    headers: bearer,
    body: {
      model: "openai/gpt-oss-120b",
      stream: true,
      stream_options,
      messages: [system, question, asked, ...results],
      max_completion_tokens: 2_000,
      tools,
      temperature: 0.5,
      reasoning_effort: "high",
    },
  },
  {
    provider: "openrouter",
    model: "anthropic/claude-sonnet-4.5",
    url: "https://openrouter.ai/api/v1/chat/completions",
    headers: { ...bearer, "x-session-id": "session-1" },
    body: {
      model: "anthropic/claude-sonnet-4.5",
      stream: true,
      stream_options,
      messages: [system, question, { ...asked, reasoning: "Two files." }, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      reasoning: { effort: "high" },
    },
  },
  {
    provider: "together",
    model: "zai-org/GLM-5",
    url: "https://api.together.xyz/v1/chat/completions",
    headers: bearer,
    body: {
      model: "zai-org/GLM-5",
      stream: true,
      stream_options,
      messages: [system, question, asked, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      reasoning: { enabled: true },
    },
  },
  {
    provider: "fireworks",
    model: "accounts/fireworks/models/kimi-k2p5",
    url: "https://api.fireworks.ai/inference/v1/chat/completions",
    headers: { ...bearer, "x-session-affinity": "session-1" },
    body: {
      model: "accounts/fireworks/models/kimi-k2p5",
      stream: true,
      stream_options,
      messages: [system, question, { ...asked, reasoning_content: "Two files." }, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      reasoning_effort: "high",
    },
  },
  {
    provider: "cerebras",
    model: "gpt-oss-120b",
    url: "https://api.cerebras.ai/v1/chat/completions",
    headers: bearer,
    body: {
      model: "gpt-oss-120b",
      stream: true,
      stream_options,
      messages: [system, question, asked, ...results],
      max_completion_tokens: 2_000,
      tools,
      temperature: 0.5,
      reasoning_effort: "high",
    },
  },
  {
    provider: "huggingface",
    model: "Qwen/Qwen3-VL-235B-A22B-Instruct",
    url: "https://router.huggingface.co/v1/chat/completions",
    headers: bearer,
    body: {
      model: "Qwen/Qwen3-VL-235B-A22B-Instruct",
      stream: true,
      stream_options,
      messages: [system, question, asked, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
    },
  },
  {
    provider: "moonshot",
    model: "kimi-k2.6",
    url: "https://api.moonshot.ai/v1/chat/completions",
    headers: bearer,
    body: {
      model: "kimi-k2.6",
      stream: true,
      stream_options,
      messages: [system, question, { ...asked, reasoning_content: "Two files." }, ...results],
      max_completion_tokens: 2_000,
      tools,
      thinking: { type: "enabled" },
    },
  },
  {
    provider: "qwen",
    model: "qwen3-vl-plus",
    url: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions",
    headers: bearer,
    body: {
      model: "qwen3-vl-plus",
      stream: true,
      stream_options,
      messages: [system, question, asked, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      enable_thinking: true,
    },
  },
  {
    provider: "zai",
    model: "glm-4.6v",
    url: "https://api.z.ai/api/paas/v4/chat/completions",
    headers: bearer,
    body: {
      model: "glm-4.6v",
      stream: true,
      messages: [system, question, { ...asked, reasoning_content: "Two files." }, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      thinking: { type: "enabled" },
      tool_stream: true,
    },
  },
  {
    provider: "github-models",
    model: "openai/gpt-5-mini",
    url: "https://models.github.ai/inference/chat/completions",
    headers: bearer,
    body: {
      model: "openai/gpt-5-mini",
      stream: true,
      stream_options,
      messages: [{ ...system, role: "developer" }, question, asked, ...results],
      max_completion_tokens: 2_000,
      tools,
      reasoning_effort: "high",
    },
  },
  {
    provider: "ollama",
    model: "qwen3-vl",
    url: "http://localhost:11434/v1/chat/completions",
    headers: bearer,
    body: {
      model: "qwen3-vl",
      stream: true,
      stream_options,
      messages: [system, question, { ...asked, reasoning: "Two files." }, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      reasoning_effort: "high",
    },
  },
  {
    provider: "lmstudio",
    model: "openai/gpt-oss-20b",
    url: "http://localhost:1234/v1/chat/completions",
    headers: bearer,
    body: {
      model: "openai/gpt-oss-20b",
      stream: true,
      stream_options,
      messages: [system, question, { ...asked, reasoning: "Two files." }, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      reasoning_effort: "high",
    },
  },
  ...["vllm", "llamacpp"].map((provider): Golden => ({
    provider,
    model: "Qwen/Qwen3-32B",
    url: `http://localhost:${provider === "vllm" ? 8000 : 8080}/v1/chat/completions`,
    headers: bearer,
    body: {
      model: "Qwen/Qwen3-32B",
      stream: true,
      stream_options,
      messages: [system, question, { ...asked, reasoning_content: "Two files." }, ...results],
      max_tokens: 2_000,
      tools,
      temperature: 0.5,
      chat_template_kwargs: { enable_thinking: true },
    },
  })),
];
