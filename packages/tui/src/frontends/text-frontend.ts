import type { AgentEvent } from "@tau-ts/agent";
import { textOf } from "@tau-ts/ai";
import { failureText } from "./ending.ts";
import type { Frontend, TextWriter } from "./frontend.ts";
import { WriteQueue } from "./write-queue.ts";

/** Where the answer goes, and where the reason of a failure goes. */
export interface TextFrontendOptions {
  readonly stdout: TextWriter;
  readonly stderr: TextWriter;
}

/**
 * Prints the answer and nothing else: the text of the last reply, ended by a newline, when the run is over. A reply that
 * failed or was stopped is printed as far as it came. A run that did not end well also writes `Error: <reason>` to
 * `stderr`.
 */
export class TextFrontend implements Frontend {
  readonly #stdout: WriteQueue;
  readonly #stderr: WriteQueue;
  #answer = "";
  #end: Extract<AgentEvent, { type: "agent_end" }> | undefined;

  constructor(options: TextFrontendOptions) {
    this.#stdout = new WriteQueue(options.stdout);
    this.#stderr = new WriteQueue(options.stderr);
  }

  render(event: AgentEvent): void {
    if (event.type === "message_end" && event.message.role === "assistant")
      this.#answer = textOf(event.message);
    else if (event.type === "agent_end") this.#end = event;
  }

  async finish(): Promise<boolean> {
    const answer = this.#answer;
    if (answer !== "") this.#stdout.add(answer.endsWith("\n") ? answer : `${answer}\n`);
    await this.#stdout.flush();
    const failure = failureText(this.#end);
    if (failure !== undefined) this.#stderr.add(`Error: ${failure}\n`);
    await this.#stderr.flush();
    return failure === undefined;
  }
}
