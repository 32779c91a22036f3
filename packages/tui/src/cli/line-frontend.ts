import type { AgentEvent, ToolResult } from "@tau-ts/agent";
import { textOf } from "@tau-ts/ai";
import type { AssistantMessage } from "@tau-ts/ai";
import { failureText, oneLine } from "../frontends/ending.ts";
import type { Frontend, TextWriter } from "../frontends/frontend.ts";
import { WriteQueue } from "../frontends/write-queue.ts";

export interface LineFrontendOptions {
  readonly stdout: TextWriter;
  readonly stderr: TextWriter;
  /** The width of the terminal: what is told of a tool call takes one line. */
  readonly columns: number;
}

/** Shows a run while it happens: answers as they arrive on `stdout`, one short line for each tool call on `stderr`. */
export class LineFrontend implements Frontend {
  readonly #stdout: WriteQueue;
  readonly #stderr: WriteQueue;
  readonly #columns: number;
  /** Text of the reply that is being shown. */
  #shown = "";
  #end: Extract<AgentEvent, { type: "agent_end" }> | undefined;

  constructor(options: LineFrontendOptions) {
    this.#stdout = new WriteQueue(options.stdout);
    this.#stderr = new WriteQueue(options.stderr);
    this.#columns = options.columns;
  }

  render(event: AgentEvent): void {
    switch (event.type) {
      case "message_update":
        if (event.assistantMessageEvent.type === "text_delta")
          this.#show(event.assistantMessageEvent.delta);
        break;
      case "message_end":
        if (event.message.role === "assistant") this.#endReply(event.message);
        break;
      case "tool_execution_start":
        this.#tell(`· ${event.toolName} ${JSON.stringify(event.args)}`);
        break;
      case "tool_execution_end":
        if (event.isError) this.#tell(`  ${resultText(event.result)}`);
        break;
      case "model_retry":
        this.#tell(`  trying again in ${event.delayMs / 1000} s: ${event.error.message}`);
        break;
      case "agent_end":
        this.#end = event;
        break;
      default:
        break;
    }
  }

  async finish(): Promise<boolean> {
    await this.#stdout.flush();
    const failure = failureText(this.#end);
    if (failure !== undefined) this.#stderr.add(`Error: ${failure}\n`);
    await this.#stderr.flush();
    return failure === undefined;
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

  #tell(text: string): void {
    const line = oneLine(text.trimEnd());
    const head = /^\s*/.exec(text)?.[0] ?? "";
    const characters = Array.from(head + line);
    const isLong = characters.length >= this.#columns;
    const shown = isLong ? [...characters.slice(0, this.#columns - 2), "…"] : characters;
    this.#stderr.add(`${shown.join("")}\n`);
  }
}

function resultText({ content }: ToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
}
