// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "zai-coding-cn",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"glm-4.6v","name":"GLM-4.6V","wire":"openai-completions","baseUrl":"https://open.bigmodel.cn/api/coding/paas/v4","contextWindow":128000,"maxOutput":32768,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":0.3,"output":0.9,"cacheRead":0.05},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5.3","name":"GLM-5.3","wire":"openai-completions","baseUrl":"https://open.bigmodel.cn/api/coding/paas/v4","contextWindow":1000000,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":1.4,"output":4.4,"cacheRead":0.26},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5.3-flash","name":"GLM-5.3-Flash","wire":"openai-completions","baseUrl":"https://open.bigmodel.cn/api/coding/paas/v4","contextWindow":1000000,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"prices":{"input":0.15,"output":0.5,"cacheRead":0.03},"compat":{"thinkingFormat":"thinking.type"}}
{"id":"glm-5.3-highspeed","name":"GLM-5.3 Highspeed","wire":"openai-completions","baseUrl":"https://open.bigmodel.cn/api/coding/paas/v4","contextWindow":1000000,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":null,"high":"high","xhigh":null,"max":"max"},"compat":{"thinkingFormat":"thinking.type"}}
`,
};
