// Runs prompts against a session until it is killed: <path> <label> <prompts> <bytes each>. Replies ask for a tool every
// other time. Prints "heard <name>" when a message begins and "saved <name>" when its message_end reached the consumer;
// a message is named by its first word.
import type { AssistantMessage, AssistantEvent, Message, Model } from "@tau-ts/ai";
import { textOf } from "@tau-ts/ai";
import { Harness } from "../../src/harness/harness.ts";
import { JsonlLog } from "../../src/node/index.ts";
import { persistTo } from "../../src/session/persist.ts";

const [path = "", label = "", prompts = "0", bytes = "0"] = process.argv.slice(2);
let number = 0;

function text(): string {
  number += 1;
  return `${label}${number - 1} ${"x".repeat(Number(bytes))}`;
}

const model: Model = {
  async *stream(): AsyncGenerator<AssistantEvent> {
    const asksForTool = number % 2 === 1;
    const message: AssistantMessage = {
      role: "assistant",
      content: [{ type: "text", text: text() }],
      stopReason: asksForTool ? "toolUse" : "stop",
    };
    if (asksForTool)
      message.content.push({ type: "toolCall", id: `c${number}`, name: "work", arguments: {} });
    yield { type: "done", reason: asksForTool ? "toolUse" : "stop", message };
  },
};

const work = { name: "work", description: "works", parameters: { type: "object" }, execute: text };

function nameOf(message: Message): string {
  return textOf(message).split(" ")[0] ?? "";
}

/** Resolves when the system has the line: what waits in this process is lost with it. */
function print(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}

const log = await JsonlLog.open(path);
const harness = new Harness({ model, tools: [work], messages: await log.replay() });
harness.subscribe(persistTo(log), { first: true });
for (let prompt = 0; prompt < Number(prompts); prompt += 1)
  for await (const event of harness.prompt(text())) {
    if (event.type === "message_start") await print(`heard ${nameOf(event.message)}`);
    if (event.type === "message_end") await print(`saved ${nameOf(event.message)}`);
  }
