import type { WritableProcessStream } from "./held-output.ts";

/** What is needed of `process.stdin` when it is a terminal. */
export interface TtyInput {
  setRawMode(isRaw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
  on(event: "data", listener: (chunk: Uint8Array | string) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "data", listener: (chunk: Uint8Array | string) => void): unknown;
  off(event: "end" | "close", listener: () => void): unknown;
}

/** What is needed of `process.stdout` when it is a terminal. */
export interface TtyOutput {
  readonly columns: number;
  readonly rows: number;
  write(text: string, done?: (error?: Error | null) => void): boolean;
  on(event: "resize", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

/** What is needed of `process`: the ways out, and the ways to the shell and back. */
export interface TtyHost {
  on(event: "exit" | "uncaughtExceptionMonitor", listener: () => void): unknown;
  on(event: "SIGTSTP" | "SIGCONT", listener: () => void): unknown;
  off(event: "exit" | "uncaughtExceptionMonitor", listener: () => void): unknown;
  off(event: "SIGTSTP" | "SIGCONT", listener: () => void): unknown;
  /** With process 0: the whole group, as Ctrl+Z at the terminal does. */
  kill(processId: number, signal: "SIGTSTP"): unknown;
}

export interface TtyStreams {
  readonly input: TtyInput;
  readonly output: TtyOutput;
  readonly host: TtyHost;
  /** Streams that show on the same terminal and must keep still meanwhile: standard error. */
  readonly quiet?: readonly WritableProcessStream[] | undefined;
}
