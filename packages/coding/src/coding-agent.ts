import { HarnessError } from "@tau-ts/agent";
import type {
  CompactionResult,
  Message,
  PromptOptions,
  QueuedMessages,
  QueueModes,
  RunResult,
  StopOptions,
  StopOutcome,
  UserInput,
} from "@tau-ts/agent";
import type { BashExecutionMessage, Model, ThinkingLevel, UserMessage } from "@tau-ts/ai";
import type { AgentCore } from "./agent/agent-core.ts";
import type { CodingAgentListener } from "./agent/agent-events.ts";
import type { AgentPromptOptions } from "./agent/agent-options.ts";
import type { BranchOptions } from "./agent/go-to-entry.ts";
import { compactNow } from "./agent/manual-compaction.ts";
import type { UserCommand } from "./agent/parse-user-command.ts";
import { prepareAhead } from "./agent/prepare-ahead.ts";
import { SessionHandle } from "./agent/session-handle.ts";
import type { UserCommandOptions } from "./agent/user-commands.ts";
import type { Briefing } from "./briefing/load-briefing.ts";
import type { Permissions } from "./guard/policy/permission-mode.ts";
import type { PermissionMode } from "./guard/policy/policy.ts";
import { modeEntry, modelEntry, recordedModel, thinkingEntry } from "./session/recorded-choices.ts";
import type { SessionChoice } from "./session/session-choice.ts";

/**
 * A coding agent with everything it needs: model, guarded tools, instructions, a session on disk, compaction, limits. One
 * thing goes on at a time: what cannot be done meanwhile throws HarnessError `busy` on the caller's line.
 */
export class CodingAgent implements AsyncDisposable {
  readonly #core: AgentCore;
  #session: SessionHandle | undefined;
  #disposed: Promise<void> | undefined;

  /** {@link createCodingAgent} makes agents. */
  constructor(core: AgentCore) {
    this.#core = core;
  }

