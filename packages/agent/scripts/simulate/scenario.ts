import type { StopPlace } from "../../src/testing/index.ts";

/** What a tool does; its call carries the word in its arguments. */
export type ToolBehaviour =
  | "quick"
  | "silent"
  | "slow"
  | "polite"
  | "gives-up"
  | "deaf"
  | "fails"
  | "fatal"
  | "terminates"
  | "wrong-shape"
  | "no-json"
  | "asks"
  | "updates"
  | "steers"
  | "follows-up"
  | "cancels-others"
  | "meddles"
  | "cancels-run"
  | "stops-run";

export interface CallPlan {
  readonly id: string;
  readonly tool: "serial" | "parallel" | "missing";
  readonly behaviour: ToolBehaviour;
  readonly hasBadArguments: boolean;
}

/** One model call: what it says, and what it does when it is stopped. */
export interface ReplyPlan {
  readonly kind: "text" | "calls" | "cut-off" | "fails" | "throws" | "no-end" | "deaf" | "overflow";
  readonly calls: readonly CallPlan[];
  readonly isStreamed: boolean;
  readonly retries: number;
  readonly isDeafInBackOff: boolean;
  readonly onAbort: "terminal" | "throws" | "ends" | "ignores" | "deaf";
  readonly goesOnAfterEnd: boolean;
}

export type HookBehaviour = "none" | "allows" | "acts" | "throws" | "hangs" | "asks" | "stops";
export const hookNames = [
  "prepareTurn",
  "transformContext",
  "beforeToolCall",
  "afterToolCall",
  "shouldStopAfterTurn",
] as const;
export type HookName = (typeof hookNames)[number];

export type StopManner =
  | "cancel"
  | "patient-stop"
  | "outer-signal"
  | "patient-return"
  | "stop-now"
  | "cancel-then-stop-now"
  | "patient-stop-then-stop-now"
  | "stop-now-with-signal"
  | "return-now";

export interface StopPlan {
  readonly place: StopPlace;
  readonly occurrence: number;
  readonly moment: "enter" | "inside" | "leave";
  readonly ticks: number;
  readonly kind: "soft" | "hard";
  readonly manner: StopManner;
  readonly isHeld: boolean;
}

/** Everything about one simulated run that chance decides beforehand. */
export interface Scenario {
  readonly seed: number;
  readonly stop: StopPlan | undefined;
  readonly replies: readonly ReplyPlan[];
  readonly hooks: Readonly<Record<HookName, HookBehaviour>>;
  readonly listener: {
    readonly isSlow: boolean;
    /** The number of the event at which it fails, hangs, or says something; 0 for never. */
    readonly at: number;
    readonly does: "throws" | "rejects" | "hangs" | "steers" | "stops";
  };
  readonly consumer: "iterates" | "result" | "leaves" | "both";
  readonly leavesAfter: number;
  readonly saver: "none" | "memory" | "file";
  /** The number of the write that fails first, and how many do; 0 for none. */
  readonly failingWrite: number;
  readonly failingWrites: number;
  readonly toleratesWriteErrors: boolean;
  readonly graceMs: number;
  readonly maxTurns: number | undefined;
  readonly maxTokens: number | undefined;
  readonly queueMode: "one-at-a-time" | "all";
  readonly steering: number;
  readonly followUps: number;
  readonly hasHistory: boolean;
  /** Keeps the harness busy with work of its own before the run. */
  readonly occupiesFirst: boolean;
  /** Old messages are summed up in the run; needs the log in memory. */
  readonly compacts: boolean;
}

export const flushMs = 50;
export const patienceMs = 10_000;
