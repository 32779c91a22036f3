import { HarnessError, SessionError, contextForModel } from "@tau-ts/agent";
import type {
  Harness,
  PromptOptions,
  Run,
  RunResult,
  StopOptions,
  StopOutcome,
  UserInput,
} from "@tau-ts/agent";
import type { BashExecutionMessage } from "@tau-ts/ai";
import { expandPrompt } from "../briefing/expand-prompt.ts";
import { openSession } from "../session/open-session.ts";
import { choicesOf } from "../session/recorded-choices.ts";
import type { SessionChoice } from "../session/session-choice.ts";
import type { SessionStartReason } from "./agent-events.ts";
import type { Assembly } from "./assemble.ts";
import type { Conversation } from "./conversation.ts";
import { goToEntry } from "./go-to-entry.ts";
import type { BranchOptions } from "./go-to-entry.ts";
import { Occupancy } from "./occupancy.ts";
import { openConversation, prepareChoices } from "./open-conversation.ts";
import type { Chosen, OpenConversation } from "./open-conversation.ts";
import type { UserCommand } from "./parse-user-command.ts";
import type { UserCommandOptions } from "./user-commands.ts";

/** What an agent is doing, and with which session. */
export class AgentCore {
  readonly assembly: Assembly;
  readonly occupancy: Occupancy;
  #open: OpenConversation;

  constructor(assembly: Assembly, open: OpenConversation) {
    this.assembly = assembly;
    this.#open = open;
    this.occupancy = new Occupancy(() => void this.conversation.record());
  }

  get conversation(): Conversation {
    return this.#open.conversation;
  }

  get briefing(): OpenConversation["briefing"] {
    return this.#open.briefing;
  }

  get chosen(): Chosen {
    return this.#open.chosen;
  }

  choose(changed: Partial<Chosen>): void {
    this.#open = { ...this.#open, chosen: { ...this.chosen, ...changed } };
  }

  /** The conversation, for whoever wants to add to it. */
  writable(): Conversation {
    const { conversation } = this;
    const { isReadOnly, path } = conversation.opened;
    if (isReadOnly)
      throw new SessionError(
        "read-only",
        `Nothing can be added to session ${path}: it was opened for reading only. Fork it to go on in a copy.`,
        { path },
      );
    return conversation;
  }

  /** Throws HarnessError `options` when the model has had the last word. */
  checkUnfinished(): void {
    const last = contextForModel(this.conversation.harness.messages).at(-1);
    if (last === undefined || last.role === "assistant")
      throw new HarnessError(
        "options",
        "There is nothing to go on with: the model has had the last word. Use prompt().",
      );
  }

  /** Keeps the agent busy with one run, from the caller's line on. */
  run(
    { signal, maxTurns }: PromptOptions,
    begin: (harness: Harness, options: PromptOptions) => Promise<Run>,
  ): Promise<RunResult> {
    const conversation = this.writable();
    const work = async (stopped: AbortSignal): Promise<RunResult> => {
      await conversation.record();
      const options = { signal: stopped, maxTurns };
      const run = await begin(conversation.harness, options);
      const result = await conversation.resultOf(run, options);
      const { namer } = this.assembly;
      if (result.outcome === "completed" && result.text !== "") namer?.start(conversation);
      return result;
    };
    return this.occupancy.begin(work, { signal });
  }

  /** What somebody typed, as the model is to read it. */
  async spoken(input: UserInput): Promise<UserInput> {
    if (typeof input !== "string") return input;
    const { workspace } = this.assembly.parts.around;
    const { skills, templates } = this.briefing;
    const expanded = await expandPrompt(input, { workspace, skills, templates });
    if (expanded.kind === "error") throw new HarnessError("options", expanded.message);
    return expanded.text;
  }

  /** Puts words in a queue: at once, unless they name a skill or template that must be read first. */
  async say(input: UserInput, queue: "steer" | "followUp"): Promise<void> {
    const conversation = this.writable();
    const isCall = typeof input === "string" && input.startsWith("/");
    const words = isCall ? await this.spoken(input) : input;
    conversation.harness[queue](words);
    this.postQueue(conversation);
  }

  postQueue(conversation: Conversation): void {
    const update = conversation.queueUpdate();
    if (update) conversation.post(update);
  }

  /** Runs a command of the user's; what came of it is recorded as soon as no run goes on. */
  async command(command: UserCommand, options: UserCommandOptions): Promise<BashExecutionMessage> {
    this.occupancy.checkOpen();
    if (this.occupancy.isChanging)
      throw new HarnessError("busy", "the session is being changed; run the command afterwards");
    const conversation = this.writable();
    const message = await this.assembly.commands.run(command, options, (event) =>
      conversation.post(event),
    );
    conversation.add(message);
    if (!this.occupancy.isBusy) await conversation.record();
    return message;
  }

  async stop(options: StopOptions): Promise<StopOutcome> {
    const { commands } = this.assembly;
    commands.cancel(options.reason);
    this.occupancy.cancel(options.reason);
    const outcome = await this.conversation.harness.stop(options);
    await Promise.all([this.occupancy.whenOver(), commands.whenOver()]);
    return outcome;
  }

  /** Stops what goes on, and then keeps the agent busy with a change of its session. */
  async change<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.occupancy.checkOpen();
    // Somebody else may have begun something before this is told that the stop is over.
    do await this.stop({ reason: { kind: "replaced" } });
    while (this.occupancy.isBusy);
    return this.occupancy.begin(work, { isChange: true });
  }

  /** Opens another session first and leaves the one there is afterwards: what cannot be opened changes nothing. */
  async open(choice: SessionChoice, reason: SessionStartReason): Promise<void> {
    const { parts, sessionOptions } = this.assembly;
    await this.change(async (signal) => {
      const before = this.conversation;
      const current = before.opened;
      const opened = await openSession({
        ...sessionOptions,
        choice,
        now: new Date(),
        current,
        signal,
      });
      if (opened === current) return;
      try {
        this.#open = await openConversation(parts, opened, {}, this.chosen);
      } catch (error) {
        await opened.log.close();
        throw error;
      }
      this.conversation.harness.setQueueModes(before.harness.queueModes);
      await this.leave(before);
      const { path } = opened;
      this.conversation.post({
        type: "session_start",
        reason,
        ...(path === undefined ? {} : { path }),
      });
    });
  }

  async branch(entryId: string | null, options: BranchOptions): Promise<boolean> {
    const conversation = this.writable();
    return this.change(async (signal) => {
      const { onWarning } = this.assembly.parts;
      const isThere = await goToEntry(conversation, entryId, options, signal, onWarning);
      const recorded = choicesOf(await conversation.opened.log.activeEntries());
      prepareChoices(conversation.recorder, recorded, this.chosen);
      return isThere;
    });
  }

  /** Writes down what is left to write, and lets go of the session. */
  async leave(conversation: Conversation): Promise<void> {
    await this.assembly.namer?.cancel();
    await conversation.close();
  }

  async dispose(): Promise<void> {
    this.occupancy.close();
    await this.stop({ reason: { kind: "shutdown" } });
    await this.leave(this.conversation);
    await this.assembly.releaseShell();
  }
}
