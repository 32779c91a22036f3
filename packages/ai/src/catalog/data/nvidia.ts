// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: "nvidia",
  source: "npm:@earendil-works/pi-ai@1.6.0",
  date: "2026-11-20",
  rows: `
{"id":"google/gemma-3-12b-it","name":"Gemma 3 12B IT","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":131072,"maxOutput":16384,"inputs":["text","image"],"reasoning":false,"headers":{"NVCF-POLL-SECONDS":"3600"}}
{"id":"google/gemma-3-4b-it","name":"Gemma 3 4B IT","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":131072,"maxOutput":16384,"inputs":["text","image"],"reasoning":false,"headers":{"NVCF-POLL-SECONDS":"3600"}}
{"id":"meta/muse-glimmer-30b","name":"Muse Glimmer 30B","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":131072,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"minimaxai/minimax-m3.1-flash","name":"MiniMax-M3.1-Flash","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":262144,"maxOutput":262144,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"nvidia/cosmos-reason2-8b","name":"Cosmos Reason2 8B","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":131072,"maxOutput":16384,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"nvidia/nemotron-3-nano-omni-30b-a3b-reasoning","name":"Nemotron 3 Nano Omni","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":256000,"maxOutput":65536,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"nvidia/nemotron-3-ultra-550b-a55b","name":"Nemotron 3 Ultra 550B A55B","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":1000000,"maxOutput":65536,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"nvidia/nemotron-3.5-lightning-30b-a3b","name":"Nemotron 3.5 Lightning 30B A3B","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":262144,"maxOutput":262144,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"nvidia/nemotron-3.5-super-vl-120b-a12b","name":"Nemotron 3.5 Super VL 120B A12B","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":1048576,"maxOutput":8192,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"poolside/laguna-xs-2.1","name":"Laguna XS 2.1","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":262144,"maxOutput":16384,"inputs":["text"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"stepfun-ai/step-5-preview","name":"Step 5 Preview","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":1048576,"maxOutput":1048576,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
{"id":"z-ai/glm-5.3-flash","name":"GLM-5.3-Flash","wire":"openai-completions","baseUrl":"https://integrate.api.nvidia.com/v1","contextWindow":1000000,"maxOutput":131072,"inputs":["text","image"],"reasoning":true,"thinkingLevels":{"xhigh":null,"max":null},"headers":{"NVCF-POLL-SECONDS":"3600"},"compat":{"thinkingFormat":"none"}}
`,
};
