import type { Size } from "./geometry.ts";
import type { InputEvent } from "./input/input-event.ts";

/** Takes the listener off again. */
export type Unsubscribe = () => void;

/** The time, and a call later: `SystemClock` is the one of this machine. */
export interface TerminalClock {
  /** Milliseconds; only differences count. */
  now(): number;
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** A terminal with a person in front of it. */
export interface Terminal {
  /** The present size, at least 1 × 1. */
  readonly size: Size;
  /** Shows text, with the terminal's own sequences. Nothing happens while the terminal is lent, stopped or gone. */
  write(text: string): void;
  /** Hears keys, pastes and focus. */
  onInput(listener: (event: InputEvent) => void): Unsubscribe;
  onResize(listener: () => void): Unsubscribe;
  /** Hears, before the modes are taken back, that the shell or another program gets the terminal for a while. */
  onSuspend(listener: () => void): Unsubscribe;
  /** Hears that it is ours again: what was shown is gone or out of place. */
  onResume(listener: () => void): Unsubscribe;
  /** Hears that nobody is there any more (the window was closed, the line was cut). */
  onGone(listener: () => void): Unsubscribe;
  /** Names the window. Control characters are taken out. */
  setTitle(title: string): void;
  /** Puts the modes on and begins to read. A second call does nothing. */
  start(): void;
  /** Gives the terminal to the shell until the person brings the program back (Ctrl+Z, then `fg`). */
  suspend(): void;
  /** Gives the terminal to another program (an editor) while `use` runs; its result is passed on. */
  lend<Result>(use: () => Promise<Result>): Promise<Result>;
  /**
   * Takes every mode back, waits a bounded time for late replies and for what is still unwritten, and stops reading. A
   * second call waits for the first.
   */
  stop(): Promise<void>;
}
