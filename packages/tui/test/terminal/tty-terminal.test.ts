import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import type { InputEvent } from "../../src/terminal/input/input-event.ts";
import { TtyTerminal } from "../../src/terminal/tty-terminal.ts";
import { ManualClock } from "./support/manual-clock.ts";

/** The streams and the process, as far as a terminal needs them. */
class FakeStreams {
  readonly input = Object.assign(new EventEmitter(), {
    isRaw: false,
    isReading: false,
    setRawMode(isRaw: boolean): void {
      this.isRaw = isRaw;
    },
    resume(): void {
      this.isReading = true;
    },
    pause(): void {
      this.isReading = false;
    },
  });
  readonly output = Object.assign(new EventEmitter(), {
    columns: 100,
    rows: 30,
    written: "",
    isStuck: false,
    write(text: string, done?: () => void): boolean {
      this.written += text;
      if (!this.isStuck && done) queueMicrotask(done);
      return true;
    },
  });
  readonly host = Object.assign(new EventEmitter(), {
    kills: [] as string[],
    kill(processId: number, signal: string): void {
      this.kills.push(`${processId} ${signal}`);
    },
  });
  readonly error = {
    written: "",
    write(chunk: Uint8Array | string): boolean {
      this.written += String(chunk);
      return true;
    },
  };
}

function setUp(variables: Record<string, string> = {}) {
  const streams = new FakeStreams();
  const clock = new ManualClock();
  const { input, output, host, error } = streams;
  const terminal = new TtyTerminal({ input, output, host, quiet: [error], clock, variables });
  const events: InputEvent[] = [];
  terminal.onInput((event) => events.push(event));
  const news: string[] = [];
  terminal.onSuspend(() => news.push("suspend"));
  terminal.onResume(() => news.push("resume"));
  terminal.onResize(() => news.push("resize"));
  terminal.onGone(() => news.push("gone"));
  return { streams, clock, terminal, events, news };
}

const push = "\u001b[>5u";
const pop = "\u001b[<u";

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe("modes", () => {
  it("F95 are put on once and taken back once, however often they are asked for", async () => {
    const { streams, terminal } = setUp();
    terminal.start();
    terminal.start();
    streams.input.emit("data", Buffer.from("\u001b[?62c"));
    await Promise.all([terminal.stop(), terminal.stop()]);
    streams.host.emit("exit");
    streams.host.emit("uncaughtExceptionMonitor");
    expect([count(streams.output.written, push), count(streams.output.written, pop)]).toEqual([
      1, 1,
    ]);
    expect(streams.input).toMatchObject({ isRaw: false, isReading: false });
    for (const event of ["exit", "uncaughtExceptionMonitor", "SIGCONT", "SIGTSTP"])
      expect([event, streams.host.listenerCount(event)]).toEqual([event, 0]);
  });

  it("a terminal that was never started is not touched", async () => {
    const { streams, terminal } = setUp();
    terminal.write("x");
    terminal.suspend();
    await terminal.stop();
    expect(streams.output.written).toBe("");
  });

  it("F95 an exit while another program has the terminal takes nothing back twice", async () => {
    const { streams, terminal } = setUp();
    terminal.start();
    await terminal.lend(() => {
      streams.host.emit("exit");
      return Promise.resolve();
    });
    expect(count(streams.output.written, pop)).toBe(1);
    expect(count(streams.output.written, push)).toBe(1);
  });

  it("F95 at an uncaught error listeners tidy up before the modes are off, and nothing is written after", () => {
    const { streams, terminal, news } = setUp();
    terminal.onSuspend(() => terminal.write("<tidy>"));
    terminal.start();
    streams.host.emit("uncaughtExceptionMonitor");
    terminal.write("late");
    expect(news).toEqual(["suspend"]);
    expect(streams.output.written.indexOf("<tidy>")).toBeLessThan(
      streams.output.written.indexOf(pop),
    );
    expect(streams.output.written).toContain("<tidy>");
    expect(streams.output.written).not.toContain("late");
  });
});

describe("stopping", () => {
  it("bug 48: waits for a reply that is under way, and swallows it", async () => {
    const { streams, terminal, events } = setUp();
    terminal.start();
    const stopped = terminal.stop();
    expect(streams.input.isReading).toBe(true);
    streams.input.emit("data", Buffer.from("\u001b[?0u"));
    streams.input.emit("data", Buffer.from("\u001b[?62;22c"));
    await stopped;
    expect(events).toEqual([]);
    expect(streams.input).toMatchObject({ isRaw: false, isReading: false });
  });

  it("bug 48: but not for long, nor for output that nobody takes", async () => {
    const { streams, terminal, clock } = setUp();
    terminal.start();
    streams.output.isStuck = true;
    let isOver = false;
    const stopped = terminal.stop().then(() => (isOver = true));
    clock.advance(200);
    await Promise.resolve();
    await Promise.resolve();
    expect(isOver).toBe(false);
    clock.advance(1000);
    await stopped;
    expect(clock.armed).toBe(0);
  });
});

