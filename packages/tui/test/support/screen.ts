import { spawn } from "@lydell/node-pty";
import type { IPty } from "@lydell/node-pty";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { Terminal } from "@xterm/headless";
import { LookOut } from "./look-out.ts";
import { tauWords } from "./tau.ts";
import type { Place } from "./tau.ts";

export interface ScreenOptions {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What a shell in the same terminal does when the command has ended. */
  readonly afterwards?: string | undefined;
  /** Started in place of the command: a program and its words. */
  readonly command?: readonly string[] | undefined;
}

const frameBegin = "\u001b[?2026h";
const frameEnd = "\u001b[?2026l";
/** How long anything may take to show, in milliseconds. */
const patienceMs = 10_000;

/**
 * The command in a terminal that understands what it writes: tests look at what a person would see. `await using` kills
 * it.
 */
export class TauScreen implements AsyncDisposable {
  readonly #pty: IPty;
  readonly #terminal: Terminal;
  readonly #lookOut = new LookOut();
  #isPainting = false;
  /** The end of what the terminal has taken: a mark may be cut in two. */
  #recent = "";
  /** Everything that was written, sequences included. */
  output = "";
  /** Set when the command has ended. */
  exitCode: number | undefined;
  readonly finished: Promise<number>;

  constructor(words: readonly string[], place: Place, options: ScreenOptions = {}) {
    const { columns = 80, rows = 24, env = {}, afterwards, command = tauCommand(words) } = options;
    this.#terminal = new Terminal({
      cols: columns,
      rows,
      scrollback: 50_000,
      allowProposedApi: true,
    });
    this.#terminal.loadAddon(new UnicodeGraphemesAddon());
    const [program = "", ...programWords] =
      afterwards === undefined
        ? command
        : ["bash", "--norc", "--noprofile", "-c", `"$@"; ${afterwards}`, "bash", ...command];
    this.#pty = spawn(program, programWords, {
      cols: columns,
      rows,
      cwd: place.cwd,
      env: { ...place.env, TERM: "xterm-256color", ...env },
    });
    // A terminal answers what it is asked.
    this.#terminal.onData((reply) => this.#pty.write(reply));
    const { promise, resolve } = Promise.withResolvers<number>();
    this.finished = promise;
    this.#pty.onData((text) => {
      this.output += text;
      this.#terminal.write(text, () => {
        this.#noteMarks(text);
        this.#tell();
      });
    });
    this.#pty.onExit(({ exitCode }) => {
      // What was written last is shown before anybody hears of the end.
      this.#terminal.write("", () => {
        this.exitCode = exitCode;
        resolve(exitCode);
        this.#tell();
      });
    });
  }

  /** The process of the shell, or of the command if there is no shell. */
  get pid(): number {
    return this.#pty.pid;
  }

  /** The lines of the screen, without blanks at their ends. */
  get lines(): readonly string[] {
    const { buffer, rows } = this.#terminal;
    return this.#range(buffer.active.baseY, rows);
  }

  /** The lines below the conversation and its rule: what is typed, and the status line. */
  get below(): readonly string[] {
    const { lines } = this;
    return lines.slice(lines.findLastIndex((line) => /^─+$/.test(line)) + 1);
  }

  /** The screen as one text. */
  get text(): string {
    return this.lines.join("\n").trimEnd();
  }

  /** The lines that have scrolled away and those of the screen. */
  get all(): readonly string[] {
    const { active } = this.#terminal.buffer;
    return this.#range(0, active.length);
  }

  /** Where the cursor is, from 0. */
  get cursor(): { readonly row: number; readonly column: number } {
    const { active } = this.#terminal.buffer;
    return { row: active.cursorY, column: active.cursorX };
  }

  /** Types as a person would: what Enter sends is a carriage return. */
  type(text: string): void {
    this.#pty.write(text);
  }

  /** Types a line, and Enter once it is all there: together they would be taken for a paste. */
  async enter(text: string): Promise<void> {
    this.type(text);
    await this.until(
      ({ below }) => below.some((line) => /^[›$] /.test(line) && line.trimEnd().endsWith(text)),
      text,
    );
    this.type("\r");
    await this.until(
      ({ below }) => !below.some((line) => line.trimEnd() === `› ${text}`),
      `no ${text}`,
    );
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  /** Resolves when the screen is as `isThere` wants it. Rejects when the command ends first, and after ten seconds. */
  async until(isThere: (screen: this) => boolean, what: string = String(isThere)): Promise<void> {
    await this.#lookOut.until(
      () => isThere(this),
      () =>
        this.exitCode === undefined
          ? undefined
          : `the command ended without ${what}:\n${this.text}`,
      {
        ms: patienceMs,
        problem: () => `there is no ${what} after ${patienceMs} ms:\n${this.text}`,
      },
    );
  }

  /** Resolves when the text is on the screen. */
  shows(text: string): Promise<void> {
    return this.until((screen) => screen.text.includes(text), JSON.stringify(text));
  }

  /** Resolves when the text is nowhere on the screen. */
  hides(text: string): Promise<void> {
    return this.until((screen) => !screen.text.includes(text), `screen without ${text}`);
  }

  /** Resolves when the command takes keys. */
  ready(): Promise<void> {
    return this.until(
      ({ text }) => text.includes("›") && !text.includes("Starting…"),
      "editor that is ready",
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.exitCode === undefined) this.#pty.kill("SIGKILL");
    await this.finished;
    this.#terminal.dispose();
  }

  #range(from: number, count: number): readonly string[] {
    const { active } = this.#terminal.buffer;
    return Array.from(
      { length: count },
      (_, at) => active.getLine(from + at)?.translateToString(true) ?? "",
    );
  }

  /** Looks whether what the terminal has taken so far ends within a frame. */
  #noteMarks(text: string): void {
    const recent = this.#recent + text;
    const [begin, end] = [recent.lastIndexOf(frameBegin), recent.lastIndexOf(frameEnd)];
    if (begin !== end) this.#isPainting = begin > end;
    this.#recent = recent.slice(1 - frameBegin.length);
  }

  /** Nobody sees half a frame: a terminal shows what is between the marks at once. */
  #tell(): void {
    if (this.#isPainting && this.exitCode === undefined) return;
    this.#lookOut.tell();
  }
}

function tauCommand(words: readonly string[]): readonly string[] {
  return [process.execPath, ...tauWords, ...words];
}
