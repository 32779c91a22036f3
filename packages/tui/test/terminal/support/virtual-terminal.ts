import type { Size } from "../../../src/terminal/geometry.ts";
import type { InputEvent } from "../../../src/terminal/input/input-event.ts";
import { Listeners } from "../../../src/terminal/listeners.ts";
import type { Terminal, Unsubscribe } from "../../../src/terminal/terminal.ts";
import { createXterm, feed } from "./xterm.ts";
import type { XtermTerminal } from "./xterm.ts";

/** A terminal whose screen can be looked at. */
export class VirtualTerminal implements Terminal {
  readonly xterm: XtermTerminal;
  /** Everything that was written, one entry a call. */
  readonly writes: string[] = [];
  readonly #input = new Listeners<InputEvent>();
  readonly #resize = new Listeners();
  readonly #suspend = new Listeners();
  readonly #resume = new Listeners();
  #settled: Promise<void> = Promise.resolve();

  constructor(columns: number, rows: number) {
    this.xterm = createXterm(columns, rows);
  }

  get size(): Size {
    return { columns: this.xterm.cols, rows: this.xterm.rows };
  }

  get bytes(): number {
    return this.writes.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  }

  write(text: string): void {
    this.writes.push(text);
    this.print(text);
  }

  /** Shows what another program writes. In raw mode a line feed begins a new line all the same. */
  print(text: string): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#settled = promise;
    this.xterm.write(text.replaceAll("\n", "\r\n"), resolve);
  }

  /** Resolves when all that was written is shown. */
  settled(): Promise<void> {
    return this.#settled;
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.settled();
    this.xterm.resize(columns, rows);
    this.#resize.tell();
  }

  type(event: InputEvent): void {
    this.#input.tell(event);
  }

  onInput(listener: (event: InputEvent) => void): Unsubscribe {
    return this.#input.add(listener);
  }

  onResize(listener: () => void): Unsubscribe {
    return this.#resize.add(listener);
  }

  onSuspend(listener: () => void): Unsubscribe {
    return this.#suspend.add(listener);
  }

  onResume(listener: () => void): Unsubscribe {
    return this.#resume.add(listener);
  }

  onGone(): Unsubscribe {
    return () => undefined;
  }

  setTitle(): void {}

  start(): void {}

  suspend(): void {
    this.#suspend.tell();
  }

  resume(): void {
    this.#resume.tell();
  }

  async lend<Result>(use: () => Promise<Result>): Promise<Result> {
    this.suspend();
    const result = await use();
    this.resume();
    return result;
  }

  async stop(): Promise<void> {
    await feed(this.xterm, "");
  }
}
