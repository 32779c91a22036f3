// An agent that is told what to do by lines of JSON on stdin, and says by such lines what comes of it. The first line
// tells where it lives and what its model says.
import { createInterface } from "node:readline";
import { isJsonObject } from "@tau-ts/ai";
import type { AssistantMessage, JsonObject, JsonValue } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { createCodingAgent } from "../../src/create-coding-agent.ts";
import type { CodingAgent } from "../../src/coding-agent.ts";

interface Config {
  readonly cwd: string;
  readonly session: "new" | "latest";
  readonly replies: readonly (string | AssistantMessage)[];
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first = await lines.next();
const config: Config = JSON.parse(first.done === true ? "" : first.value);
const usage = {
  input: 20,
  output: 10,
  cacheRead: 60,
  cacheWrite: 10,
  totalTokens: 100,
  cost: { input: 0.125, output: 0.125, cacheRead: 0, cacheWrite: 0, total: 0.25 },
};
const replies = config.replies.map((said): AssistantMessage => {
  if (typeof said !== "string") return { usage, ...said };
  return { role: "assistant", content: [{ type: "text", text: said }], stopReason: "stop", usage };
});
const model = scriptedModel(replies, { info: { id: "m", provider: "test", contextWindow: 2_000 } });

const answers: ((answer: JsonValue) => void)[] = [];

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Asks whoever started this; the next `answer` is the answer. */
function ask(asked: object): Promise<JsonValue> {
  const { promise, resolve } = Promise.withResolvers<JsonValue>();
  answers.push(resolve);
  say(asked);
  return promise;
}

const started = createCodingAgent({
  cwd: config.cwd,
  model,
  session: config.session,
  compaction: { keepRecentTokens: 400 },
  askTrust: async (question) =>
    (await ask({ trust: question })) === "trust" ? "trust" : "decline-once",
  ask: async (question) => (await ask({ question })) === true,
  askHeld: async (question) => {
    const answer = await ask({ held: question });
    return answer === "fork" || answer === "read-only" ? answer : undefined;
  },
  onWarning: (warning) => say({ warning }),
});

function wordOf(line: JsonObject, name: string): string {
  const word = line[name];
  return typeof word === "string" ? word : "";
}

async function perform(agent: CodingAgent, line: JsonObject): Promise<unknown> {
  switch (line["do"]) {
    case "prompt":
      return agent.prompt(wordOf(line, "text"));
    case "continue":
      return agent.continue();
    case "stop":
      return agent.stop();
    case "branch":
      return agent.branch(wordOf(line, "entryId"), { summarize: true });
    case "idle":
      return agent.whenIdle();
    case "state": {
      const { session, mode, thinking, messages } = agent;
      const { isReadOnly } = session;
      const entries = await session.entries();
      const statistics = await session.statistics();
      const { requests } = model;
      const choices = { name: session.name, mode, thinking, isReadOnly };
      return { id: session.id, ...choices, messages, entries, statistics, requests };
    }
    default:
      throw new Error(`cannot ${JSON.stringify(line["do"])}`);
  }
}

for await (const text of { [Symbol.asyncIterator]: () => lines }) {
  const line: unknown = JSON.parse(text);
  if (!isJsonObject(line)) continue;
  if ("answer" in line) answers.shift()?.(line["answer"] ?? null);
  else
    void started.then((agent) => perform(agent, line)).then((done) => say({ done: done ?? null }));
}
await (await started).dispose();
