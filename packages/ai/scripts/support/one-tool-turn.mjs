// A whole turn with one tool call, as little around it as possible: asks, runs the tool, asks again and prints the answer.
// JavaScript, because what is measured is the built package and not the stripping of types.
// Usage: node one-tool-turn.mjs URL [fetch]
import { complete, createModel, textOf, toolCalls, userMessage } from "@tau-ts/ai";
import { nodeTransport } from "@tau-ts/ai/node";

const [baseUrl = "", transport = "node"] = process.argv.slice(2);

const model = createModel({
  wire: "anthropic-messages",
  model: "claude-test",
  apiKey: "no key",
  baseUrl,
  ...(transport === "node" && { fetch: nodeTransport({ env: {} }) }),
});
const tools = [
  {
    name: "read",
    description: "Reads a file.",
    parameters: { type: "object", properties: { path: { type: "string" } } },
  },
];
/** @type {import("@tau-ts/ai").Message[]} */
const messages = [userMessage("What is in notes.txt?")];
let reply = await complete(model, { messages, tools });
messages.push(reply);
for (const call of toolCalls(reply)) {
  messages.push({
    role: "toolResult",
    toolCallId: call.id,
    toolName: call.name,
    content: [{ type: "text", text: `${JSON.stringify(call.arguments)}: milk` }],
    isError: false,
    timestamp: Date.now(),
  });
}
reply = await complete(model, { messages, tools });
if (reply.stopReason !== "stop") throw new Error(reply.errorMessage ?? reply.stopReason);
process.stdout.write(`${textOf(reply)}\n`);
