// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "minimax",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"MiniMax-M2.7","name":"MiniMax-M2.7","wire":"anthropic-messages","baseUrl":"https://api.minimax.io/anthropic","contextWindow":204800,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":0.3,"output":1.2,"cacheRead":0.06,"cacheWrite":0.375}}
{"id":"MiniMax-M2.7-highspeed","name":"MiniMax-M2.7-highspeed","wire":"anthropic-messages","baseUrl":"https://api.minimax.io/anthropic","contextWindow":204800,"maxOutput":131072,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":0.6,"output":2.4,"cacheRead":0.06,"cacheWrite":0.375}}
{"id":"MiniMax-M3","name":"MiniMax-M3","wire":"anthropic-messages","baseUrl":"https://api.minimax.io/anthropic","contextWindow":1000000,"maxOutput":524288,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"prices":{"input":0.3,"output":1.2,"cacheRead":0.06,"tiers":[{"inputTokensAbove":512000,"input":0.6,"output":2.4,"cacheRead":0.12}]}}
{"id":"MiniMax-M3.1-Flash","name":"MiniMax-M3.1-Flash","wire":"anthropic-messages","baseUrl":"https://api.minimax.io/anthropic","contextWindow":1000000,"maxOutput":524288,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":null,"low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":"max"},"prices":{"input":0.15,"output":0.6,"cacheRead":0.015},"compat":{"forceAdaptiveThinking":true}}
`,
};
