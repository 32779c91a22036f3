import { SharedFile } from "@tau-ts/coding";
import { messageOf } from "../../cli/failure.ts";

export interface PromptHistoryOptions {
  /** The file, `prompt-history.jsonl` in the user's folder; it appears with the first text. Nobody else may read it. */
  readonly path: string;
  /** Hears once that the history cannot be read or written; the editor works without. */
  readonly onWarning: (text: string) => void;
  /** The most texts in the file. Default 1,000. */
  readonly limit?: number | undefined;
}

const defaultLimit = 1_000;
/** A line of more characters is long: it holds what was pasted, or a file. */
const longLine = 32_768;
/** The most characters in the file of usual lines, and of long ones, which so push out each other only. */
const mostCharacters = 1_048_576;
const mostLongCharacters = 4_194_304;

/**
 * What was sent, or typed and not sent, in this and earlier sessions, in a file that several sessions write to at the same
 * time. Every text is kept whole; the oldest go first, and the newest never.
 */
export class PromptHistory {
  readonly #options: PromptHistoryOptions;
  readonly #file: SharedFile;
  #writing: Promise<void> = Promise.resolve();
  #hasWarned = false;

  constructor(options: PromptHistoryOptions) {
    this.#options = options;
    this.#file = new SharedFile(options.path, { isPrivate: true });
  }

  /** What was remembered, oldest first: `withHistory` takes it. Never rejects; lines that make no sense are left out. */
  async read(): Promise<readonly string[]> {
    try {
      return readTexts((await this.#file.read()) ?? "");
    } catch (error) {
      this.#warn("read", error);
      return [];
    }
  }

  /** Adds a text, in the order of the calls. A blank one, and the newest one again, are not added. */
  remember(text: string): void {
    if (text.trim() === "") return;
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
    this.#options.onWarning(`The history of prompts could not be ${what}: ${messageOf(error)}`);
  }
}

/** The last lines within the limits, but always the very last one. */
function newest(lines: readonly string[], limit: number): string {
  const kept: string[] = [];
  const room = { usual: mostCharacters, long: mostLongCharacters };
  for (const line of lines.slice(-limit).toReversed()) {
    const kind = line.length > longLine ? "long" : "usual";
    room[kind] -= line.length + 1;
    if (room[kind] >= 0 || kept.length === 0) kept.push(line);
  }
  return `${kept.toReversed().join("\n")}\n`;
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
