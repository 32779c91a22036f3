// The RPC mode of an application of its own, whose only tool hears nothing: it runs for ever.
import { scriptedModel } from "@tau-ts/ai/testing";
import { createCodingAgent } from "@tau-ts/coding";
import { serveRpc } from "@tau-ts/tui";

const model = scriptedModel([
  {
    role: "assistant",
    content: [{ type: "toolCall", id: "c1", name: "deaf", arguments: {} }],
    stopReason: "toolUse",
  },
]);
const deaf = {
  name: "deaf",
  description: "Never ends.",
  parameters: { type: "object" },
  execute: (): Promise<string> => new Promise(() => undefined),
};

await serveRpc({
  input: process.stdin,
  output: process.stdout,
  openAgent: ({ session = "new", wrapModel, ...parts }) =>
    createCodingAgent({
      ...parts,
      session,
      model: wrapModel(model),
      tools: { allow: ["deaf"], extra: [deaf] },
      mode: "full",
      autoName: false,
      graceMs: 500,
    }),
});
process.exit();
