import { expect } from "vitest";
import type { AgentEvent } from "../../src/events.ts";
import type { HarnessOptions } from "../../src/harness/harness-options.ts";
import { Harness } from "../../src/harness/harness.ts";
import { playing, says } from "./models.ts";
import type { TestModel } from "./models.ts";
import { checkBalance } from "./shapes.ts";

export interface HeardHarness {
  readonly h: Harness;
  readonly heard: AgentEvent[];
  /** Throws unless what was heard balances with the record. */
  readonly check: () => void;
}

/** A harness whose every event is remembered as a saver would hear it. */
export function harness(
  model: HarnessOptions["model"],
  options: Partial<HarnessOptions> = {},
): HeardHarness {
  const h = new Harness({ model, ...options });
  const heard: AgentEvent[] = [];
  h.subscribe((event) => event.type !== "agent_settled" && heard.push(event), { first: true });
  return { h, heard, check: () => checkBalance(heard, h.messages) };
}

/** Two further prompts are answered, as if nothing had been. */
export async function answersTwice(h: Harness, model: TestModel): Promise<void> {
  h.configure({ model: playing(says("one"), says("two")) });
  for (const text of ["one", "two"]) {
    const result = await h.prompt("next").result;
    expect([result.outcome, result.text]).toEqual(["completed", text]);
  }
  h.configure({ model });
}
