import type { AgentEvent } from "@tau-ts/agent";
import type { AgentSessionEvent } from "@tau-ts/coding";

/** What frontends are shown: the events of a bare harness, or of a coding agent. */
export type FrontendEvent = AgentEvent | AgentSessionEvent;

/**
 * Shows one run: a fold over its events. Hand it every event in order, then call `finish` once. The run never learns
 * what its events look like.
 */
export interface Frontend {
  /** Takes one event. Never waits and never throws: what it has to say is written in order, `finish` hears of failures. */
  render(event: AgentEvent): void;
  /**
   * Writes what is left and resolves when all of it was handed over: `true` if the run ended with outcome `completed`,
   * `false` for every other outcome and for a run whose `agent_end` was never seen. Rejects with the error of the first
   * write that failed.
   */
  finish(): Promise<boolean>;
}

/** A {@link Frontend} for the events of a coding agent as well. */
export interface SessionFrontend extends Frontend {
  render(event: FrontendEvent): void;
}

/**
 * Where a frontend writes; `process.stdout` is one. When `write` answers with a promise, the next text is written after it.
 */
export interface TextWriter {
  write(text: string): unknown;
}
