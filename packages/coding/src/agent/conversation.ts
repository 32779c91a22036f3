import { Harness, ResultMasks, compactDuringRun, sessionName } from "@tau-ts/agent";
import type {
  AgentEvent,
  AnyTool,
  CompactionReason,
  Limits,
  Message,
  PromptOptions,
  Run,
  RunResult,
  SessionEntry,
} from "@tau-ts/agent";
import { textOf } from "@tau-ts/ai";
import type { Model, ThinkingLevel } from "@tau-ts/ai";
import { errorText } from "../errors.ts";
import type { OpenedSession } from "../session/open-session.ts";
import { SessionRecorder } from "../session/session-recorder.ts";
import { readSummary } from "../session/session-summary.ts";
import type { Settings } from "../settings/settings.ts";
import type { AgentSessionEvent, SummaryPurpose } from "./agent-events.ts";
import type { Announcer } from "./announcer.ts";
import { roomIn } from "./compaction-settings.ts";
import type { Room } from "./compaction-settings.ts";
import { RunEvents } from "./run-events.ts";
import { tellingRepeats } from "./summary-repeats.ts";

/** What a model is run with. */
export interface RunSettings {
  readonly model: Model;
  readonly thinking: ThinkingLevel;
  readonly system: string;
  readonly tools: readonly AnyTool[];
}

/** What a {@link Conversation} goes on with. */
export interface ConversationOptions {
  readonly opened: OpenedSession;
  readonly settings: RunSettings;
  readonly compaction: Settings["compaction"];
  /** Makes the summaries, if it is not the model that answers. */
  readonly summariser?: Model | undefined;
  readonly limits?: Limits | undefined;
  readonly maxTurns?: number | undefined;
  readonly graceMs: number;
  /** What runs in the background, each in a few words. */
  readonly jobs: () => readonly string[];
  /** Tells what happens, after it was written down. */
  readonly announcer: Announcer;
  readonly onWarning: (warning: string) => void;
}

/** One session and the harness that goes on with it. */
export class Conversation {
  readonly opened: OpenedSession;
  readonly harness: Harness;
  readonly recorder: SessionRecorder;
  /** Whether old messages are summed up by themselves when the window is nearly full. */
  isAutoCompacting: boolean;
  readonly #options: ConversationOptions;
  readonly #events = new RunEvents();
  readonly #masks = new ResultMasks();
  #model: Model;
  #name: string | undefined;
  /** A name was given, or taken, at some time. */
  #hasNamed: boolean;
  #unrecorded: Message[] = [];
  #recording: Promise<void> = Promise.resolve();
  #queued = 0;
  #hasRun = false;