describe("the way to the shell", () => {
  it("a suspend takes the modes back, stops the whole group, and comes back with SIGCONT", () => {
    const { streams, terminal, news, clock } = setUp();
    terminal.start();
    terminal.suspend();
    expect(streams.host.kills).toEqual(["0 SIGTSTP"]);
    expect(streams.host.listenerCount("SIGTSTP")).toBe(0); // Else the signal would not stop the process.
    expect(streams.input.isRaw).toBe(false);
    terminal.write("hidden");
    streams.host.emit("SIGCONT");
    expect(news).toEqual(["suspend", "resume"]);
    expect([count(streams.output.written, push), count(streams.output.written, pop)]).toEqual([
      2, 1,
    ]);
    expect(streams.output.written).not.toContain("hidden");
    clock.advance(1000);
    expect(news).toEqual(["suspend", "resume"]);
    expect(streams.host.listenerCount("SIGTSTP")).toBe(1);
  });

  it("where no shell can stop the group, the program goes on by itself", () => {
    const { terminal, news, clock } = setUp();
    terminal.start();
    terminal.suspend();
    clock.advance(100);
    expect(news).toEqual(["suspend", "resume"]);
  });

  it("lends itself to another program and hands on what that gives, or throws", async () => {
    const { streams, terminal, news } = setUp();
    terminal.start();
    const result = await terminal.lend(() => {
      expect(streams.input.isRaw).toBe(false);
      streams.error.write("from the editor");
      expect(streams.error.written).toBe("from the editor");
      return Promise.resolve(7);
    });
    expect(result).toBe(7);
    await expect(terminal.lend(() => Promise.reject(new Error("no editor")))).rejects.toThrow(
      "no editor",
    );
    expect(news).toEqual(["suspend", "resume", "suspend", "resume"]);
    expect(streams.input.isRaw).toBe(true);
  });
});

describe("input and output", () => {
  it("a lone ESC is Escape after 50 ms, after 100 ms over SSH, and no timer is armed otherwise", () => {
    for (const [variables, waitMs] of [
      [{}, 50],
      [{ SSH_CONNECTION: "a" }, 100],
    ] as const) {
      const { streams, terminal, events, clock } = setUp(variables);
      terminal.start();
      expect(clock.armed).toBe(0);
      streams.input.emit("data", Buffer.from("\u001b"));
      clock.advance(waitMs - 1);
      expect(events).toEqual([]);
      clock.advance(1);
      expect(events).toMatchObject([{ name: "escape" }]);
      expect(clock.armed).toBe(0);
    }
  });

  it("bug: with the kitty protocol in force an Alt key cut by SSH has more time", () => {
    const { streams, terminal, events, clock } = setUp();
    terminal.start();
    streams.input.emit("data", Buffer.from("\u001b[?5u\u001b[?62c\u001b"));
    clock.advance(150);
    streams.input.emit("data", Buffer.from("b"));
    expect(events).toMatchObject([{ name: "b", alt: true }]);
  });

  it("bug 48: others' output is kept back and let out at the end, in full up to a limit", async () => {
    const { streams, terminal } = setUp();
    terminal.start();
    streams.error.write("warning\n");
    streams.error.write(Buffer.from("x".repeat(70_000)));
    expect(streams.error.written).toBe("");
    const stopped = terminal.stop();
    streams.input.emit("data", Buffer.from("\u001b[?62c"));
    await stopped;
    expect(streams.error.written.startsWith("warning\nxxx")).toBe(true);
    expect(streams.error.written).toContain(`(${70_008 - 65_536} more characters were not kept)`);
    streams.error.write("direct");
    expect(streams.error.written.endsWith("direct")).toBe(true);
  });

  it("a title holds no control characters, and the old one comes back", async () => {
    const { streams, terminal } = setUp();
    terminal.start();
    terminal.setTitle("a\u0007\u001b]52;c;x\u0007b\nc");
    expect(streams.output.written).toContain("\u001b[22;0t\u001b]0;ab c\u0007");
    terminal.setTitle("second");
    expect(count(streams.output.written, "\u001b[22;0t")).toBe(1);
    streams.input.emit("data", Buffer.from("\u001b[?62c"));
    await terminal.stop();
    expect(count(streams.output.written, "\u001b[23;0t")).toBe(1);
  });

  it("tells its size, and a usual one when it was told none", () => {
    const { streams, terminal, news } = setUp();
    terminal.start();
    streams.output.columns = 20;
    streams.output.emit("resize");
    expect([terminal.size, news]).toEqual([{ columns: 20, rows: 30 }, ["resize"]]);
    Object.assign(streams.output, { columns: undefined, rows: 0 });
    expect(terminal.size).toEqual({ columns: 80, rows: 24 });
  });

  it.each(["end", "close", "error"])(
    "when the line is cut (%s), it says so once and writes no more",
    async (event) => {
      const { streams, terminal, news } = setUp();
      terminal.start();
      const { written } = streams.output;
      streams.input.emit(event, new Error("EIO"));
      streams.output.emit("error", new Error("EIO"));
      terminal.write("x");
      await terminal.stop();
      expect(news).toEqual(["gone"]);
      expect(streams.output.written).toBe(written);
    },
  );
});
