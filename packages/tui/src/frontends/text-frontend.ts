import { textOf } from "@tau-ts/ai";
import { endingLines, failureText } from "./ending.ts";
import type { Ending } from "./ending.ts";
import type { FrontendEvent, SessionFrontend, TextWriter } from "./frontend.ts";
import { progressLine } from "./progress-line.ts";
import { WriteQueue } from "./write-queue.ts";

/** Where the answer goes, and where the reason of a failure goes. */
export interface TextFrontendOptions {
  readonly stdout: TextWriter;
  readonly stderr: TextWriter;
  /** Shows what goes on, in lines of so many characters on `stderr`. Default: it is not shown. */
  readonly progressColumns?: number | undefined;
}

/**
 * Prints the answer and nothing else: the text of the last reply, ended by a newline, when the run is over. A reply that
 * failed or was stopped is printed as far as it came. A run that did not end well also writes `Error: <reason>` to
 * `stderr`, and one whose answer was cut off by the output limit a warning.
 */
export class TextFrontend implements SessionFrontend {
  readonly #stdout: WriteQueue;
  readonly #stderr: WriteQueue;
  readonly #columns: number | undefined;
  #answer = "";
  #end: Ending | undefined;

  constructor(options: TextFrontendOptions) {
    this.#stdout = new WriteQueue(options.stdout);
    this.#stderr = new WriteQueue(options.stderr);
    this.#columns = options.progressColumns;
  }

  render(event: FrontendEvent): void {
    if (event.type === "message_end" && event.message.role === "assistant")
      this.#answer = textOf(event.message);
    else if (event.type === "agent_end") this.#end = event;
    if (this.#columns !== undefined) this.#stderr.add(progressLine(event, this.#columns));
  }

  async finish(): Promise<boolean> {
    const answer = this.#answer;
    if (answer !== "") this.#stdout.add(answer.endsWith("\n") ? answer : `${answer}\n`);
    await this.#stdout.flush();
    this.#stderr.add(endingLines(this.#end));
    await this.#stderr.flush();
    return failureText(this.#end) === undefined;
  }
}
