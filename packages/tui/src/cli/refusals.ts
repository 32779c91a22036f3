import type { JsonObject } from "@tau-ts/ai";
import type { FrontendEvent } from "../frontends/frontend.ts";
import { shortened } from "../wording/lines.ts";

/** How much is shown of what a call was given. */
const shownCharacters = 200;

/** The calls that were refused because nobody was there to be asked, each told of once. */
export class Refusals {
  readonly #tell: (text: string) => void;
  readonly #told = new Set<string>();
  #last: { readonly toolName: string; readonly args: JsonObject } | undefined;

  /** `tell` is handed a line that names a call, and the flag that would allow it. */
  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  get hasAny(): boolean {
    return this.#told.size > 0;
  }

  /** Sees every event: a refusal itself does not say which call it is about. */
  readonly watch = (event: FrontendEvent): void => {
    if (event.type === "tool_execution_start") this.#last = event;
  };

  readonly add = (tool: string): void => {
    const args = this.#last?.toolName === tool ? this.#last.args : {};
    const call = `${tool} ${shortened(JSON.stringify(args), shownCharacters)}`;
    if (this.#told.has(call)) return;
    this.#told.add(call);
    this.#tell(
      `${call} was refused because nobody is there to be asked. To allow it: ${flagFor(tool, args)}`,
    );
  };
}

/** The narrowest flag that is easily told. */
function flagFor(tool: string, { command }: JsonObject): string {
  const [program = ""] = typeof command === "string" ? command.trim().split(/\s+/, 1) : [];
  if (tool === "write" || tool === "edit") return "--permission-mode auto-edit, or full";
  return tool === "bash" && /^[\w.-]+$/.test(program)
    ? `--allow "bash(${program})", or --permission-mode full`
    : `--allow ${tool}, or --permission-mode full`;
}
