import type { Message } from "@tau-ts/ai";
import type { AgentEvent } from "../events.ts";
import type { Harness } from "../harness/harness.ts";
import { eventProblems } from "./check-events.ts";

/** Hears every event of a harness before anybody else, and remembers. Make one before the first prompt. */
export class RunWatch {
  readonly harness: Harness;
  readonly #runs: AgentEvent[][] = [];
  readonly #problems: string[] = [];
  /** Every message that was announced. */
  readonly #announced: Message[] = [];
  /** What the record must be: what was there, and what was announced since. */
  #expected: Message[];
  #eventCount = 0;

  constructor(harness: Harness) {
    this.harness = harness;
    this.#expected = [...harness.messages];
    harness.subscribe((event) => this.#hear(event), { first: true });
  }

  /** The events of each run so far. */
  get runs(): readonly (readonly AgentEvent[])[] {
    return this.#runs;
  }

  /** Every message that was announced, also those that a compaction has taken off the record. */
  get announced(): readonly Message[] {
    return this.#announced;
  }

  get eventCount(): number {
    return this.#eventCount;
  }

  /** What is wrong with what was heard, and with the record against it. */
  problems(): readonly string[] {
    const { messages } = this.harness;
    return [
      ...this.#problems,
      ...this.#runs.flatMap(eventProblems),
      ...(isSame(messages, this.#expected)
        ? []
        : [`recorded ${roles(messages)}, announced ${roles(this.#expected)}`]),
    ];
  }

  #hearSettled(): void {
    if (this.#runs.at(-1)?.at(-1)?.type !== "agent_end")
      this.#problems.push("agent_settled heard before agent_end");
  }

  #hear(event: AgentEvent): void {
    this.#eventCount += 1;
    if (event.type === "agent_settled") return this.#hearSettled();
    if (event.type === "agent_start") this.#runs.push([]);
    this.#runs.at(-1)?.push(event);
    const { isRunning, messages } = this.harness;
    if (!isRunning) this.#problems.push(`${event.type} heard after the run was over`);
    // A compaction has put another transcript in place: what it is made of is the log's business.
    if (event.type === "compaction_end" && mayHaveReplaced(event)) this.#expected = [...messages];
    if (event.type !== "message_end") return;
    this.#announced.push(event.message);
    this.#expected.push(event.message);
    if (messages[this.#expected.length - 1] !== event.message)
      this.#problems.push(`a message of ${event.message.role} announced before it was recorded`);
  }
}

/** Whether the record may be another one now. A hard stop may come before the compaction has said what it did. */
function mayHaveReplaced(event: Extract<AgentEvent, { type: "compaction_end" }>): boolean {
  return event.result !== undefined || (!event.aborted && event.errorMessage === undefined);
}

function isSame(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}

function roles(messages: readonly Message[]): string {
  return messages.map((message) => message.role).join(" ") || "nothing";
}
