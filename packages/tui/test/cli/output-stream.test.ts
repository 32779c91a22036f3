import { describe, expect, it, vi } from "vitest";
import { OutputStream, isBrokenPipe } from "../../src/cli/output-stream.ts";
import type { NodeOutput } from "../../src/cli/output-stream.ts";

/** A stream that takes one text at a time, when it is told to. */
class SlowOutput implements NodeOutput {
  readonly isTTY: boolean;
  writableNeedDrain = false;
  readonly texts: string[] = [];
  #done: ((error?: Error | null) => void)[] = [];
  #onDrain: () => void = () => undefined;
  #onError: (error: Error) => void = () => undefined;

  constructor(isTTY = false) {
    this.isTTY = isTTY;
  }

  write(text: string, done: (error?: Error | null) => void): boolean {
    this.texts.push(text);
    this.#done.push(done);
    this.writableNeedDrain = true;
    return false;
  }

  on(event: "drain", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "drain" | "error", listener: (error: Error) => void): unknown {
    if (event === "error") this.#onError = listener;
    else this.#onDrain = () => listener(new Error("a drain is no error"));
    return this;
  }

  take(): void {
    this.writableNeedDrain = false;
    for (const done of this.#done.splice(0)) done();
    this.#onDrain();
  }

  fail(error: Error): void {
    for (const done of this.#done.splice(0)) done(error);
    this.#onError(error);
  }
}

function brokenPipe(): Error {
  return Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
}

describe("OutputStream", () => {
  it("F104 flush resolves when the system took everything and not before", async () => {
    const slow = new SlowOutput();
    const output = new OutputStream(slow);
    let flushed = false;
    void output.write("a");
    const flush = output.flush().then(() => (flushed = true));
    await Promise.resolve();
    expect(flushed).toBe(false);
    slow.take();
    await flush;
    expect(slow.texts).toEqual(["a"]);
  });

  it("F104 a writer that waits goes on when there is room", async () => {
    const slow = new SlowOutput();
    const output = new OutputStream(slow);
    const write = output.write("a");
    expect(output.ready()).toBeInstanceOf(Promise);
    slow.take();
    await write;
    expect(output.ready()).toBeUndefined();
  });

  it("F99 a reader that goes away fails once, wakes who waits, and later writes do nothing", async () => {
    const slow = new SlowOutput();
    const told = vi.fn();
    const output = new OutputStream(slow);
    output.onFailure(told);
    const write = output.write("a");
    const flush = output.flush();
    slow.fail(brokenPipe());
    await write;
    await flush;
    void output.write("b");
    await output.flush();
    expect(slow.texts).toEqual(["a"]);
    expect(told).toHaveBeenCalledTimes(1);
    expect(isBrokenPipe(output.failure)).toBe(true);
    output.onFailure(told);
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("F97 what a model says cannot drive the terminal, and a file gets it as it is", () => {
    const said = "red: \u001b[31m\u0007\u009b31m, tab:\t, \u202eback, line:\r\n";
    const [terminal, file] = [new SlowOutput(true), new SlowOutput()];
    void new OutputStream(terminal).write(said);
    void new OutputStream(file).write(said);
    expect(terminal.texts).toEqual(["red: 31m, tab:\t, back, line:\n"]);
    expect(file.texts).toEqual([said]);
  });
});
