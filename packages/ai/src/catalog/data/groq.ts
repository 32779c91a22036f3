// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "groq",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"llama-3.1-8b-instant","name":"Llama 3.1 8B","wire":"openai-completions","baseUrl":"https://api.groq.com/openai/v1","contextWindow":131072,"maxOutput":131072,"inputs":["text"],"reasoning":false,"prices":{"input":0.05,"output":0.08}}
{"id":"llama-3.3-70b-versatile","name":"Llama 3.3 70B","wire":"openai-completions","baseUrl":"https://api.groq.com/openai/v1","contextWindow":131072,"maxOutput":32768,"inputs":["text"],"reasoning":false,"prices":{"input":0.59,"output":0.79}}
{"id":"openai/gpt-oss-120b","name":"GPT OSS 120B","wire":"openai-completions","baseUrl":"https://api.groq.com/openai/v1","contextWindow":131072,"maxOutput":65536,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":null,"max":null},"prices":{"input":0.15,"output":0.6,"cacheRead":0.075}}
{"id":"openai/gpt-oss-20b","name":"GPT OSS 20B","wire":"openai-completions","baseUrl":"https://api.groq.com/openai/v1","contextWindow":131072,"maxOutput":65536,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":null,"max":null},"prices":{"input":0.075,"output":0.3,"cacheRead":0.0375}}
{"id":"openai/gpt-oss-safeguard-20b","name":"Safety GPT OSS 20B","wire":"openai-completions","baseUrl":"https://api.groq.com/openai/v1","contextWindow":131072,"maxOutput":65536,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":null,"max":null},"prices":{"input":0.075,"output":0.3,"cacheRead":0.0375}}
{"id":"qwen/qwen3.6-27b","name":"Qwen3.6 27B","wire":"openai-completions","baseUrl":"https://api.groq.com/openai/v1","contextWindow":131072,"maxOutput":16384,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":"none","minimal":null,"low":null,"medium":null,"high":"default","xhigh":null,"max":null},"prices":{"input":0.6,"output":3,"cacheRead":0.3}}
{"id":"qwen/qwen3.8-27b","name":"Qwen3.8 27B","wire":"openai-completions","baseUrl":"https://api.groq.com/openai/v1","contextWindow":131072,"maxOutput":16384,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":"none","minimal":null,"low":"low","medium":"medium","high":"high","xhigh":null,"max":null},"prices":{"input":0.8,"output":4}}
`,
};
