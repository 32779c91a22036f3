import type { AgentEvent } from "@tau-ts/agent";
import { eventLine } from "./event-line.ts";
import type { Frontend, TextWriter } from "./frontend.ts";
import { WriteQueue } from "./write-queue.ts";

export interface JsonFrontendOptions {
  readonly stdout: TextWriter;
  /** Put into every line as `sessionId`. */
  readonly sessionId?: string | undefined;
}

/**
 * Writes every event as one line of JSON and nothing else. `message_update` carries deltas only: the text is whole in
 * `message_end`. Lines end at LF and nowhere else.
 */
export class JsonFrontend implements Frontend {
  readonly #stdout: WriteQueue;
  readonly #sessionId: string | undefined;
  #endedWell = false;

  constructor(options: JsonFrontendOptions) {
    this.#stdout = new WriteQueue(options.stdout);
    this.#sessionId = options.sessionId;
  }

  render(event: AgentEvent): void {
    if (event.type === "agent_end") this.#endedWell = event.outcome === "completed";
    this.#stdout.add(eventLine(event, this.#sessionId));
  }

  async finish(): Promise<boolean> {
    await this.#stdout.flush();
    return this.#endedWell;
  }
}
