import type { Message, Model, ThinkingLevel } from "@tau-ts/ai";
import type { Clock } from "../clock.ts";
import type { AgentHooks, TurnSettings } from "../hooks.ts";
import type { LimitOptions, Limits } from "../limits.ts";
import type { RepetitionOptions } from "../loop/repetition.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { InterruptionOptions } from "../view/interruption.ts";
import type { QueueMode } from "./message-queue.ts";

/** What a {@link Harness} is made of. */
export interface HarnessOptions {
  readonly model: Model;
  readonly system?: string | undefined;
  readonly tools?: readonly AnyTool[] | undefined;
  /** The transcript to go on from. It is copied. */
  readonly messages?: readonly Message[] | undefined;
  /** How many model calls one run may make, at least 1. Default: as many as it takes. */
  readonly maxTurns?: number | undefined;
  /** What all runs together may spend; a {@link Limits} of your own is shared with whoever else has it. */
  readonly limits?: Limits | LimitOptions | undefined;
  /** When a call that fails again and again is spoken of, and when it ends the run; `false` for never. */
  readonly repetition?: RepetitionOptions | false | undefined;
  /** Tells the model about runs that were stopped, before the words that come next. Default off. */
  readonly interruption?: boolean | InterruptionOptions | undefined;
  readonly hooks?: AgentHooks | undefined;
  readonly thinking?: ThinkingLevel | undefined;
  /** How many queued messages one turn takes, of either queue. Default `one-at-a-time`. */
  readonly queueMode?: QueueMode | undefined;
  /** Ties the requests together for a provider's prompt cache. */
  readonly sessionId?: string | undefined;
  /** How long a stopped run may take to end by itself, in milliseconds. Default 100. */
  readonly graceMs?: number | undefined;
  /** How long a hard stop waits for listeners, in milliseconds. Default 1,000. */
  readonly flushMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** What {@link Harness.configure} changes; what is left out stays. */
export type HarnessSettings = TurnSettings;

/** What turns are made with. */
export type CurrentSettings = HarnessSettings & { readonly model: Model };

/** The settings with what is not left out of the changes. */
export function changedSettings(now: CurrentSettings, changes: HarnessSettings): CurrentSettings {
  return {
    model: changes.model ?? now.model,
    system: changes.system ?? now.system,
    tools: changes.tools ?? now.tools,
    thinking: changes.thinking ?? now.thinking,
  };
}

/** What one run is given. */
export interface PromptOptions {
  /** Cancels this run when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** How many model calls this run may make, at least 1. */
  readonly maxTurns?: number | undefined;
}
