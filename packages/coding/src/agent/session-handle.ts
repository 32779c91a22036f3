import { estimateTokens, sessionLabels } from "@tau-ts/agent";
import type { SessionEntry } from "@tau-ts/agent";
import { statisticsOf } from "../session/statistics.ts";
import type { SessionStatistics } from "../session/statistics.ts";
import type { Conversation } from "./conversation.ts";

/** What a session took so far, and how full the model's window is. */
export interface AgentStatistics extends SessionStatistics {
  readonly context: {
    /** About how many tokens of conversation the next request holds. */
    readonly tokens: number;
    readonly window: number;
  };
}

/** The session an agent works on. After the agent went to another one it still tells about the old one. */
export class SessionHandle {
  readonly #conversation: Conversation;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** The id that events and `createCodingAgent({ session: { id } })` know it by. */
  get id(): string {
    return this.#conversation.opened.id;
  }

  /** Its file, which appears with the first message; undefined when it is not kept. */
  get path(): string | undefined {
    return this.#conversation.opened.path;
  }

  /** What it is called; undefined when nobody has named it. */
  get name(): string | undefined {
    return this.#conversation.name;
  }

  /** Somebody else is writing it: it can be looked at and forked. */
  get isReadOnly(): boolean {
    return this.#conversation.opened.isReadOnly;
  }

  /** Whether old messages are summed up by themselves when the window is nearly full. */
  get isAutoCompacting(): boolean {
    return this.#conversation.isAutoCompacting;
  }

  /** Acts from the next model call on, until another session is opened. */
  setAutoCompaction(isOn: boolean): void {
    this.#conversation.isAutoCompacting = isOn;
  }

  /** The entry that the next one hangs on; null before the first. */
  get leafId(): string | null {
    return this.#conversation.opened.log.leafId;
  }

  /** Everything that was written down, on every branch, oldest first. */
  entries(): Promise<readonly SessionEntry[]> {
    return this.#conversation.opened.log.entries();
  }

  /** Names the session, or takes its name away. A name that was given stays. */
  setName(name: string | undefined): Promise<void> {
    return this.#conversation.setName(name);
  }

  /** The bookmarks: entry id → label. */
  async labels(): Promise<ReadonlyMap<string, string>> {
    return sessionLabels(await this.entries());
  }

  /** Puts a bookmark on an entry, or takes it away. */
  async setLabel(targetId: string, label: string | undefined): Promise<void> {
    const given = label === undefined ? {} : { label };
    await this.#conversation.recorder.note({ type: "label", targetId, ...given });
    this.#conversation.post({ type: "label_changed", targetId, ...given });
  }

  /** Over all branches, names and summaries included. */
  async statistics(): Promise<AgentStatistics> {
    const { harness, room } = this.#conversation;
    const context = { tokens: estimateTokens(harness.messages), window: room.window };
    return { ...statisticsOf(await this.entries()), context };
  }
}
