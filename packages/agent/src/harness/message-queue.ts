import type { UserMessage } from "@tau-ts/ai";

/** How many queued messages one turn takes. */
export type QueueMode = "one-at-a-time" | "all";

/** What waits in the two queues, oldest first. */
export interface QueuedMessages {
  readonly steering: readonly UserMessage[];
  readonly followUp: readonly UserMessage[];
}

/** How many messages one turn takes from each queue. */
export interface QueueModes {
  readonly steering: QueueMode;
  readonly followUp: QueueMode;
}

/** Messages that wait for the loop to ask. A waiting message is not history. */
export class MessageQueue {
  /** How much {@link take} takes; a change acts from the next time on. */
  mode: QueueMode;
  #waiting: UserMessage[] = [];

  constructor(mode: QueueMode) {
    this.mode = mode;
  }

  /** What waits, oldest first. */
  get messages(): readonly UserMessage[] {
    return [...this.#waiting];
  }

  add(message: UserMessage): void {
    this.#waiting.push(message);
  }

  /** Takes the oldest message, or all of them. */
  take(): readonly UserMessage[] {
    return this.#waiting.splice(0, this.mode === "all" ? this.#waiting.length : 1);
  }

  /** Takes the newest message back. */
  pop(): UserMessage | undefined {
    return this.#waiting.pop();
  }

  /** Empties the queue; returns what waited. */
  clear(): readonly UserMessage[] {
    return this.#waiting.splice(0);
  }
}

/** What waits to be said to the runs of one harness. */
export class MessageQueues {
  readonly steering: MessageQueue;
  readonly followUp: MessageQueue;

  constructor(mode: QueueMode) {
    this.steering = new MessageQueue(mode);
    this.followUp = new MessageQueue(mode);
  }

  get messages(): QueuedMessages {
    return { steering: this.steering.messages, followUp: this.followUp.messages };
  }

  get modes(): QueueModes {
    return { steering: this.steering.mode, followUp: this.followUp.mode };
  }

  /** What is left out stays. */
  setModes({ steering, followUp }: Partial<QueueModes>): void {
    this.steering.mode = steering ?? this.steering.mode;
    this.followUp.mode = followUp ?? this.followUp.mode;
  }

  /** Empties both; returns what waited. */
  clear(): QueuedMessages {
    return { steering: this.steering.clear(), followUp: this.followUp.clear() };
  }
}
