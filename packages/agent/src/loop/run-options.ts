import { userMessage } from "@tau-ts/ai";
import type { Message, Model, ThinkingLevel, UserMessage } from "@tau-ts/ai";
import type { Clock } from "../clock.ts";
import type { PutLate } from "../commit.ts";
import { HarnessError } from "../errors.ts";
import type { AgentHooks, Awaitable } from "../hooks.ts";
import type { Limits } from "../limits.ts";
import { recorded } from "../recorded.ts";
import type { ArgumentChecker } from "../tool/tool-arguments.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { ContextView } from "../view/view.ts";
import type { CallControl } from "./call-control.ts";
import type { RepetitionOptions } from "./repetition.ts";

/** What a person says: text, or a whole message. */
export type UserInput = string | UserMessage;

/** What {@link runAgent} is run with. `model`, `system`, `tools` and `thinking` are read anew at the top of each turn. */
export interface RunAgentOptions {
  readonly model: Model;
  readonly system?: string | undefined;
  /** The record. The caller owns it; messages are appended in place, and a compaction replaces them in place. */
  readonly messages: Message[];
  readonly tools?: readonly AnyTool[] | undefined;
  /** Opens the run. Without it the run goes on from the record as it is. */
  readonly prompt?: UserInput | undefined;
  /** How many model calls the run may make, at least 1. Default: as many as it takes. */
  readonly maxTurns?: number | undefined;
  readonly thinking?: ThinkingLevel | undefined;
  /** Ties the requests together for a provider's prompt cache. */
  readonly sessionId?: string | undefined;
  /** Asked at the top of the first turn, after each answered batch and before the run would end. */
  readonly getSteering?: (() => Awaitable<readonly UserMessage[]>) | undefined;
  /** Asked when the run would otherwise end. */
  readonly getFollowUps?: (() => Awaitable<readonly UserMessage[]>) | undefined;
  /** The soft stop. */
  readonly signal?: AbortSignal | undefined;
  /** The hard stop. */
  readonly abandoned?: AbortSignal | undefined;
  readonly hooks?: AgentHooks | undefined;
  /** The budget of this run, which it may share with others. */
  readonly limits?: Limits | undefined;
  /** When a call that fails again and again is spoken of; `false` for never. */
  readonly repetition?: RepetitionOptions | false | undefined;
  /** Remembers what was made of the record in earlier runs. */
  readonly view?: ContextView | undefined;
  /** Remembers the validators of the tools' schemas. */
  readonly checker?: ArgumentChecker | undefined;
  /** Lets single calls be cancelled. */
  readonly calls?: CallControl | undefined;
  readonly clock?: Clock | undefined;
  /** How long a hard stop waits for a compaction that is being written, in milliseconds. Default 1,000. */
  readonly flushMs?: number | undefined;
  /** Told when a compaction has put other messages in place of the record's. Must not throw. */
  readonly onReplaced?: (() => void) | undefined;
  /** Told when a compaction begins to be written; its answer takes the messages if that outlasts `flushMs`. */
  readonly beginSaving?: (() => PutLate) | undefined;
}

/** Throws {@link HarnessError} of kind `options` for a turn limit under which nothing could be asked. */
export function checkMaxTurns(maxTurns: number | undefined): void {
  if (maxTurns !== undefined && !(maxTurns >= 1))
    throw new HarnessError("options", `maxTurns must be at least 1, got ${maxTurns}`);
}

/** A user message as it stands on the record. */
export function recordedInput(input: UserInput, now: number): UserMessage {
  return recorded(typeof input === "string" ? userMessage(input, now) : input);
}
