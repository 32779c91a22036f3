import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { joinPrompt, readPipedInput } from "../../src/cli/piped-input.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* silence(): AsyncGenerator<Uint8Array> {
  yield* [];
  await new Promise<never>(() => undefined);
}

describe("piped input", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("C14 what is piped in comes before the prompt words, parted by an empty line", () => {
    expect(joinPrompt("a\nb\n", "what is this?")).toBe("a\nb\n\nwhat is this?");
    expect(joinPrompt(" \n", "what is this?")).toBe("what is this?");
    expect(joinPrompt("  indented\n", "")).toBe("  indented");
    expect(joinPrompt("", " ")).toBe("");
  });

  it("C14 a character cut between two chunks is whole", async () => {
    async function* input(): AsyncGenerator<Uint8Array> {
      yield bytes("ü").subarray(0, 1);
      yield bytes("ü").subarray(1);
    }
    const { signal } = new AbortController();
    const onSilence = (): boolean => true;
    expect(await readPipedInput({ input: input(), signal, silenceMs: 10, onSilence })).toBe("ü");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("C14 a silent socket is given up when that was said to be right, a silent pipe is not", async () => {
    const { signal } = new AbortController();
    const read = readPipedInput({ input: silence(), signal, silenceMs: 10, onSilence: () => true });
    await vi.advanceTimersByTimeAsync(10);
    expect(await read).toBe("");

    const onSilence = vi.fn(() => false);
    const ended = vi.fn();
    void readPipedInput({ input: silence(), signal, silenceMs: 10, onSilence }).then(ended, ended);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(onSilence).toHaveBeenCalledTimes(1);
    expect(ended).not.toHaveBeenCalled();
  });

  it("C5.1 a request to end stops the waiting at once and leaves no listener", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const onSilence = (): boolean => false;
    const read = readPipedInput({ input: silence(), signal, silenceMs: 10, onSilence });
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(read).rejects.toBe(reason);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
