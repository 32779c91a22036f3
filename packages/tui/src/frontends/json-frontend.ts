import type { SessionHeader } from "@tau-ts/agent";
import { EventLines } from "./event-lines.ts";
import type { FrontendEvent, SessionFrontend, TextWriter } from "./frontend.ts";
import { WriteQueue } from "./write-queue.ts";

/** Where the lines go, and what goes with them. */
export interface JsonFrontendOptions {
  readonly stdout: TextWriter;
  /** Put into every line as `sessionId`. */
  readonly sessionId?: string | undefined;
  /** Written as the first line. */
  readonly header?: SessionHeader | undefined;
}

/**
 * Writes every event as one line of JSON and nothing else. `message_update` carries deltas only: the text is whole in
 * `message_end`. Lines end at LF and nowhere else.
 */
export class JsonFrontend implements SessionFrontend {
  readonly #stdout: WriteQueue;
  readonly #lines = new EventLines();
  readonly #sessionId: string | undefined;
  #endedWell = false;
  #isSettled = false;

  constructor({ stdout, sessionId, header }: JsonFrontendOptions) {
    this.#stdout = new WriteQueue(stdout);
    this.#sessionId = sessionId;
    if (header) this.#stdout.add(`${JSON.stringify(header)}\n`);
  }

  render(event: FrontendEvent): void {
    if (this.#isSettled && event.type !== "agent_start") return; // Nothing comes after the last agent_settled.
    if (event.type === "agent_start") this.#isSettled = false;
    if (event.type === "agent_settled") this.#isSettled = true;
    if (event.type === "agent_end") this.#endedWell = event.outcome === "completed";
    this.#stdout.add(this.#lines.line(event, this.#sessionId));
  }

  async finish(): Promise<boolean> {
    await this.#stdout.flush();
    return this.#endedWell;
  }
}
