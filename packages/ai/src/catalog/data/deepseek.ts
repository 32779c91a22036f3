// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "deepseek",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"deepseek-flash","name":"DeepSeek V4.1 Flash","wire":"openai-completions","baseUrl":"https://api.deepseek.com","contextWindow":1000000,"maxOutput":384000,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"minimal":null,"low":"low","medium":null,"high":"high","max":"max","xhigh":null},"prices":{"input":0.3,"output":1.2,"cacheRead":0.006},"compat":{"thinkingFormat":"thinking.type","reasoningField":"reasoning_content","requiresReasoning":true}}
{"id":"deepseek-v4-pro","name":"DeepSeek V4 Pro","wire":"openai-completions","baseUrl":"https://api.deepseek.com","contextWindow":1000000,"maxOutput":384000,"inputs":["text"],"reasoning":true,"thinkingLevels":{"minimal":null,"low":null,"medium":null,"high":"high","max":"max","xhigh":null},"prices":{"input":1.32,"output":3.96,"cacheRead":0.044},"compat":{"thinkingFormat":"thinking.type","reasoningField":"reasoning_content","requiresReasoning":true}}
`,
};
