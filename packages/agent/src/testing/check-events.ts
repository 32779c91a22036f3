import { toolCalls } from "@tau-ts/ai";
import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from "@tau-ts/ai";
import type { AgentEvent } from "../events.ts";

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { type: Type }>;

/** What is wrong with the events of one run: order, balance, what they say about each other. Empty when nothing is. */
export function eventProblems(events: readonly AgentEvent[]): readonly string[] {
  const reader = new RunReader();
  for (const event of events) reader.read(event);
  reader.end();
  return reader.problems;
}

/** Reads the events of a run as a grammar: a state for each thing that is open. */
class RunReader {
  readonly problems: string[] = [];
  readonly #announced: Message[] = [];
  #phase: "before" | "between-turns" | "in-turn" | "over" = "before";
  #open: Message | undefined;
  #reply: AssistantMessage | undefined;
  #calls: readonly ToolCall[] = [];
  #started = 0;
  #closed = 0;
  #shownAsFinal = new Set<string>();
  #results: ToolResultMessage[] = [];
  /** The result on the record whose call has not ended yet. */
  #pending: ToolResultMessage | undefined;
  #isCompacting = false;
  /** Something was left without a reply or a result, as only a hard stop may. */
  #hasHole = false;

  read(event: AgentEvent): void {
    this.#expect(this.#isCompacting === (event.type === "compaction_end"), event);
    switch (event.type) {
      case "agent_settled":
        this.#expect(false, event, "told to listeners, never part of a run");
        return;
      case "agent_start":
        this.#expect(this.#phase === "before", event);
        this.#phase = "between-turns";
        return;
      case "turn_start":
        this.#startTurn(event);
        return;
      case "message_start":
        this.#expect(this.#canOpen(event.message), event);
        this.#open = event.message;
        return;
      case "message_update":
        this.#expect(this.#open?.role === "assistant", event);
        return;
      case "message_end":
        this.#endMessage(event);
        return;
      case "model_retry":
      case "model_fallback":
        this.#expect(this.#phase === "in-turn" && !this.#reply && !this.#open, event);
        return;
      case "compaction_start":
        this.#expect(this.#phase !== "before" && this.#phase !== "over" && this.#isTidy, event);
        this.#isCompacting = true;
        return;
      case "compaction_end":
        this.#isCompacting = false;
        return;
      case "tool_execution_start":
        this.#startCall(event);
        return;
      case "tool_execution_update":
        this.#update(event);
        return;
      case "tool_execution_end":
        this.#endCall(event);
        return;
      case "turn_end":
        this.#endTurn(event);
        return;
      case "agent_end":
        this.#endRun(event);
        return;
    }
  }

  end(): void {
    if (this.#phase !== "over") this.problems.push("the events end without agent_end");
  }

  #expect(isRight: boolean, event: AgentEvent, what = "out of place"): void {
    if (!isRight) this.problems.push(`${event.type} ${what}`);
  }

  #startTurn(event: EventOf<"turn_start">): void {
    this.#expect(this.#phase === "between-turns" && !this.#hasHole, event);
    this.#phase = "in-turn";
    this.#reply = undefined;
    this.#calls = [];
    this.#started = 0;
    this.#closed = 0;
    this.#shownAsFinal = new Set();
    this.#results = [];
  }

  #canOpen(message: Message): boolean {
    if (this.#phase !== "in-turn" || this.#open || this.#pending) return false;
    if (message.role !== "toolResult") return !this.#reply;
    return this.#closed < this.#started && this.#nextToClose?.id === message.toolCallId;
  }

  /** No message and no call is open. */
  get #isTidy(): boolean {
    return !this.#open && !this.#pending && this.#started === this.#closed;
  }

  get #nextToClose(): ToolCall | undefined {
    return this.#calls[this.#closed];
  }

  #endMessage(event: EventOf<"message_end">): void {
    const { message } = event;
    const open = this.#open;
    this.#expect(open?.role === message.role, event);
    // Only a reply grows between its start and its end.
    this.#expect(message.role === "assistant" || open === message, event, "of another message");
    this.#expect(Object.isFrozen(message), event, "of a message that is not frozen");
    this.#announced.push(message);
    this.#open = undefined;
    if (message.role === "toolResult") this.#pending = message;
    if (message.role !== "assistant") return;
    this.#reply = message;
    const isActedOn = message.stopReason !== "error" && message.stopReason !== "aborted";
    this.#calls = isActedOn ? toolCalls(message) : [];
  }

  #startCall(event: EventOf<"tool_execution_start">): void {
    const isNext = this.#calls[this.#started]?.id === event.toolCallId;
    this.#expect(isNext && !this.#open && !this.#pending, event);
    this.#started += 1;
  }

  #update(event: EventOf<"tool_execution_update">): void {
    const running = this.#calls.slice(this.#closed, this.#started);
    const { toolCallId } = event;
    this.#expect(!this.#open && running.some((call) => call.id === toolCallId), event);
    this.#expect(!this.#shownAsFinal.has(toolCallId), event, "after the final one");
    if (event.final === true) this.#shownAsFinal.add(toolCallId);
  }

  #endCall(event: EventOf<"tool_execution_end">): void {
    const isNext = this.#closed < this.#started && this.#nextToClose?.id === event.toolCallId;
    this.#expect(isNext && !this.#open, event);
    this.#closed += 1;
    const result = this.#pending;
    this.#pending = undefined;
    if (event.abandoned === true) {
      this.#hasHole = true;
      this.#expect(!result, event, "abandoned although there is a result");
      return;
    }
    const isOwn = result?.toolCallId === event.toolCallId && result.isError === event.isError;
    this.#expect(isOwn, event, "without its result on the record");
    if (result) this.#results.push(result);
  }

  #endTurn(event: EventOf<"turn_end">): void {
    this.#expect(this.#phase === "in-turn" && this.#isTidy, event);
    this.#expect(event.message === this.#reply, event, "with another reply");
    this.#expect(isSame(event.toolResults, this.#results), event, "with other results");
    if (!this.#reply || this.#closed < this.#calls.length) this.#hasHole = true;
    this.#phase = "between-turns";
  }

  #endRun(event: EventOf<"agent_end">): void {
    this.#expect(this.#phase === "between-turns", event);
    this.#phase = "over";
    this.#expect(isSame(event.messages, this.#announced), event, "with other messages");
    const { outcome } = event;
    if (this.#hasHole) this.#expect(outcome === "abandoned", event, `${outcome} with a hole`);
    const last = this.#announced.at(-1);
    const failure = last?.role === "assistant" ? last.stopReason : undefined;
    const hasFailed = failure === "error" || failure === "aborted";
    if (outcome === "completed") this.#expect(!hasFailed, event, "completed after a failure");
    if (outcome === "error" || outcome === "aborted")
      this.#expect(failure === outcome, event, `${outcome} without a closing message`);
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
