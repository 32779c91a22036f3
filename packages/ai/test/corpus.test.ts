import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStream, textOf, toolCalls, type AssistantMessage } from "../src/index.ts";
import { chunked, cutAt, encode } from "./support/bytes.ts";
import { outcome } from "./support/events.ts";

interface Expectation {
  readonly text: string;
  readonly thinking: string;
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: unknown;
    readonly incomplete?: boolean;
  }[];
  readonly stopReason: string;
  readonly usage: Readonly<Record<string, number>> | null;
  readonly errorMessage: string | null;
  readonly errorKind?: string;
}

const root = process.env["TAU_STREAM_CORPUS"];
const folder = root === undefined ? undefined : join(root, "anthropic");

describe.skipIf(folder === undefined)(
  "recorded Anthropic streams (skipped unless TAU_STREAM_CORPUS names a folder)",
  () => {
    const names = folder === undefined ? [] : sseNames(folder);

    it.each(names)("C13.3 %s becomes what its expectation says", async (name) => {
      expect(summary(await parse([load(name)]))).toEqual(wanted(expectation(name)));
    });

    it.each(names)("C13.3 %s does not depend on chunk boundaries", async (name) => {
      const bytes = load(name);
      const expected = wanted(expectation(name));
      const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
      expect(summary(await parse(single))).toEqual(expected);
      const places = fc.array(fc.nat(bytes.length), { maxLength: 30 });
      const property = fc.asyncProperty(places, async (cuts) => {
        expect(summary(await parse(cutAt(bytes, cuts)))).toEqual(expected);
      });
      await fc.assert(property, { numRuns: 20 });
    });

    it.each(names)("F1 %s reads the same with CRLF and with CR line ends", async (name) => {
      const text = new TextDecoder().decode(load(name));
      const expected = wanted(expectation(name));
      for (const end of ["\r\n", "\r"]) {
        const bytes = encode(text.replaceAll("\n", end));
        const sevens = cutAt(bytes, every(bytes.length, 7));
        expect(summary(await parse([bytes]))).toEqual(expected);
        expect(summary(await parse(sevens))).toEqual(expected);
      }
    });

    it.each(names)("F7 %s cut after any event is an error that keeps what came", async (name) => {
      const expected = expectation(name);
      const events = new TextDecoder().decode(load(name)).split(/\n\n/).slice(0, -1);
      for (let count = 0; count < events.length - 1; count++) {
        const head = events.slice(0, count).map((event) => `${event}\n\n`);
        const message = await parse([encode(head.join(""))]);
        expect(message.stopReason).toBe("error");
        expect(message.errorMessage).toBe("stream ended without a terminal event");
        expect(expected.text.startsWith(textOf(message))).toBe(true);
        const complete = toolCalls(message);
        const known = expected.toolCalls.map(({ id }) => id);
        for (const call of complete) expect(known).toContain(call.id);
      }
    });

    it.each(names)("F14 %s followed by an error instead of its end is that error", async (name) => {
      const events = new TextDecoder().decode(load(name)).split(/\n\n/);
      const last = events.findIndex((event) => event.includes('"message_stop"'));
      if (last < 0) return;
      const error = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
      const text = [...events.slice(0, last), `event: error\ndata: ${error}`, ""].join("\n\n");
      const message = await parse([encode(text)]);
      expect(message).toMatchObject({ stopReason: "error", errorMessage: "Overloaded" });
      expect(textOf(message)).toBe(expectation(name).text);
    });

    function load(name: string): Uint8Array {
      return new Uint8Array(readFileSync(join(folder ?? "", `${name}.sse`)));
    }

    function expectation(name: string): Expectation {
      return JSON.parse(readFileSync(join(folder ?? "", `${name}.expect.json`), "utf8"));
    }
  },
);

function sseNames(path: string): string[] {
  const files = readdirSync(path).filter((file) => file.endsWith(".sse"));
  return files.map((file) => file.slice(0, -".sse".length)).toSorted();
}

function parse(chunks: readonly Uint8Array[]): Promise<AssistantMessage> {
  return outcome(parseStream("anthropic-messages", chunked(chunks)));
}

function every(length: number, step: number): number[] {
  return Array.from({ length: Math.floor(length / step) }, (_, index) => (index + 1) * step);
}

/** What expectations speak of. */
function summary(message: AssistantMessage): unknown {
  for (const block of message.content) {
    for (const key of Object.keys(block)) expect(FIELDS).toContain(key);
  }
  const { input, output, cacheRead, cacheWrite } = message.usage ?? {};
  const isFailed = message.stopReason === "error";
  return {
    text: textOf(message),
    thinking: thinkingOf(message),
    calls: toolCalls(message).map(({ id, name, arguments: given }) => ({ id, name, given })),
    stopReason: message.stopReason,
    errorMessage: message.errorMessage ?? null,
    usage: isFailed ? null : { input, output, cacheRead, cacheWrite },
  };
}

function wanted(expected: Expectation): unknown {
  const { text, thinking, stopReason, errorMessage, usage } = expected;
  const calls = expected.toolCalls.filter((call) => call.incomplete !== true);
  return {
    text,
    thinking,
    calls: calls.map(({ id, name, arguments: given }) => ({ id, name, given })),
    stopReason,
    errorMessage,
    usage: stopReason === "error" ? null : usage,
  };
}

const FIELDS = [
  "type",
  "text",
  "thinking",
  "thinkingSignature",
  "redacted",
  "id",
  "name",
  "arguments",
];

function thinkingOf(message: AssistantMessage): string {
  const blocks = message.content.filter((block) => block.type === "thinking");
  return blocks.map((block) => block.thinking).join("");
}
