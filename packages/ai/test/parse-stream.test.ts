import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStream, textOf } from "../src/index.ts";
import {
  messageDelta,
  messageStart,
  messageStop,
  textBlock,
  textDelta,
  textReply,
  toolBlock,
} from "./support/anthropic.ts";
import { chunked, cutAt, encode, silentAfter } from "./support/bytes.ts";
import {
  blockTypes,
  collect,
  countListeners,
  finalMessage,
  outcome,
  types,
} from "./support/events.ts";

const WIRE = "anthropic-messages";

describe("parseStream", () => {
  it("C13.3 events and message are the same however the bytes were cut, with any line end", async () => {
    const text =
      messageStart +
      textBlock("né€😀") +
      toolBlock(['{"path":"ü', '€"}'], 1) +
      messageDelta("tool_use") +
      messageStop;
    const whole = await describeRun([encode(text)]);
    const ends = fc.constantFrom("\n", "\r\n", "\r");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2_000), { maxLength: 40 }), ends, async (places, end) => {
        const bytes = encode(text.replaceAll("\n", end));
        expect(await describeRun(cutAt(bytes, places))).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  it("C13.1 a ReadableStream of the web works as well, and is given up after the terminal", async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encode(textReply("Hi"))),
      cancel: () => void (cancelled = true),
    });
    expect(textOf(await outcome(parseStream(WIRE, stream)))).toBe("Hi");
    expect(cancelled).toBe(true);
  });

  it("C13.3 PEER-9 bytes after the terminal are ignored and the rest is given up", async () => {
    const source = silentAfter([textReply("Hi") + textReply("again")]);
    const events = await collect(parseStream(WIRE, source.bytes));
    expect(textOf(finalMessage(events))).toBe("Hi");
    expect(source.left()).toBe(true);
  });

  it("F105 an abort during silence ends the stream at once, keeps the text, and leaves no listener", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const source = silentAfter([messageStart + textDelta("partial")]);
    const events = parseStream(WIRE, source.bytes, { signal: controller.signal });
    const all = [];
    for await (const event of events) {
      all.push(event);
      if (event.type === "text_delta") setTimeout(() => controller.abort(), 5);
    }
    expect(finalMessage(all)).toMatchObject({
      stopReason: "aborted",
      errorMessage: "Operation aborted",
      content: [{ type: "text", text: "partial" }],
    });
    expect(all.at(-1)).toMatchObject({ type: "error", reason: "aborted" });
    expect([source.left(), listeners()]).toEqual([true, 0]);
  });

  it("F105 whoever aborts before being handed the end gets aborted, even if all had arrived", async () => {
    const controller = new AbortController();
    const all = [];
    for await (const event of parseStream(WIRE, chunked([textReply("Hi")]), {
      signal: controller.signal,
    })) {
      all.push(event);
      if (event.type === "text_delta") controller.abort();
    }
    expect(finalMessage(all)).toMatchObject({ stopReason: "aborted", content: [{ text: "Hi" }] });
  });

  it("F105 with a signal that is already aborted nothing is read", async () => {
    const source = silentAfter([textReply("Hi")]);
    const events = await collect(parseStream(WIRE, source.bytes, { signal: AbortSignal.abort() }));
    expect(types(events)).toEqual(["start", "error"]);
    expect(source.left()).toBe(true);
  });

  it("C5.4 the reason of a cancel token is told, the platform's own is not", async () => {
    const reason = Object.assign(new Error("user pressed Esc"), {
      name: "AbortError",
      kind: "user",
    });
    const bytes = silentAfter([]).bytes;
    const told = await outcome(parseStream(WIRE, bytes, { signal: AbortSignal.abort(reason) }));
    expect(told.errorMessage).toBe("Operation aborted: user pressed Esc");
    for (const other of [
      undefined,
      "text",
      new Error("x"),
      Object.assign(new Error("Operation aborted"), { name: "AbortError", kind: "user" }),
    ]) {
      const message = await outcome(parseStream(WIRE, bytes, { signal: AbortSignal.abort(other) }));
      expect(message.errorMessage).toBe("Operation aborted");
    }
  });

  it("F105 leaving the loop gives the bytes up and leaves no listener", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const source = silentAfter([messageStart + textDelta("a"), textDelta("b")]);
    for await (const event of parseStream(WIRE, source.bytes, { signal: controller.signal })) {
      if (event.type === "text_delta") break;
    }
    expect([source.left(), listeners()]).toEqual([true, 0]);
  });

  it("F105 return() does not wait behind a pending next()", async () => {
    const source = silentAfter([messageStart]);
    const events = parseStream(WIRE, source.bytes);
    expect(await events.next()).toMatchObject({ value: { type: "start" } });
    const pending = events.next();
    await events.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(source.left()).toBe(true);
  });

  it("C13.3 return() before the first next() reads nothing", async () => {
    let opened = false;
    const bytes = {
      [Symbol.asyncIterator]() {
        opened = true;
        return chunked([]);
      },
    };
    const events = parseStream(WIRE, bytes);
    await events.return?.();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(opened).toBe(false);
  });

  it("C13.3 several next() at once are answered in order", async () => {
    const events = parseStream(WIRE, chunked([messageStart, textBlock("a"), messageStop]));
    const steps = await Promise.all(Array.from({ length: 7 }, () => events.next()));
    expect(steps.map((step) => step.value?.type)).toEqual([
      "start",
      ...blockTypes("text", 1),
      "done",
      undefined,
      undefined,
    ]);
  });

  it("C13.5 a lost connection is a network error that keeps the text", async () => {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield encode(messageStart + textDelta("kept"));
      throw Object.assign(new TypeError("terminated"), {
        cause: Object.assign(new Error("other side closed"), { code: "ECONNRESET" }),
      });
    }
    expect(await outcome(parseStream(WIRE, bytes()))).toMatchObject({
      stopReason: "error",
      errorMessage: "the connection was lost during the reply: connection reset (ECONNRESET)",
      content: [{ text: "kept" }],
      diagnostics: [{ kind: "network", retryable: true }],
    });
  });

  it("C13.3 a transport that aborts by itself is a network error, not a stop", async () => {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield encode(messageStart);
      throw new DOMException("This operation was aborted", "AbortError");
    }
    const { signal } = new AbortController();
    expect(await outcome(parseStream(WIRE, bytes(), { signal }))).toMatchObject({
      stopReason: "error",
      diagnostics: [{ kind: "network" }],
    });
  });

  it.each([
    [
      '{"type":"error","error":{"type":"api_error","message":"no such thing"}}',
      "application/json",
      "no such thing",
    ],
    [
      "<!doctype html><html><body>Sign in</body></html>",
      "text/html",
      "answered HTML, not a model API; check the base URL",
    ],
    ["hello", "text/plain", "the answer is no event stream: hello"],
    ["", undefined, "stream ended without a terminal event"],
    ['{"ok":true}', undefined, 'the answer is no event stream: {"ok":true}'],
  ])(
    "C13.5 a body %j that is no stream is an error that says what it is",
    async (body, contentType, text) => {
      const message = await outcome(parseStream(WIRE, chunked([body]), { contentType }));
      expect(message.stopReason).toBe("error");
      expect(message.errorMessage).toContain(text);
    },
  );

  it("C13.3 bytes that cannot be read are an error, not a throw", async () => {
    const locked = new ReadableStream<Uint8Array>();
    locked.getReader();
    const broken: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => {
        throw new Error("no iterator");
      },
    };
    // @ts-expect-error -- strings are no bytes
    const strings: AsyncIterable<Uint8Array> = (async function* () {
      yield "text";
    })();
    for (const bytes of [locked, broken, strings]) {
      expect(await outcome(parseStream(WIRE, bytes))).toMatchObject({ stopReason: "error" });
    }
  });

  it("C13.3 who parses, and which model, is recorded", async () => {
    const message = await outcome(
      parseStream(WIRE, chunked([textReply("x")]), { model: "asked", provider: "p" }),
    );
    expect(message).toMatchObject({ api: WIRE, provider: "p", model: "asked" });
  });
});

async function describeRun(chunks: readonly Uint8Array[]): Promise<unknown> {
  const events = await collect(parseStream(WIRE, chunked(chunks)));
  const { timestamp: _, ...message } = finalMessage(events);
  const deltas = events.map((event) =>
    "delta" in event ? `${event.type}:${event.delta}` : event.type,
  );
  return { deltas, message };
}
