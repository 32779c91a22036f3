// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "kimi-coding",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"k3","name":"Kimi K3","wire":"openai-completions","baseUrl":"https://api.kimi.com/coding/v1","contextWindow":1048576,"maxOutput":1048576,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":3,"output":15,"cacheRead":0.3},"compat":{"thinkingFormat":"reasoning_effort","reasoningField":"reasoning_content","requiresReasoning":true}}
{"id":"k3-256k","name":"Kimi K3-256K","wire":"openai-completions","baseUrl":"https://api.kimi.com/coding/v1","contextWindow":262144,"maxOutput":262144,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":3,"output":15,"cacheRead":0.3},"compat":{"thinkingFormat":"reasoning_effort","reasoningField":"reasoning_content","requiresReasoning":true}}
{"id":"k3.1-pro","name":"Kimi K3.1 Pro","wire":"openai-completions","baseUrl":"https://api.kimi.com/coding/v1","contextWindow":1048576,"maxOutput":1048576,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":2,"output":10,"cacheRead":0.2},"compat":{"thinkingFormat":"reasoning_effort","reasoningField":"reasoning_content","requiresReasoning":true}}
{"id":"k3.1-pro-highspeed","name":"Kimi K3.1 Pro Highspeed","wire":"openai-completions","baseUrl":"https://api.kimi.com/coding/v1","contextWindow":1048576,"maxOutput":1048576,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":4,"output":20,"cacheRead":0.2},"compat":{"thinkingFormat":"reasoning_effort","reasoningField":"reasoning_content","requiresReasoning":true}}
{"id":"kimi-for-coding","name":"kimi-for-coding","wire":"openai-completions","baseUrl":"https://api.kimi.com/coding/v1","contextWindow":1048576,"maxOutput":32768,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":0.95,"output":4,"cacheRead":0.19},"compat":{"thinkingFormat":"reasoning_effort","reasoningField":"reasoning_content","requiresReasoning":true}}
{"id":"kimi-for-coding-highspeed","name":"Kimi For Coding HighSpeed","wire":"openai-completions","baseUrl":"https://api.kimi.com/coding/v1","contextWindow":262144,"maxOutput":32768,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"xhigh":null,"max":null},"prices":{"input":1.9,"output":8,"cacheRead":0.38},"compat":{"thinkingFormat":"thinking.type"}}
`,
};
