import { toolCalls } from "@tau-ts/ai";
import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from "@tau-ts/ai";
import type { FatalToolError } from "../errors.ts";
import type { AgentEvent } from "../events.ts";
import type { CancelToken } from "../stopping/cancel-token.ts";
import { notRunText } from "../texts.ts";
import { resultMessage, textResult } from "../tool/run-tool.ts";
import type { ToolResult } from "../tool/tool.ts";
import type { CallControl } from "./call-control.ts";
import type { RepetitionGuard } from "./repetition.ts";
import { RunningCall } from "./running-call.ts";
import type { CallContext } from "./running-call.ts";

/** What the calls of one reply need from the run they belong to. */
export interface BatchContext extends CallContext {
  readonly record: Message[];
  readonly token: CancelToken;
  readonly calls?: CallControl | undefined;
  readonly repetition?: RepetitionGuard | undefined;
}

/** How a batch came out. */
export interface BatchOutcome {
  readonly toolResults: readonly ToolResultMessage[];
  /** Something was left running; its call has no result. */
  readonly isAbandoned: boolean;
  /** Every result asked for the run to end. */
  readonly isTerminated: boolean;
  readonly fatal: FatalToolError | undefined;
}

/**
 * Runs the calls of one reply, one after the other unless every tool allows them side by side, and puts each call's
 * one result on the record in call order.
 */
export async function* runBatch(
  reply: AssistantMessage,
  context: BatchContext,
): AsyncGenerator<AgentEvent, BatchOutcome> {
  const batch = new Batch(toolCalls(reply), reply.stopReason === "length", context);
  try {
    return yield* batch.run();
  } finally {
    batch.close();
  }
}

class Batch {
  readonly #calls: readonly RunningCall[];
  readonly #isCutOff: boolean;
  readonly #context: BatchContext;
  readonly #results: ToolResultMessage[] = [];
  /** How many calls have been started; the first so many of `#calls`. */
  #started = 0;
  #terminating = 0;
  #hasNews = false;
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor(calls: readonly ToolCall[], isCutOff: boolean, context: BatchContext) {
    this.#calls = calls.map((call) => new RunningCall(call, context.token, context, this.#stir));
    this.#isCutOff = isCutOff;
    this.#context = context;
    context.token.abandoned.addEventListener("abort", this.#stir, { once: true });
    context.calls?.attach((id, graceMs) => this.#cancelCall(id, graceMs));
  }

  async *run(): AsyncGenerator<AgentEvent, BatchOutcome> {
    const { token } = this.#context;
    const width = this.#runsInParallel() ? this.#calls.length : 1;
    while (this.#results.length < this.#calls.length && !token.isAbandoned) {
      this.#hasNews = false;
      for (const running of this.#calls.slice(this.#started, this.#results.length + width)) {
        const { id: toolCallId, name: toolName, arguments: args } = running.call;
        yield { type: "tool_execution_start", toolCallId, toolName, args };
        this.#start(running);
      }
      const head = this.#calls[this.#results.length];
      if (!head?.isSettled) await returning();
      if (head?.isSettled) yield* this.#record(head);
      else if (!(yield* this.#showProgress())) await this.#changed();
    }
    if (token.isAbandoned) {
      await returning();
      yield* this.#abandon();
    }
    this.#isOver = true;
    return {
      toolResults: this.#results,
      isAbandoned: this.#results.length < this.#calls.length,
      isTerminated: this.#calls.length > 0 && this.#terminating === this.#calls.length,
      fatal: this.#fatal,
    };
  }

  /** The end on every way out. Left early, what finished is put on the record, and what still runs is told to stop. */
  close(): void {
    this.#context.calls?.detach();
    this.#context.token.abandoned.removeEventListener("abort", this.#stir);
    for (const running of this.#calls) {
      const { result, isRecorded } = running;
      if (result && !isRecorded && !this.#isOver) this.#append(running, result);
      running.close();
    }
  }

  get #fatal(): FatalToolError | undefined {
    return this.#calls.find((running) => running.fatal)?.fatal;
  }

  #runsInParallel(): boolean {
    return this.#calls.every(({ call }) => {
      const tool = this.#context.tools.find((candidate) => candidate.name === call.name);
      return tool?.executionMode === "parallel";
    });
  }

  #start(running: RunningCall): void {
    this.#started += 1;
    const reason = this.#isCutOff
      ? "the reply was cut off by the output limit."
      : this.#fatal?.message;
    if (reason === undefined) running.start();
    else running.answer(textResult(notRunText(reason), true));
  }

  #cancelCall(id: string, graceMs: number): boolean {
    const index = this.#calls.findIndex((running) => running.call.id === id && !running.isSettled);
    return this.#calls[index]?.cancel(graceMs, index < this.#started) ?? false;
  }

  async *#record(running: RunningCall): AsyncGenerator<AgentEvent, void> {
    const { call, result, repairs } = running;
    if (!result) return;
    const message = this.#append(running, result);
    yield { type: "message_start", message };
    yield { type: "message_end", message };
    yield {
      type: "tool_execution_end",
      toolCallId: call.id,
      toolName: call.name,
      result: shown(message),
      isError: message.isError,
      ...(repairs.length > 0 && { repairs }),
    };
  }

  #append(running: RunningCall, result: ToolResult): ToolResultMessage {
    const { call } = running;
    const { repetition, clock } = this.#context;
    const looked = this.#isForgone(running) ? result : (repetition?.look(call, result) ?? result);
    const message = resultMessage(call, looked, clock.now());
    this.#context.record.push(message);
    this.#results.push(message);
    running.isRecorded = true;
    if (result.terminate === true) this.#terminating += 1;
    return message;
  }

  /** A stop, not the call, decides how its result reads: that the model makes it again and again is no news then. */
  #isForgone({ isCancelled }: RunningCall): boolean {
    const { token } = this.#context;
    return token.isCancelled || isCancelled || this.#isCutOff || this.#fatal !== undefined;
  }

  async *#showProgress(): AsyncGenerator<AgentEvent, boolean> {
    let hasShown = false;
    for (const running of this.#calls.slice(this.#results.length, this.#started)) {
      const progress = running.takeProgress();
      if (!progress) continue;
      hasShown = true;
      yield {
        type: "tool_execution_update",
        toolCallId: running.call.id,
        toolName: running.call.name,
        partialResult: progress.partial,
        ...(progress.isFinal ? { final: true } : {}),
      };
    }
    return hasShown;
  }

  /** Closes what is open: finished calls with their result, the others with none. */
  async *#abandon(): AsyncGenerator<AgentEvent, void> {
    for (const running of this.#calls.slice(0, this.#started)) {
      if (running.isRecorded) continue;
      if (running.result) yield* this.#record(running);
      else
        yield {
          type: "tool_execution_end",
          toolCallId: running.call.id,
          toolName: running.call.name,
          result: { content: [] },
          isError: true,
          abandoned: true,
        };
    }
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#hasNews) resolve();
      else this.#wake = resolve;
    });
  }

  readonly #stir = (): void => {
    this.#hasNews = true;
    this.#wake?.();
    this.#wake = undefined;
  };
}

/** Lets a call that has just returned, or has just been told to give up, settle: its result overtakes what comes next. */
async function returning(): Promise<void> {
  for (let tick = 0; tick < 8; tick += 1) await Promise.resolve();
}

function shown(message: ToolResultMessage): ToolResult {
  const { content, details } = message;
  return Object.freeze({ content, ...(details === undefined ? {} : { details }) });
}
