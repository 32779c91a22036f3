import type { Limits } from "@tau-ts/agent";
import type { Model } from "@tau-ts/ai";
import { errorText } from "../errors.ts";
import { findName } from "../session/name-session.ts";
import { usageEntry } from "../session/usage-entry.ts";
import type { Conversation } from "./conversation.ts";

/** How an {@link AutoNamer} works. */
export interface AutoNamerOptions {
  /** What finds the names. Default: the model of the conversation. */
  readonly model?: Model | undefined;
  readonly limits?: Limits | undefined;
  readonly onWarning: (warning: string) => void;
}

/** Gives sessions names in the background, beside whatever else goes on. A name that a person gave stays. */
export class AutoNamer {
  readonly #options: AutoNamerOptions;
  #stop: AbortController | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(options: AutoNamerOptions) {
    this.#options = options;
  }

  /** Begins, if the session has no name yet. Returns at once. */
  start(conversation: Conversation): void {
    const { limits, onWarning } = this.#options;
    if (this.#stop || conversation.name !== undefined || limits?.exceeded()) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#work = this.#name(conversation, stop.signal)
      .catch((error: unknown) => onWarning(`The session could not be named: ${errorText(error)}`))
      .finally(() => (this.#stop = undefined));
  }

  /** Gives it up; resolves when nothing is written any more. */
  async cancel(): Promise<void> {
    this.#stop?.abort();
    await this.#work;
  }

  /** Resolves when the name that is being looked for, if any, was given. */
  async whenDone(): Promise<void> {
    await this.#work;
  }

  async #name(conversation: Conversation, signal: AbortSignal): Promise<void> {
    const { model = conversation.model, limits } = this.#options;
    const found = await findName(model, conversation.harness.messages, signal);
    if (!found) return;
    const { name, reply, request } = found;
    if (reply) {
      limits?.spend(reply, request.messages);
      await conversation.recorder.note(usageEntry("session_name", model.info, reply.usage));
    }
    if (conversation.name === undefined) await conversation.setName(name);
  }
}
