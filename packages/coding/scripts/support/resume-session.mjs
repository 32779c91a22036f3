// Resumes the latest session of a folder and prints what that took, up to the moment of the first request.
import { createCodingAgent } from "@tau-ts/coding";
import { processCost } from "./process-cost.mjs";

const [cwd = "", tauHome = ""] = process.argv.slice(2);
const before = processCost();
const model = {
  info: { id: "m", provider: "test", contextWindow: 100_000_000 },
  async *stream() {
    const { seconds: processSeconds, peakBytes } = processCost();
    const seconds = processSeconds - before.seconds;
    process.stdout.write(
      JSON.stringify({ processSeconds, seconds, mebibytes: peakBytes / 2 ** 20 }),
    );
    const content = [{ type: "text", text: "ok" }];
    const message = { role: "assistant", content, stopReason: "stop" };
    yield { type: "done", reason: "stop", message };
  },
};
const agent = await createCodingAgent({
  cwd,
  environment: { TAU_HOME: tauHome },
  model,
  session: "latest",
  autoName: false,
});
await agent.prompt("go on");
await agent.dispose();
