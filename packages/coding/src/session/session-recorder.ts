import { SessionError, persistTo } from "@tau-ts/agent";
import type { AgentListener, Message, NewEntry, SessionTreeLog } from "@tau-ts/agent";

/** How a {@link SessionRecorder} begins, and whom it tells. */
export interface SessionRecorderOptions {
  /** The session is on disk already: choices are written down at once. */
  readonly hasBegun: boolean;
  /** Told once when writing begins to fail, and again when it does so after it worked; it is tried again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Writes a conversation down: messages as they complete, and what was chosen meanwhile, in order. Nothing is written
 * before the first message, so that a session nobody spoke in leaves no file.
 */
export class SessionRecorder {
  readonly #log: SessionTreeLog;
  readonly #onError: (error: unknown) => void;
  #isFailing = false;
  readonly #saveMessages: AgentListener;
  #hasBegun: boolean;
  #hasSaved = false;
  #waiting: NewEntry[] = [];
  #holds = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(log: SessionTreeLog, { hasBegun, onError }: SessionRecorderOptions) {
    this.#log = log;
    this.#hasBegun = hasBegun;
    this.#onError = onError;
    const append = (message: Message): Promise<string> => this.#written(log.append(message));
    this.#saveMessages = persistTo({ append }, { onError: (error) => this.#report(error) });
  }

  /** Whether a message came in since the session was opened. */
  get hasSaved(): boolean {
    return this.#hasSaved;
  }

  /** Subscribe it as a `first` listener. */
  readonly save: AgentListener = async (event) => {
    if (event.type === "message_end") {
      this.#hasBegun = true;
      this.#hasSaved = true;
      await this.#flush();
    }
    await this.#saveMessages(event);
    // What could not be written before the last message can perhaps be now.
    if (event.type === "agent_end" && this.#hasBegun) await this.#flush();
  };

  /** Writes an entry down with the next message; one that it makes pointless is forgotten. */
  prepare(entry: NewEntry): void {
    this.#waiting = [...this.#waiting.filter((other) => !replaces(entry, other)), entry];
  }

  /**
   * Writes an entry down now, or with the first message. A disk that fails is told of and tried again with the next
   * message; rejects with a SessionError when trying again cannot help.
   */
  async note(entry: NewEntry): Promise<void> {
    this.prepare(entry);
    if (this.#hasBegun) await this.#flush();
  }

  /** Until it is disposed of, nothing but messages is written: the place in the tree must not move. */
  hold(): AsyncDisposable {
    this.#holds += 1;
    return {
      [Symbol.asyncDispose]: async () => {
        this.#holds -= 1;
        if (this.#hasBegun) await this.#flush();
      },
    };
  }

  async #written(id: Promise<string>): Promise<string> {
    const known = await id;
    this.#isFailing = false;
    return known;
  }

  /** Messages and choices fail together: one word about it is enough. */
  #report(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#onError(error);
  }

  async #flush(): Promise<void> {
    const flushed = this.#queue.then(() => this.#writeWaiting());
    this.#queue = flushed.catch(() => undefined);
    await flushed;
  }

  /** Asked for together, so that a log can write them together. */
  async #writeWaiting(): Promise<void> {
    if (this.#holds > 0) return;
    const entries = this.#waiting;
    const outcomes = await Promise.allSettled(
      entries.map((entry) => this.#written(this.#log.appendEntry(entry))),
    );
    for (const [index, outcome] of outcomes.entries())
      if (outcome.status === "fulfilled")
        this.#waiting = this.#waiting.filter((other) => other !== entries[index]);
      else this.#reportOutage(outcome.reason);
  }

  /** Throws what trying again cannot help. */
  #reportOutage(error: unknown): void {
    if (!SessionError.isInstance(error) || error.kind !== "io") throw error;
    this.#report(error);
  }
}

const choices: ReadonlySet<string> = new Set([
  "model_change",
  "thinking_level_change",
  "session_info",
  "custom",
]);

/** Of several choices of one kind only the last one counts. */
function replaces(entry: NewEntry, earlier: NewEntry): boolean {
  if (entry.type !== earlier.type || !choices.has(entry.type)) return false;
  return customType(entry) === customType(earlier);
}

function customType(entry: NewEntry): unknown {
  return "customType" in entry ? entry.customType : undefined;
}
