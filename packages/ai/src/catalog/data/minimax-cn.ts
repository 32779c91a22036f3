// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "minimax-cn",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"MiniMax-M2.7","name":"MiniMax-M2.7","wire":"anthropic-messages","baseUrl":"https://api.minimaxi.com/anthropic","contextWindow":204800,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":0.3137,"output":1.2549,"cacheRead":0.0627,"cacheWrite":0.3922}}
{"id":"MiniMax-M2.7-highspeed","name":"MiniMax-M2.7-highspeed","wire":"anthropic-messages","baseUrl":"https://api.minimaxi.com/anthropic","contextWindow":204800,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":0.6275,"output":2.5098,"cacheRead":0.0627,"cacheWrite":0.3922}}
{"id":"MiniMax-M3","name":"MiniMax-M3","wire":"anthropic-messages","baseUrl":"https://api.minimaxi.com/anthropic","contextWindow":1000000,"maxOutput":524288,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":0.3137,"output":1.2549,"cacheRead":0.0627,"tiers":[{"inputTokensAbove":512000,"input":0.6275,"output":2.5098,"cacheRead":0.1255}]}}
{"id":"MiniMax-M3.1-Flash","name":"MiniMax-M3.1-Flash","wire":"anthropic-messages","baseUrl":"https://api.minimaxi.com/anthropic","contextWindow":1000000,"maxOutput":524288,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":"max"},"prices":{"input":0.1494,"output":0.5976,"cacheRead":0.0149},"compat":{"forceAdaptiveThinking":true}}
`,
};
