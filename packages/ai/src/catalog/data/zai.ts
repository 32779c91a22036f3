// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "zai",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"glm-4.7","name":"GLM-4.7","wire":"openai-completions","baseUrl":"https://api.z.ai/api/coding/paas/v4","contextWindow":204800,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":0.6,"output":2.2,"cacheRead":0.11},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5-turbo","name":"GLM-5-Turbo","wire":"openai-completions","baseUrl":"https://api.z.ai/api/coding/paas/v4","contextWindow":200000,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":1.2,"output":4,"cacheRead":0.24},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5.2","name":"GLM-5.2","wire":"openai-completions","baseUrl":"https://api.z.ai/api/coding/paas/v4","contextWindow":1000000,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":"none","minimal":null,"low":null,"medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":1.4,"output":4.4,"cacheRead":0.26},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5.2-highspeed","name":"GLM-5.2 Highspeed","wire":"openai-completions","baseUrl":"https://api.z.ai/api/coding/paas/v4","contextWindow":1000000,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":"none","minimal":null,"low":null,"medium":null,"high":"high","xhigh":null,"max":"max"},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5.3","name":"GLM-5.3","wire":"openai-completions","baseUrl":"https://api.z.ai/api/coding/paas/v4","contextWindow":1000000,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":1.4,"output":4.4,"cacheRead":0.26},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5.3-flash","name":"GLM-5.3-Flash","wire":"openai-completions","baseUrl":"https://api.z.ai/api/coding/paas/v4","contextWindow":1000000,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":0.15,"output":0.5,"cacheRead":0.03},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5.3-highspeed","name":"GLM-5.3 Highspeed","wire":"openai-completions","baseUrl":"https://api.z.ai/api/coding/paas/v4","contextWindow":1000000,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"compat":{"thinkingFormat":"thinking.type"}}
`,
};
