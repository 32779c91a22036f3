import { SharedFile } from "@tau-ts/coding";

export interface PromptHistoryOptions {
  /** The file, `prompt-history.jsonl` in the user's folder; it appears with the first text. Nobody else may read it. */
  readonly path: string;
  /** Hears once that the history cannot be read or written; the editor works without. */
  readonly onWarning: (text: string) => void;
  /** The most texts in the file. Default 1,000. */
  readonly limit?: number | undefined;
}

const defaultLimit = 1_000;
/** Longer texts are not kept beyond the session: what is that long was pasted. */
const longestText = 32_768;
/** The most characters in the file; the oldest texts go first. */
const mostCharacters = 1_048_576;

/** What was sent in this and earlier sessions, in a file that several sessions write to at the same time. */
export class PromptHistory {
  readonly #options: PromptHistoryOptions;
  readonly #file: SharedFile;
  #writing: Promise<void> = Promise.resolve();
  #hasWarned = false;

  constructor(options: PromptHistoryOptions) {
    this.#options = options;
    this.#file = new SharedFile(options.path, { isPrivate: true });
  }

  /** What was sent, oldest first: `withHistory` takes it. Never rejects; lines that make no sense are left out. */
  async read(): Promise<readonly string[]> {
    try {
      return readTexts((await this.#file.read()) ?? "");
    } catch (error) {
      this.#warn("read", error);
      return [];
    }
  }

  /** Adds what was sent, in the order of the calls. Blank and very long texts, and the newest one again, are not added. */
  remember(text: string): void {
    if (text.trim() === "" || text.length > longestText) return;
    this.#writing = this.#writing.then(() => this.#add(text));
  }

  /** Resolves once everything is in the file that was to be remembered. Never rejects. */
  settled(): Promise<void> {
    return this.#writing;
  }

  async #add(text: string): Promise<void> {
    const { limit = defaultLimit } = this.#options;
    const line = JSON.stringify({ text });
    try {
      await this.#file.update((before = "") => {
        const lines = before.split("\n").filter((kept) => kept !== "");
        if (lines.at(-1) === line) return undefined;
        return newest([...lines, line], limit);
      });
    } catch (error) {
      this.#warn("written", error);
    }
  }

  #warn(what: "read" | "written", error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const why = error instanceof Error ? error.message : String(error);
    this.#options.onWarning(`The history of prompts could not be ${what}: ${why}`);
  }
}

/** The last lines within the limits. */
function newest(lines: readonly string[], limit: number): string {
  let characters = 0;
  let from = lines.length;
  while (from > Math.max(0, lines.length - limit)) {
    characters += (lines[from - 1]?.length ?? 0) + 1;
    if (characters > mostCharacters) break;
    from -= 1;
  }
  return `${lines.slice(from).join("\n")}\n`;
}

function readTexts(content: string): readonly string[] {
  return content.split("\n").flatMap((line) => {
    const text = line === "" ? undefined : textOfLine(line);
    return text === undefined ? [] : [text];
  });
}

function textOfLine(line: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // Written by something else, or cut by a person.
  }
  if (typeof value !== "object" || value === null || !("text" in value)) return undefined;
  return typeof value.text === "string" ? value.text : undefined;
}
