// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "xiaomi",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"mimo-v2.6-flash","name":"MiMo-V2.6-Flash","wire":"openai-completions","baseUrl":"https://api.xiaomimimo.com/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":"off","minimal":null,"low":null,"medium":null,"high":"high","xhigh":null,"max":null},"prices":{"input":0.14,"output":0.28,"cacheRead":0.0028},"compat":{"thinkingFormat":"thinking.type","reasoningField":"reasoning_content","requiresReasoning":true}}
{"id":"mimo-v2.6-pro","name":"MiMo-V2.6-Pro","wire":"openai-completions","baseUrl":"https://api.xiaomimimo.com/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":"off","minimal":null,"low":null,"medium":null,"high":"high","xhigh":null,"max":null},"prices":{"input":0.435,"output":0.87,"cacheRead":0.0036},"compat":{"thinkingFormat":"thinking.type","reasoningField":"reasoning_content","requiresReasoning":true}}
{"id":"mimo-v2.6-pro-ultraspeed","name":"MiMo-V2.6-Pro-UltraSpeed","wire":"openai-completions","baseUrl":"https://api.xiaomimimo.com/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":"off","minimal":null,"low":null,"medium":null,"high":"high","xhigh":null,"max":null},"prices":{"input":4.35,"output":8.7,"cacheRead":0.036},"compat":{"thinkingFormat":"thinking.type","reasoningField":"reasoning_content","requiresReasoning":true}}
`,
};
