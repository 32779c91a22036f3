import type { JsonObject } from "@tau-ts/ai";
import type { Ask, AskTrust } from "@tau-ts/coding";
import type { RpcUiRequest } from "./messages.ts";

export interface UiQuestionsOptions {
  readonly send: (request: RpcUiRequest) => void;
  /** How long an answer is waited for, in milliseconds; none in time is a no. */
  readonly timeoutMs: number;
}

const once = "Allow once";
const deny = "Deny";

/** Questions to whoever is at the other end. No answer in time, a wrong one, and a withdrawn question are all a no. */
export class UiQuestions {
  readonly #options: UiQuestionsOptions;
  readonly #waiting = new Map<string, (value: string | undefined) => void>();

  constructor(options: UiQuestionsOptions) {
    this.#options = options;
  }

  /** Takes an answer. One that nobody waits for is ignored, as the answer to a question that timed out is. */
  answer(response: JsonObject): void {
    const { id, value, confirmed } = response;
    if (typeof id !== "string") return;
    const chosen = typeof value === "string" ? value : confirmed === true ? once : undefined;
    this.#waiting.get(id)?.(chosen);
  }

  /** Nobody answers any more. */
  close(): void {
    for (const settle of this.#waiting.values()) settle(undefined);
  }

  /** Asks about calls of the session that `sessionId` tells when it is asked. */
  asker(sessionId: () => string | undefined): Ask {
    return async ({ text, reason, rule }, { signal }) => {
      const always = rule === undefined ? "Always allow this call" : `Always allow ${rule}`;
      const title = reason === undefined ? text : `${text}\n${reason}`;
      const chosen = await this.#select(title, [once, always, deny], sessionId(), signal);
      if (chosen === always) return "always";
      return chosen === once;
    };
  }

  /** Asks about trusting a project, before there is a session. */
  readonly askTrust: AskTrust = async ({ root, files, changed }, { signal }) => {
    const news = changed.length === 0 ? "" : `\nNew or changed: ${changed.join(", ")}`;
    const replies = {
      Trust: "trust",
      "Trust once": "trust-once",
      "Do not trust": "decline-once",
    } as const;
    const title = `Trust ${root}? It brings ${files.join(", ")}.${news}`;
    const chosen = await this.#select(title, Object.keys(replies), undefined, signal);
    return Object.entries(replies).find(([name]) => name === chosen)?.[1] ?? "decline-once";
  };

  async #select(
    title: string,
    options: readonly string[],
    sessionId: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { send, timeoutMs } = this.#options;
    const id = crypto.randomUUID();
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const withdraw = (): void => resolve(undefined);
    const timer = setTimeout(withdraw, timeoutMs);
    signal.addEventListener("abort", withdraw);
    this.#waiting.set(id, resolve);
    const session = sessionId === undefined ? {} : { sessionId };
    const type = "extension_ui_request";
    send({ type, id, ...session, method: "select", title, options, timeout: timeoutMs });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", withdraw);
      this.#waiting.delete(id);
    }
  }
}
