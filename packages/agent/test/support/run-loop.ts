import type { Message } from "@tau-ts/ai";
import type { AgentEvent } from "../../src/events.ts";
import { runAgent } from "../../src/loop/loop.ts";
import type { RunAgentOptions } from "../../src/loop/run-options.ts";
import { collect } from "./collect.ts";
import { checkBalance } from "./shapes.ts";

export interface Ran {
  readonly messages: Message[];
  readonly events: AgentEvent[];
  readonly outcome: string;
}

/** Runs the loop to its end, with the prompt "go" unless another is given. What it announced must balance with the record. */
export async function run(
  options: Omit<RunAgentOptions, "messages">,
  messages: Message[] = [],
): Promise<Ran> {
  const before = messages.length;
  const events = await collect(runAgent({ prompt: "go", ...options, messages }));
  checkBalance(events, messages.slice(before));
  const end = events.at(-1);
  return { messages, events, outcome: end?.type === "agent_end" ? end.outcome : "no agent_end" };
}
