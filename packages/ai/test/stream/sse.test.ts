import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseDecoder, type ServerSentEvent } from "../../src/stream/sse.ts";
import { cutAt, encode } from "../support/bytes.ts";

function decode(chunks: readonly Uint8Array[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const decoder = new SseDecoder((event) => events.push(event));
  for (const chunk of chunks) decoder.feed(chunk);
  decoder.end();
  return events;
}

function data(text: string): string[] {
  return decode([encode(text)]).map((event) => event.data);
}

describe("server-sent events", () => {
  it.each(["\n", "\r\n", "\r"])("F1 %j ends a line, and an event is handed out at once", (end) => {
    const events: string[] = [];
    const decoder = new SseDecoder((event) => events.push(event.data));
    decoder.feed(encode(`data: a${end}${end}`));
    expect(events).toEqual(["a"]);
    decoder.feed(encode(`event: x${end}data: b${end}data: c${end}${end}`));
    decoder.end();
    expect(events).toEqual(["a", "b\nc"]);
  });

  it("F3 characters cut across chunks are whole, byte by byte", () => {
    const bytes = encode("data: né€😀\n\n");
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(decode(single).map((event) => event.data)).toEqual(["né€😀"]);
  });

  it("F4 comments, data-less events, unknown fields and a missing space", () => {
    const text = ': keep-alive\n\nevent: x\n\nid: 7\nretry: 10\nfoo: x\ndata:{"a":\ndata:  1}\n\n';
    expect(data(text)).toEqual(['{"a":\n 1}']);
  });

  it("F5 only LF and CR end a line: other separators are data", () => {
    const text = "a\u2028b\u2029c\u0085d\u000be\u000cf";
    expect(data(`data: ${text}\n\n`)).toEqual([text]);
  });

  it("F4 one byte order mark is dropped, whole or cut", () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, ...encode("data: a\n\ndata: \uFEFFb\n\n"));
    expect(decode([bytes]).map((event) => event.data)).toEqual(["a", "\uFEFFb"]);
    expect(decode(cutAt(bytes, [1, 2])).map((event) => event.data)).toEqual(["a", "\uFEFFb"]);
    expect(data("\uFEFF\uFEFFdata: a\n\n")).toEqual([]);
  });

  it.each(["data: x", "data: x\n", "data: x\r", "data: x\r\n"])(
    "F4 an event still pending at the end of input counts: %j",
    (text) => {
      expect(decode([encode(text)])).toEqual([{ name: undefined, data: "x", cut: true }]);
    },
  );

  it("F1 F3 chunk boundaries change nothing", () => {
    const line = fc.constantFrom("data: é", "data:€", ": c", "event: e", "id: 1", "", "data", "x");
    const end = fc.constantFrom("\n", "\r\n", "\r");
    const body = fc.array(fc.tuple(line, end), { maxLength: 20 });
    fc.assert(
      fc.property(body, fc.array(fc.nat(200), { maxLength: 20 }), (lines, places) => {
        const bytes = encode(lines.flat().join(""));
        expect(decode(cutAt(bytes, places))).toEqual(decode([bytes]));
      }),
      { numRuns: 300 },
    );
  });

  it("C13.5 a body without events is remembered, so that an error can say what it was", () => {
    const decoder = new SseDecoder(() => undefined);
    decoder.feed(encode("<html>no"));
    expect(decoder.preamble).toBe("<html>no");
    expect(decoder.isHopeless).toBe(false);
    decoder.feed(encode("x".repeat(70_000)));
    expect(decoder.isHopeless).toBe(true);
  });

  it("C13.3 an event that never ends does not eat the memory", () => {
    const decoder = new SseDecoder(() => undefined);
    const chunk = encode("x".repeat(8 * 1024 * 1024));
    decoder.feed(encode("data: "));
    for (let count = 0; count < 4; count++) {
      if (count < 3) decoder.feed(chunk);
      else expect(() => decoder.feed(chunk)).toThrow("one event of the stream is larger than");
    }
  });
});
