// An agent of your own in one file: a tool, a model and a harness. `pnpm --filter first-agent start` runs it.
import { Harness, defineTool, textOf } from "@tau-ts/agent";
import type { AssistantEvent, Message, Model } from "@tau-ts/agent";

/** A tool is a plain object. What it returns, or throws, is what the model reads. */
const countWords = defineTool<{ text: string }>({
  name: "count_words",
  description: "Counts the words of a text.",
  parameters: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
  },
  execute: ({ text }) => String(text.split(/\s+/).filter(Boolean).length),
});

/** A model is any object whose only method is `stream`. */
const model: Model = {
  async *stream({ messages }) {
    const last = messages.at(-1);
    yield last?.role === "toolResult" ? say(`That is ${textOf(last)} words.`) : askToCount(last);
  },
};

function say(text: string): AssistantEvent {
  const content = [{ type: "text" as const, text }];
  return {
    type: "done",
    reason: "stop",
    message: { role: "assistant", content, stopReason: "stop" },
  };
}

function askToCount(words: Message | undefined): AssistantEvent {
  const text = words ? textOf(words) : "";
  const call = { type: "toolCall" as const, id: "1", name: "count_words", arguments: { text } };
  const message = { role: "assistant" as const, content: [call], stopReason: "toolUse" as const };
  return { type: "done", reason: "toolUse", message };
}

const harness = new Harness({ model, tools: [countWords] });
const prompt = process.argv.slice(2).join(" ") || "an agent is a model in a loop with tools";
for await (const event of harness.prompt(prompt)) {
  if (event.type === "tool_execution_end")
    process.stdout.write(`${event.toolName} answered ${JSON.stringify(event.result.content)}\n`);
  if (event.type === "agent_end")
    process.stdout.write(`${event.outcome}: ${event.messages.map(textOf).at(-1)}\n`);
}
