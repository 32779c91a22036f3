import { textOf } from "@tau-ts/ai";
import type { AssistantMessage } from "@tau-ts/ai";
import { endingLines, failureText } from "./ending.ts";
import type { Ending } from "./ending.ts";
import type { FrontendEvent, SessionFrontend, TextWriter } from "./frontend.ts";
import { progressLine } from "./progress-line.ts";
import { WriteQueue } from "./write-queue.ts";

/** Where replies go, and where tool calls and the reason of a failure go. */
export interface TranscriptFrontendOptions {
  readonly stdout: TextWriter;
  readonly stderr: TextWriter;
  /** What is told of a tool call takes one line of so many characters. Default 80. */
  readonly columns?: number | undefined;
}

/** Shows a run while it happens: replies as they arrive on `stdout`, one short line for each tool call on `stderr`. */
export class TranscriptFrontend implements SessionFrontend {
  readonly #stdout: WriteQueue;
  readonly #stderr: WriteQueue;
  readonly #columns: number;
  /** Text of the reply that is being shown. */
  #shown = "";
  #end: Ending | undefined;

  constructor(options: TranscriptFrontendOptions) {
    this.#stdout = new WriteQueue(options.stdout);
    this.#stderr = new WriteQueue(options.stderr);
    this.#columns = options.columns ?? 80;
  }

  render(event: FrontendEvent): void {
    if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta")
      this.#show(event.assistantMessageEvent.delta);
    else if (event.type === "message_end" && event.message.role === "assistant")
      this.#endReply(event.message);
    else if (event.type === "agent_end") this.#end = event;
    this.#stderr.add(progressLine(event, this.#columns));
  }

  async finish(): Promise<boolean> {
    await this.#stdout.flush();
    this.#stderr.add(endingLines(this.#end));
    await this.#stderr.flush();
    return failureText(this.#end) === undefined;
  }

  #show(text: string): void {
    this.#shown += text;
    this.#stdout.add(text);
  }

  /** Shows what was not streamed and leaves the cursor at the beginning of a line. */
  #endReply(message: AssistantMessage): void {
    const text = textOf(message);
    if (this.#shown === "") this.#show(text);
    if (this.#shown !== "" && !this.#shown.endsWith("\n")) this.#stdout.add("\n");
    this.#shown = "";
  }
}
