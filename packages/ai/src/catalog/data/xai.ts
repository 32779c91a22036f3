// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "xai",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"grok-4.3","name":"Grok 4.3","wire":"openai-responses","baseUrl":"https://api.x.ai/v1","contextWindow":1000000,"maxOutput":30000,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":"none","minimal":null,"low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":null},"prices":{"input":1.25,"output":2.5,"cacheRead":0.2,"tiers":[{"inputTokensAbove":200000,"input":2.5,"output":5,"cacheRead":0.4}]}}
{"id":"grok-4.5","name":"Grok 4.5","wire":"openai-responses","baseUrl":"https://api.x.ai/v1","contextWindow":500000,"maxOutput":500000,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":null},"prices":{"input":2,"output":6,"cacheRead":0.3,"tiers":[{"inputTokensAbove":200000,"input":4,"output":12,"cacheRead":0.6}]}}
{"id":"grok-4.6","name":"Grok 4.6","wire":"openai-responses","baseUrl":"https://api.x.ai/v1","contextWindow":500000,"maxOutput":500000,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":null},"prices":{"input":2,"output":6,"cacheRead":0.5,"tiers":[{"inputTokensAbove":200000,"input":4,"output":12,"cacheRead":1}]}}
{"id":"grok-4.7","name":"Grok 4.7","wire":"openai-responses","baseUrl":"https://api.x.ai/v1","contextWindow":500000,"maxOutput":500000,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":null},"prices":{"input":2,"output":6,"cacheRead":0.5,"tiers":[{"inputTokensAbove":200000,"input":4,"output":12,"cacheRead":1}]}}
`,
};
