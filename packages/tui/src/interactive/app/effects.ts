import { textOf } from "@tau-ts/ai";
import type { UserMessage } from "@tau-ts/ai";
import type { CodingAgent } from "@tau-ts/coding";
import { messageOf } from "../../cli/failure.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { performChoice, performCommand } from "../commands/perform-command.ts";
import type { QuestionAnswer } from "../questions/question.ts";
import type { AppEffect, AppInput } from "./app-input.ts";
import type { QueueName } from "./app-state.ts";

/** How long a stopped run may take to end by itself, in milliseconds. */
const stopGraceMs = 500;

/** What effects need beside the agent. */
export interface EffectParts {
  readonly dispatch: (input: AppInput) => void;
  readonly context: (agent: CodingAgent) => CommandContext;
  readonly answer: (id: number, answer: QuestionAnswer | undefined) => void;
  /** Hears which session was chosen at the start, or that none was. */
  readonly pickStart: (path: string | undefined) => void;
  readonly remember: (text: string) => void;
  readonly suspend: () => void;
  readonly editExternally: (text: string) => void;
  readonly leave: (code: number) => void;
}

type AgentEffect = Extract<
  AppEffect,
  {
    readonly type:
      | "prompt"
      | "queue"
      | "take-back"
      | "clear-queues"
      | "shell"
      | "command"
      | "picked"
      | "stop";
  }
>;

/** Does what an input asks for. What fails is told by another input; nothing here rejects. */
export class Effects {
  readonly #parts: EffectParts;
  #agent: CodingAgent | undefined;

  constructor(parts: EffectParts) {
    this.#parts = parts;
  }

  /** From now on there is an agent. */
  use(agent: CodingAgent): void {
    this.#agent = agent;
  }

  perform(effect: AppEffect): void {
    const { answer, pickStart, remember, suspend, editExternally, leave } = this.#parts;
    switch (effect.type) {
      case "answer":
        return answer(effect.id, effect.answer);
      case "remember":
        return remember(effect.text);
      case "suspend":
        return suspend();
      case "edit-externally":
        return editExternally(effect.text);
      case "leave":
        return leave(effect.code);
      case "command":
        if (effect.name === "quit") return leave(0);
        return this.#withAgent(effect);
      case "picked":
        if (effect.purpose === "start") return pickStart(effect.value);
        return this.#withAgent(effect);
      default:
        return this.#withAgent(effect);
    }
  }

  #withAgent(effect: AgentEffect): void {
    const agent = this.#agent;
    if (!agent) return this.#tooEarly(effect);
    switch (effect.type) {
      case "prompt":
        return void this.#prompt(agent, effect.message ?? effect.text);
      case "queue":
        return void this.#queue(agent, effect.text, effect.queue);
      case "take-back":
        return this.#takeBack(agent, effect.queue);
      case "clear-queues":
        agent.clearQueues();
        return;
      case "shell":
        return void this.#shell(agent, effect);
      case "command":
        if (effect.name !== "quit")
          void performCommand(this.#parts.context(agent), effect.name, effect.argument);
        return;
      case "picked":
        if (effect.value !== undefined && effect.purpose !== "start")
          void performChoice(this.#parts.context(agent), effect.purpose, effect.value);
        return;
      case "stop":
        return void this.#stop(agent, effect.isHard);
    }
  }

  #tooEarly(effect: AgentEffect): void {
    if (effect.type !== "command") return;
    const text = `/${effect.name} has to wait until the agent is there.`;
    this.#parts.dispatch({ type: "notice", notice: { role: "muted", text } });
  }

  async #prompt(agent: CodingAgent, words: string | UserMessage): Promise<void> {
    const { dispatch } = this.#parts;
    try {
      await agent.prompt(words);
      dispatch({ type: "run-over" });
    } catch (error) {
      dispatch({ type: "run-over", failure: messageOf(error) });
    }
  }

  async #queue(agent: CodingAgent, text: string, queue: QueueName): Promise<void> {
    try {
      await (queue === "steering" ? agent.steer(text) : agent.followUp(text));
    } catch (error) {
      this.#parts.dispatch({ type: "refused", text, reason: messageOf(error) });
    }
  }

  #takeBack(agent: CodingAgent, queue: QueueName): void {
    const other = queue === "steering" ? "followUp" : "steering";
    const message = agent.popQueued(queue) ?? agent.popQueued(other);
    if (message) this.#parts.dispatch({ type: "taken-back", text: textOf(message) });
  }

  async #shell(
    agent: CodingAgent,
    { command, excludeFromContext }: Extract<AppEffect, { readonly type: "shell" }>,
  ): Promise<void> {
    const { dispatch } = this.#parts;
    try {
      await agent.bash({ command, excludeFromContext });
    } catch (error) {
      dispatch({ type: "notice", notice: { role: "error", text: messageOf(error) } });
    } finally {
      dispatch({ type: "shell-over" });
    }
  }

  async #stop(agent: CodingAgent, isHard: boolean): Promise<void> {
    const { dispatch } = this.#parts;
    try {
      await agent.stop({ graceMs: isHard ? 0 : stopGraceMs, reason: { kind: "user" } });
    } catch (error) {
      dispatch({ type: "notice", notice: { role: "error", text: messageOf(error) } });
    } finally {
      dispatch({ type: "stopped" });
    }
  }
}
