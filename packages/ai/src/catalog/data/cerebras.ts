// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "cerebras",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"gpt-oss-120b","name":"GPT OSS 120B","wire":"openai-completions","baseUrl":"https://api.cerebras.ai/v1","contextWindow":131072,"maxOutput":40960,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":null,"max":null},"prices":{"input":0.35,"output":0.75,"cacheRead":0.35}}
{"id":"qwen-3.8-27b","name":"Qwen3.8 27B","wire":"openai-completions","baseUrl":"https://api.cerebras.ai/v1","contextWindow":131072,"maxOutput":40960,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":"none","minimal":null,"low":"low","medium":"medium","high":"high","xhigh":null,"max":null},"prices":{"input":0.99,"output":1.49,"cacheRead":0.99}}
`,
};
