// Resumes the latest session of a folder and prints what that took, up to the moment of the first request.
import { createCodingAgent } from "@tau-ts/coding";
import type { Model } from "@tau-ts/ai";
import { processCost } from "./agent-cost/measured.ts";

const [cwd = "", tauHome = ""] = process.argv.slice(2);
const before = processCost();
const model: Model = {
  info: { id: "m", provider: "test", contextWindow: 100_000_000 },
  async *stream() {
    const { seconds: processSeconds, peakBytes } = processCost();
    const seconds = processSeconds - before.seconds;
    process.stdout.write(
      JSON.stringify({ processSeconds, seconds, mebibytes: peakBytes / 2 ** 20 }),
    );
    const content = [{ type: "text" as const, text: "ok" }];
    yield {
      type: "done",
      reason: "stop",
      message: { role: "assistant", content, stopReason: "stop" },
    };
  },
};
await using agent = await createCodingAgent({
  cwd,
  environment: { TAU_HOME: tauHome },
  model,
  session: "latest",
  autoName: false,
});
await agent.prompt("go on");