  private constructor(
    options: ConversationOptions,
    messages: readonly Message[],
    entries: readonly SessionEntry[],
  ) {
    const { opened, settings, onWarning } = options;
    this.#options = options;
    this.opened = opened;
    this.isAutoCompacting = options.compaction.enabled;
    this.#model = settings.model;
    this.#name = sessionName(entries);
    this.#hasNamed = entries.some(({ type }) => type === "session_info");
    this.recorder = new SessionRecorder(opened.log, {
      hasBegun: entries.length > 0,
      onError: (error) =>
        onWarning(`The session could not be saved and will be tried again: ${errorText(error)}`),
    });
    this.harness = new Harness({
      ...settings,
      messages,
      sessionId: opened.id,
      limits: options.limits,
      maxTurns: options.maxTurns,
      graceMs: options.graceMs,
      interruption: { jobs: options.jobs },
      hooks: { compact: this.#compactHook(), transformContext: this.#masks.view },
    });
    this.harness.subscribe(this.recorder.save, { first: true });
    this.harness.subscribe((event) => this.#hear(event));
  }

  /** Reads the session and goes on from there. */
  static async load(options: ConversationOptions): Promise<Conversation> {
    const { log } = options.opened;
    const messages = await log.replay();
    return new Conversation(options, messages, await log.entries());
  }

  /** What answers now. */
  get model(): Model {
    return this.#model;
  }

  /** Tells of something outside of a run. Nobody is waited for: a listener may want to stop what it hears of. */
  post(event: AgentSessionEvent): void {
    this.#options.announcer.post(this.opened.id, event);
  }

  /** Resolves with what came of a run, and of what goes on after it by itself. */
  async resultOf(run: Run, options: PromptOptions): Promise<RunResult> {
    const result = await run.result;
    if (!this.#events.willRetry) return result;
    const more = await this.harness.continue(options).result;
    return { ...more, messages: [...result.messages, ...more.messages] };
  }

  /** The name of the session, if it has one. */
  get name(): string | undefined {
    return this.#name;
  }

  /** Rejects with a SessionError when it can never be written down. */
  async setName(name: string | undefined): Promise<void> {
    this.#name = name;
    this.#hasNamed = true;
    const given = name === undefined ? {} : { name };
    await this.recorder.note({ type: "session_info", ...given });
    this.post({ type: "session_info_changed", ...given });
  }

  /** What makes a summary, and tells when its call is repeated. */
  summariser(purpose: SummaryPurpose): Model {
    const model = this.#options.summariser ?? this.#model;
    return tellingRepeats(model, purpose, (event) => this.post(event));
  }

  get room(): Room {
    return roomIn(this.#model.info?.contextWindow, this.#options.compaction);
  }

  /** Acts from the next turn on. */
  configure(settings: Partial<RunSettings>): void {
    // Masks that were put on ahead were for the room that the other model has.
    if (settings.model !== undefined && !this.#hasRun) this.#masks.reset();
    this.#model = settings.model ?? this.#model;
    this.harness.configure(settings);
  }

  /** What the next request begins with. Where there is no room for all of it, old tool output is masked now. */
  get ahead(): readonly Message[] {
    const { harness, room } = this;
    if (this.isAutoCompacting)
      this.#masks.makeRoom(harness.messages, room.window - room.reserve, room.keepRecentTokens);
    return this.#masks.view(harness.view);
  }

  get limits(): Limits | undefined {
    return this.#options.limits;
  }

  /** Puts a message on the record as soon as no run is going on: never between a call and its result. */
  add(message: Message): void {
    this.#unrecorded.push(message);
  }

  /** Records what waits for it; call it when nothing goes on. Resolves when everybody has heard of it. Never rejects. */
  record(): Promise<void> {
    for (const message of this.#unrecorded.splice(0)) {
      const appended = this.harness.append(message).catch((error: unknown) => {
        this.#options.onWarning(`A listener failed: ${errorText(error)}`);
      });
      this.#recording = Promise.all([this.#recording, appended]).then(() => undefined);
    }
    return this.#recording;
  }

  /** Records what waits, and lets go of the session. */
  async close(): Promise<void> {
    await this.record();
    try {
      await this.#repeatName();
    } finally {
      await this.opened.log.close();
    }
  }

  /** Lists read the beginning and the end of a file: a session that has grown long says its name there again. */
  async #repeatName(): Promise<void> {
    const { path } = this.opened;
    if (path === undefined || !this.recorder.hasSaved || !this.#hasNamed) return;
    const name = this.#name;
    if ((await readSummary(path)).name !== name)
      await this.recorder.note({ type: "session_info", ...(name !== undefined && { name }) });
  }

  /** Tells what waits to be said, if that has changed. */
  queueUpdate(): AgentSessionEvent | undefined {
    const { steering, followUp } = this.harness.queued;
    const count = steering.length + followUp.length;
    if (count === this.#queued) return undefined;
    this.#queued = count;
    return { type: "queue_update", steering: steering.map(textOf), followUp: followUp.map(textOf) };
  }

  #hear(event: AgentEvent): Promise<void> | undefined {
    // Pieces of a reply come by the thousand.
    if (event.type === "message_update" && !this.#events.isRetrying) return this.#tell(event);
    return this.#translate(event);
  }

  async #translate(event: AgentEvent): Promise<void> {
    this.#hasRun ||= event.type === "agent_start";
    if (event.type === "message_start" && event.message.role === "user") {
      const update = this.queueUpdate();
      if (update) await this.#tell(update);
    }
    for (const told of this.#events.translate(event)) await this.#tell(told);
  }

  #tell(event: AgentSessionEvent): Promise<void> | undefined {
    return this.#options.announcer.tell(this.opened.id, event);
  }

  #compactHook(): ReturnType<typeof compactDuringRun> {
    const room = (): Room => this.room;
    let reason: CompactionReason = "threshold";
    const summariser = (): Model => this.summariser({ source: "compaction", reason });
    const compact = compactDuringRun(this.opened.log, summariser, {
      masks: this.#masks,
      limits: this.limits,
      // Looked up each time: another model may have been chosen.
      get window() {
        return room().window;
      },
      get reserve() {
        return room().reserve;
      },
      get keepRecentTokens() {
        return room().keepRecentTokens;
      },
    });
    return (messages, context) => {
      reason = context.reason;
      return this.isAutoCompacting ? compact(messages, context) : undefined;
    };
  }
}
