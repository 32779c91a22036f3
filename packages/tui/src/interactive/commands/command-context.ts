import type { CodingAgent, JobList } from "@tau-ts/coding";
import type { AppInput } from "../app/app-input.ts";
import type { Notice } from "../app/app-state.ts";
import type { Question, QuestionAnswer } from "../questions/question.ts";

/** A model there is to choose from. */
export interface ModelChoice {
  /** `provider/id`. */
  readonly name: string;
  /** What a person calls it. */
  readonly label: string;
  readonly contextWindow: number;
}

/** What a command works with. */
export interface CommandContext {
  readonly agent: CodingAgent;
  readonly tauHome: string;
  /** Every model that can be used. */
  readonly models: () => Promise<readonly ModelChoice[]>;
  readonly jobs: JobList | undefined;
  readonly nowMs: () => number;
  readonly dispatch: (input: AppInput) => void;
  readonly ask: (question: Question, signal: AbortSignal) => Promise<QuestionAnswer | undefined>;
  /** Aborts when the application ends. */
  readonly signal: AbortSignal;
}

/** Tells the person something that stays on the screen. */
export function tell({ dispatch }: CommandContext, role: Notice["role"], text: string): void {
  dispatch({ type: "notice", notice: { role, text } });
}
