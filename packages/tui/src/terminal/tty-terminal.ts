import type { Size } from "./geometry.ts";
import { HeldOutput } from "./held-output.ts";
import { InputDecoder } from "./input/input-decoder.ts";
import type { InputEvent, TerminalReply } from "./input/input-event.ts";
import { Listeners } from "./listeners.ts";
import {
  modesAgain,
  modesOff,
  modesOn,
  titleRestored,
  titleSaved,
  titleSequence,
} from "./modes.ts";
import { SuspendSignals } from "./suspend-signals.ts";
import type { Terminal, TerminalClock, Unsubscribe } from "./terminal.ts";
import { cleanLine } from "./text/clean.ts";
import type { TtyStreams } from "./tty-streams.ts";

/** How long `stop` waits for answers that are still under way, and for what is unwritten. */
const replyWaitMs = 200;
const writeWaitMs = 1000;

export interface TtyTerminalOptions extends TtyStreams {
  readonly clock: TerminalClock;
  /** The environment: over SSH an escape sequence may come in pieces. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * The terminal of this process. Its modes are put on once and taken back once, on every way out: `stop`, the end of the
 * process, an uncaught error (before its text is printed), a suspend, and while another program has it.
 */
export class TtyTerminal implements Terminal {
  readonly #streams: TtyStreams;
  readonly #clock: TerminalClock;
  readonly #decoder: InputDecoder;
  readonly #signals: SuspendSignals;
  readonly #input = new Listeners<InputEvent>();
  readonly #resize = new Listeners();
  readonly #suspend = new Listeners();
  readonly #resume = new Listeners();
  readonly #gone = new Listeners();
  #state: "new" | "on" | "away" | "stopping" | "stopped" = "new";
  #held: readonly HeldOutput[] = [];
  #inputTimer: unknown;
  #isGone = false;
  #title: string | undefined;
  /** Device reports that were asked for and have not come. */
  #awaited = 0;
  #onReplies: () => void = () => undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: TtyTerminalOptions) {
    this.#streams = options;
    this.#clock = options.clock;
    const isRemote = options.variables["SSH_CONNECTION"] ?? options.variables["SSH_TTY"];
    this.#decoder = new InputDecoder({
      escapeWaitMs: isRemote === undefined ? 50 : 100,
      onReply: (reply) => this.#noteReply(reply),
    });
    this.#signals = new SuspendSignals(options.host, options.clock, {
      onStop: () => this.suspend(),
      onContinue: () => this.#comeBack(),
    });
  }

  get size(): Size {
    // A terminal that was told no size reports 0, or nothing.
    const { columns, rows } = this.#streams.output;
    return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 };
  }

  write(text: string): void {
    if (this.#state === "on") this.#put(text);
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

  onGone(listener: () => void): Unsubscribe {
    return this.#gone.add(listener);
  }

  setTitle(title: string): void {
    const save = this.#title === undefined ? titleSaved : "";
    this.#title = titleSequence(cleanLine(title));
    this.write(save + this.#title);
  }

  start(): void {
    if (this.#state !== "new") return;
    const { input, output, host } = this.#streams;
    host.on("exit", this.#restore);
    host.on("uncaughtExceptionMonitor", this.#restore);
    this.#signals.listen();
    // Once the terminal is gone, its errors say only that: the listeners stay, so that none is unhandled.
    input.on("error", this.#leave);
    output.on("error", this.#leave);
    input.on("end", this.#leave);
    input.on("close", this.#leave);
    output.on("resize", this.#noteResize);
    this.#takeOver();
  }

  suspend(): void {
    if (this.#state !== "on") return;
    this.#suspend.tell();
    this.#giveBack("away");
    this.#signals.stopProcess();
  }

  async lend<Result>(use: () => Promise<Result>): Promise<Result> {
    if (this.#state !== "on") return use();
    this.#suspend.tell();
    this.#giveBack("away");
    this.#signals.ignore();
    try {
      return await use();
    } finally {
      if (this.#isAway()) {
        this.#signals.listen();
        this.#comeBack();
      }
    }
  }

  /** Asked after waiting, when `stop` may have been called. */
  #isAway(): boolean {
    return this.#state === "away";
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    if (this.#state === "on") {
      this.#state = "stopping";
      this.#put(this.#off());
      if (this.#awaited > 0 && !this.#isGone)
        await this.#atMost(replyWaitMs, (done) => (this.#onReplies = done));
    }
    this.#restore();
    this.#removeListeners();
    await this.#atMost(writeWaitMs, (done) => this.#put("", done));
  }

  #removeListeners(): void {
    const { input, output, host } = this.#streams;
    host.off("exit", this.#restore);
    host.off("uncaughtExceptionMonitor", this.#restore);
    this.#signals.ignore();
    input.off("end", this.#leave);
    input.off("close", this.#leave);
    output.off("resize", this.#noteResize);
  }

  /** The last resort, without waiting: nothing is left to do when the modes are off already. */
  readonly #restore = (): void => {
    if (this.#state === "on")
      try {
        this.#suspend.tell(); // What is printed after this must not stand amid the screen.
      } finally {
        this.#giveBack("stopped");
      }
    else if (this.#state === "stopping") this.#letGo();
    this.#state = "stopped";
  };

  #takeOver(): void {
    this.#state = "on";
    this.#held = (this.#streams.quiet ?? []).map((stream) => new HeldOutput(stream));
    this.#beginReading();
    this.#awaited += 1;
    this.#put(modesOn + (this.#title === undefined ? "" : titleSaved + this.#title));
  }

  #beginReading(): void {
    const { input } = this.#streams;
    input.setRawMode(true);
    input.on("data", this.#read);
    input.resume();
  }

  #giveBack(next: "away" | "stopped"): void {
    this.#put(this.#off());
    this.#letGo();
    this.#state = next;
  }

  #off(): string {
    return modesOff + (this.#title === undefined ? "" : titleRestored);
  }

  /** Stops reading, and lets others write again. */
  #letGo(): void {
    const { input } = this.#streams;
    this.#clock.clearTimeout(this.#inputTimer);
    input.off("data", this.#read);
    input.pause();
    if (!this.#isGone) input.setRawMode(false);
    for (const held of this.#held) held.release();
    this.#held = [];
  }

  #comeBack(): void {
    if (this.#state === "away") this.#takeOver();
    else if (this.#state === "on") {
      // Stopped by a signal that nobody can catch: the shell has changed what it needed to, but the stream believes that
      // it is raw still, and would do nothing.
      this.#streams.input.setRawMode(false);
      this.#streams.input.setRawMode(true);
      this.#put(modesAgain);
    } else return;
    this.#resume.tell();
  }

  readonly #read = (chunk: Uint8Array | string): void => {
    this.#clock.clearTimeout(this.#inputTimer);
    this.#hear(this.#decoder.push(chunk, this.#clock.now()));
    const { waitMs } = this.#decoder;
    if (waitMs !== undefined)
      this.#inputTimer = this.#clock.setTimeout(() => this.#hear(this.#decoder.flush()), waitMs);
  };

  #hear(events: readonly InputEvent[]): void {
    for (const event of events) if (this.#state === "on") this.#input.tell(event);
  }

  #noteReply({ about, sequence }: TerminalReply): void {
    if (about === "keyboard" && sequence !== "\u001b[?0u") this.#decoder.expectWholeEscapes();
    if (about !== "device") return;
    this.#awaited = Math.max(0, this.#awaited - 1);
    if (this.#awaited === 0) this.#onReplies();
  }

  readonly #noteResize = (): void => {
    if (this.#state === "on") this.#resize.tell();
  };

  readonly #leave = (): void => {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#onReplies();
    this.#gone.tell();
  };

  #put(text: string, done?: () => void): void {
    if (this.#isGone) done?.();
    else this.#streams.output.write(text, done);
  }

  /** Waits until `begin`'s callback is called, or the time is over. */
  async #atMost(limitMs: number, begin: (done: () => void) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#clock.setTimeout(resolve, limitMs);
    begin(resolve);
    await promise;
    this.#clock.clearTimeout(timer);
  }
}
