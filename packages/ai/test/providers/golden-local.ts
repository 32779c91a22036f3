import {
  asked,
  bearer,
  question,
  results,
  stream_options,
  system,
  tools,
} from "./golden-pieces.ts";
import type { Golden } from "./golden-pieces.ts";

/** Requests of the conversation to servers on the same machine, each as its own documentation has it. */
export const localGolden: readonly Golden[] = [
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
