import type { TerminalClock } from "./terminal.ts";
import type { TtyHost } from "./tty-streams.ts";

/** A group that no shell looks after does not stop: the program goes on after this time. */
const goOnAfterMs = 50;
/** A timer that went off while the process was stopped is called before the signal that let it go on. */
const signalAfterMs = 20;

export interface SuspendListeners {
  /** Somebody asked the process to stop (`kill -TSTP`). */
  readonly onStop: () => void;
  /** The process runs again. */
  readonly onContinue: () => void;
}

/** The signals by which a shell stops a job and lets it go on. */
export class SuspendSignals {
  readonly #host: TtyHost;
  readonly #clock: TerminalClock;
  readonly #listeners: SuspendListeners;
  #isListening = false;
  #timer: unknown;

  constructor(host: TtyHost, clock: TerminalClock, listeners: SuspendListeners) {
    this.#host = host;
    this.#clock = clock;
    this.#listeners = listeners;
  }

  listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#host.on("SIGTSTP", this.#stop);
    this.#host.on("SIGCONT", this.#continue);
  }

  ignore(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    this.#clock.clearTimeout(this.#timer);
    this.#host.off("SIGTSTP", this.#stop);
    this.#host.off("SIGCONT", this.#continue);
  }

  /** Stops the whole group, as the terminal's own Ctrl+Z does; `onContinue` is called when it runs again. */
  stopProcess(): void {
    // Only a signal that nobody handles stops the process.
    this.#host.off("SIGTSTP", this.#stop);
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = this.#clock.setTimeout(this.#continue, signalAfterMs);
    }, goOnAfterMs);
    this.#host.kill(0, "SIGTSTP");
  }

  readonly #stop = (): void => this.#listeners.onStop();

  readonly #continue = (): void => {
    this.#clock.clearTimeout(this.#timer);
    this.#host.off("SIGTSTP", this.#stop);
    this.#host.on("SIGTSTP", this.#stop);
    this.#listeners.onContinue();
  };
}
