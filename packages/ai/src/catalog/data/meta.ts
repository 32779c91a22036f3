// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "meta",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"muse-ember-1.0","name":"Muse Ember","wire":"openai-responses","baseUrl":"https://api.meta.ai/v1","contextWindow":1048576,"maxOutput":524288,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":"minimal","low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":"max"},"prices":{"input":0.1,"output":0.5,"cacheRead":0.004,"tiers":[{"inputTokensAbove":200000,"input":0.3,"output":1.5,"cacheRead":0.012}]}}
{"id":"muse-spark-1.1","name":"Muse Spark 1.1","wire":"openai-responses","baseUrl":"https://api.meta.ai/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":"minimal","low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":null},"prices":{"input":1.25,"output":4.25,"cacheRead":0.15}}
{"id":"muse-spark-1.2","name":"Muse Spark 1.2","wire":"openai-responses","baseUrl":"https://api.meta.ai/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":"minimal","low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":null},"prices":{"input":1.25,"output":4.25,"cacheRead":0.15}}
{"id":"muse-spark-1.2-contributor","name":"Muse Spark 1.2 Contributor","wire":"openai-responses","baseUrl":"https://api.meta.ai/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":"minimal","low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":null},"prices":{"input":0.1,"output":0.2,"cacheRead":0.002}}
{"id":"muse-spark-1.3","name":"Muse Spark 1.3","wire":"openai-responses","baseUrl":"https://api.meta.ai/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":"minimal","low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":"max"},"prices":{"input":1.25,"output":4.25,"cacheRead":0.15}}
{"id":"muse-spark-1.3-contributor","name":"Muse Spark 1.3 Contributor","wire":"openai-responses","baseUrl":"https://api.meta.ai/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":"minimal","low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":null},"prices":{"input":0.1,"output":0.2,"cacheRead":0.002}}
{"id":"muse-wonder-1.0","name":"Muse Wonder","wire":"openai-responses","baseUrl":"https://api.meta.ai/v1","contextWindow":1048576,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"off":null,"minimal":"minimal","low":"low","medium":"medium","high":"high","xhigh":"xhigh","max":"max"},"prices":{"input":4,"output":20,"cacheRead":0.2}}
`,
};