  /** The session that is open. */
  get session(): SessionHandle {
    const { conversation } = this.#core;
    if (this.#session?.id !== conversation.opened.id)
      this.#session = new SessionHandle(conversation);
    return this.#session;
  }

  /** The folder it works in, links resolved. */
  get cwd(): string {
    return this.#core.assembly.parts.around.cwd;
  }

  /** The transcript so far: a snapshot that stays as it is. */
  get messages(): readonly Message[] {
    return this.#core.conversation.harness.messages;
  }

  /** Whether a run, a compaction or a change of session goes on. */
  get isRunning(): boolean {
    return this.#core.occupancy.isBusy;
  }

  /** What answers, from the next turn on. */
  get model(): Model {
    return this.#core.chosen.model;
  }

  /** How hard it thinks. */
  get thinking(): ThinkingLevel {
    return this.#core.chosen.thinking;
  }

  /** How much it may do unasked. */
  get mode(): PermissionMode {
    return this.#core.chosen.mode;
  }

  /** What may be done in this mode, and why. */
  get permissions(): Permissions {
    return this.#core.assembly.parts.toolbox.permissions;
  }

  /** Context files, skills and templates, as they were when the session was opened. */
  get briefing(): Briefing {
    return this.#core.briefing;
  }

  /** What waits to be said. */
  get queued(): QueuedMessages {
    return this.#core.conversation.harness.queued;
  }

  /** How many waiting messages one turn takes. */
  get queueModes(): QueueModes {
    return this.#core.conversation.harness.queueModes;
  }

  /** Hears what happens, each event after it was written down. Returns a function that unsubscribes. */
  subscribe(listener: CodingAgentListener): () => void {
    return this.#core.assembly.parts.announcer.add(listener);
  }

  /**
   * Begins a run at once and resolves when it is over, however it ended. Throws HarnessError `busy`, and SessionError
   * `read-only`. Rejects with HarnessError: `options` for a skill that is not there, `listener` when a listener failed.
   */
  prompt(input: UserInput, options: AgentPromptOptions = {}): Promise<RunResult> {
    const { expand = true } = options;
    return this.#core.run(options, async (harness, given) => {
      const words = expand ? await this.#core.spoken(input) : input;
      return harness.prompt(words, given);
    });
  }

  /**
   * Goes on without new words where a run was cut short, by a crash for one. Throws as {@link prompt} does, and
   * HarnessError `options` when the model has had the last word.
   */
  continue(options: PromptOptions = {}): Promise<RunResult> {
    this.#core.checkUnfinished();
    return this.#core.run(options, async (harness, given) => harness.continue(given));
  }

  /** Says something to the run that goes on, at the top of its next turn; without a run, to the next one. */
  steer(input: UserInput): Promise<void> {
    return this.#core.say(input, "steer");
  }

  /** Says something when the run would otherwise end. */
  followUp(input: UserInput): Promise<void> {
    return this.#core.say(input, "followUp");
  }

  /** Takes the newest waiting message back. */
  popQueued(queue: "steering" | "followUp"): UserMessage | undefined {
    const { conversation } = this.#core;
    const message = conversation.harness.popQueued(queue);
    this.#core.postQueue(conversation);
    return message;
  }

  /** Empties both queues; returns what waited. */
  clearQueues(): QueuedMessages {
    const { conversation } = this.#core;
    const cleared = conversation.harness.clearQueues();
    this.#core.postQueue(conversation);
    return cleared;
  }

  /** Changes how many waiting messages one turn takes, from the next turn on and in every session that is gone to. */
  setQueueModes(modes: Partial<QueueModes>): void {
    this.#core.conversation.harness.setQueueModes(modes);
  }

  /** Cancels one tool call and lets the run go on; false when it has its result already. */
  cancelCall(toolCallId: string, options: { readonly graceMs?: number | undefined } = {}): boolean {
    return this.#core.conversation.harness.cancelCall(toolCallId, options);
  }

  /**
   * Stops everything that goes on: the run, a compaction, a summary, the user's commands. Resolves when it is over and
   * written down. `hard`: something had to be left behind.
   */
  stop(options: StopOptions = {}): Promise<StopOutcome> {
    return this.#core.stop(options);
  }

  /**
   * Sums up old messages, however much room there is; recent ones stay. Undefined when there was nothing to do, or no
   * success: the event `compaction_end` says why.
   */
  compact(focus?: string): Promise<CompactionResult | undefined> {
    if (this.isRunning)
      throw new HarnessError("busy", "cannot compact during a run; wait for its end, or stop it");
    const conversation = this.#core.writable();
    return this.#core.occupancy.begin((signal) => compactNow(conversation, { focus, signal }));
  }

  /**
   * Runs a command of the user's, which nobody is asked about, also beside a run; what came of it is recorded between
   * runs. Rejects with ShellError when it could not be started, and HarnessError `busy` while the session changes.
   */
  bash(command: UserCommand, options: UserCommandOptions = {}): Promise<BashExecutionMessage> {
    return this.#core.command(command, options);
  }

  /** Another model from the next turn on. Rejects with ModelChoiceError for a name that means none. */
  async setModel(choice: Model | string): Promise<void> {
    const { findModel } = this.#core.assembly.parts;
    const found = typeof choice === "string" ? await findModel(choice) : { model: choice };
    const { model, thinking } = { thinking: undefined, ...found };
    const conversation = this.#core.writable();
    this.#core.choose({ model });
    conversation.configure({ model });
    await conversation.recorder.note(modelEntry(model.info));
    conversation.post({ type: "model_changed", ...recordedModel(model.info) });
    if (thinking !== undefined) await this.setThinking(thinking);
  }

  /** Another level of thinking from the next turn on. */
  async setThinking(thinking: ThinkingLevel): Promise<void> {
    const conversation = this.#core.writable();
    this.#core.choose({ thinking });
    conversation.configure({ thinking });
    await conversation.recorder.note(thinkingEntry(thinking));
    conversation.post({ type: "thinking_level_changed", level: thinking });
  }

  /** Another permission mode from the next call on, also of the run that goes on. */
  async setMode(mode: PermissionMode): Promise<void> {
    const conversation = this.#core.writable();
    this.#core.choose({ mode });
    this.#core.assembly.parts.toolbox.setMode(mode);
    await conversation.recorder.note(modeEntry(mode));
    conversation.post({ type: "permission_mode_changed", mode });
  }

  /** Goes to a new session. Stops what goes on first, as every change of the session does. */
  newSession(): Promise<void> {
    return this.#core.open("new", "new");
  }

  /**
   * Goes to another session, and on with what was chosen there. Rejects with a SessionError for one that cannot be
   * opened; the agent then stays where it is.
   */
  openSession(choice: SessionChoice): Promise<void> {
    if (typeof choice === "string")
      return this.#core.open(choice, choice === "latest" ? "resume" : "new");
    if ("fork" in choice) return this.#core.open(choice, "fork");
    return this.#core.open(choice, "import" in choice ? "import" : "resume");
  }

  /**
   * Goes on in a session of its own that begins with this one, up to an entry if one is named. Rejects with SessionError
   * `io` when this session is not on disk.
   */
  fork(entryId?: string | null): Promise<void> {
    const { opened } = this.#core.conversation;
    if (opened.path !== undefined && opened.log.leafId === null) return this.newSession();
    return this.#core.open({ fork: opened.path ?? opened.id, entryId }, "fork");
  }

  /**
   * Goes on from another entry of this session, or from before the first with null. Resolves with whether it did: not
   * when a summary was wanted and failed. Rejects with SessionError `unknown-entry`.
   */
  branch(entryId: string | null, options: BranchOptions = {}): Promise<boolean> {
    return this.#core.branch(entryId, options);
  }

  /**
   * Does ahead, while nothing goes on, what the next request needs of a long conversation, so that it is sent as soon as
   * that of a short one. Ends early when something begins. Never rejects.
   */
  prepare(): Promise<void> {
    return prepareAhead(this.#core);
  }

  /** Resolves when nothing goes on, in the background neither. */
  async whenIdle(): Promise<void> {
    const { occupancy, assembly, conversation } = this.#core;
    while (occupancy.isBusy) await occupancy.whenOver();
    await Promise.all([assembly.commands.whenOver(), assembly.namer?.whenDone()]);
    await conversation.record();
  }

  /** Stops what goes on, writes down what came of it, and lets go of session and processes. */
  dispose(): Promise<void> {
    this.#disposed ??= this.#core.dispose();
    return this.#disposed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}
