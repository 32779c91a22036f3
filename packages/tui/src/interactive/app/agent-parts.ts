import { previewChange } from "@tau-ts/coding";
import type { Ask, AskTrust, SessionSummary, Workspace } from "@tau-ts/coding";
import { sessionPicker } from "../commands/choice-pickers.ts";
import { permissionAnswer, permissionQuestion } from "../questions/permission-question.ts";
import type { QuestionDesk } from "../questions/question-desk.ts";
import { trustQuestion, trustReply } from "../questions/trust-question.ts";
import type { InteractiveAgentParts } from "../run-interactive.ts";
import type { AppInput } from "./app-input.ts";

export interface AgentPartsOptions {
  readonly cwd: string;
  readonly workspace: Workspace;
  /** Aborts when the application ends. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly desk: QuestionDesk;
  readonly dispatch: (input: AppInput) => void;
}

/** What an agent is made with, so that whatever it asks and tells comes to the screen. */
export class AgentParts implements InteractiveAgentParts {
  readonly signal: AbortSignal;
  readonly #options: AgentPartsOptions;
  #onPicked: (path: string | undefined) => void = () => undefined;

  constructor(options: AgentPartsOptions) {
    this.#options = options;
    this.signal = options.signal;
  }

  readonly ask: Ask = async (question, { signal }) => {
    const { cwd, workspace, desk } = this.#options;
    const preview = await previewChange(question.tool, question.args, { cwd, workspace, signal });
    return permissionAnswer(await desk.ask(permissionQuestion(question, preview), signal));
  };

  readonly askTrust: AskTrust = async (question, { signal }) =>
    trustReply(await this.#options.desk.ask(trustQuestion(question), signal));

  readonly onWarning = (text: string): void => {
    this.#options.dispatch({ type: "notice", notice: { role: "warning", text } });
  };

  readonly pickSession = async (
    sessions: readonly SessionSummary[],
  ): Promise<string | undefined> => {
    const { signal, nowMs, dispatch } = this.#options;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const leave = (): void => resolve(undefined);
    this.#onPicked = resolve;
    signal.addEventListener("abort", leave, { once: true });
    dispatch({ type: "picker", picker: sessionPicker(sessions, "start", nowMs()) });
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  };

  /** Hands on which session was picked at the start. */
  pick(path: string | undefined): void {
    this.#onPicked(path);
  }
}
