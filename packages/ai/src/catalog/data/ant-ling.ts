// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "ant-ling",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"Ling-2.6-1T","name":"Ling 2.6 1T","wire":"openai-completions","baseUrl":"https://api.ant-ling.com/v1","contextWindow":262144,"maxOutput":65536,"inputs":["text"],"reasoning":false,"prices":{"input":0.06,"output":0.25}}
{"id":"Ling-2.6-flash","name":"Ling 2.6 Flash","wire":"openai-completions","baseUrl":"https://api.ant-ling.com/v1","contextWindow":262144,"maxOutput":65536,"inputs":["text"],"reasoning":false,"prices":{"input":0.01,"output":0.02}}
{"id":"Ring-2.6-1T","name":"Ring 2.6 1T","wire":"openai-completions","baseUrl":"https://api.ant-ling.com/v1","contextWindow":262144,"maxOutput":65536,"inputs":["text"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":null,"medium":null,"high":"high","xhigh":"xhigh","max":null},"prices":{"input":0.06,"output":0.25},"compat":{"thinkingFormat":"reasoning.effort"}}
`,
};
