import { onTestFinished } from "vitest";
import type { AssistantMessage, JsonObject, Usage } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import type { ScriptedModel } from "@tau-ts/ai/testing";
import type { CodingAgentEvent } from "../../src/agent/agent-events.ts";
import type { CodingAgentOptions } from "../../src/agent/agent-options.ts";
import { createCodingAgent } from "../../src/create-coding-agent.ts";
import type { CodingAgent } from "../../src/coding-agent.ts";
import { makeFolder } from "./files.ts";

/** Where an agent of a test lives. */
export interface Home {
  readonly cwd: string;
  readonly tauHome: string;
}

export interface TestAgent extends Home {
  readonly agent: CodingAgent;
  readonly events: readonly CodingAgentEvent[];
  readonly warnings: readonly string[];
}

export function makeHome(): Home {
  return { cwd: makeFolder(), tauHome: makeFolder() };
}

/** An agent that may do everything, is alone in its home, and gives no names. It ends with the test. */
export async function makeAgent(
  options: CodingAgentOptions & Pick<Partial<Home>, "tauHome"> = {},
): Promise<TestAgent> {
  const home = makeHome();
  const { cwd = home.cwd, tauHome = home.tauHome, ...given } = options;
  const warnings: string[] = [];
  const agent = await createCodingAgent({
    cwd,
    environment: { TAU_HOME: tauHome, PATH: process.env["PATH"] },
    home: tauHome,
    mode: "full",
    autoName: false,
    onWarning: (warning) => warnings.push(warning),
    ...given,
  });
  onTestFinished(() => agent.dispose());
  const events: CodingAgentEvent[] = [];
  agent.subscribe((event) => events.push(event));
  return { agent, events, warnings, cwd, tauHome };
}

/** A reply that asks for one tool call. */
export function asks(name: string, args: JsonObject, id = "c1"): AssistantMessage {
  const call = { type: "toolCall" as const, id, name, arguments: args };
  return { role: "assistant", content: [call], stopReason: "toolUse" };
}

/** A reply of words with what it took; in tokens, and in dollars when its price is known. */
export function says(text: string, tokens = 10, usd?: number): AssistantMessage {
  const content = [{ type: "text" as const, text }];
  return { role: "assistant", content, stopReason: "stop", usage: usageOf(tokens, usd) };
}

export function usageOf(tokens: number, usd?: number): Usage {
  const usage = { input: tokens - 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: tokens };
  if (usd === undefined) return usage;
  return { ...usage, cost: { input: usd, output: 0, cacheRead: 0, cacheWrite: 0, total: usd } };
}

/** A scripted model that goes by a name. */
export function named(id: string, ...replies: Parameters<typeof scriptedModel>[0]): ScriptedModel {
  return scriptedModel(replies, { info: { id, provider: "test" } });
}

/** What the model was shown of the conversation, as one text. */
export function shown(model: ScriptedModel, request = -1): string {
  return JSON.stringify(model.requests.at(request)?.messages);
}

/** The names of events, runs of one name written once. */
export function eventTypes(events: readonly CodingAgentEvent[]): string[] {
  const types = events.map(({ type }) => type);
  return types.filter((type, index) => type !== types[index - 1]);
}
