import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseStream,
  textOf,
  toolCalls,
  type AssistantMessage,
  type WireName,
} from "../src/index.ts";
import { chunked, cutAt, encode } from "./support/bytes.ts";
import { outcome } from "./support/events.ts";
import {
  isExpectedCall,
  summary,
  thinkingOf,
  wanted,
  type Expectation,
} from "./support/expectation.ts";

const root = process.env["TAU_STREAM_CORPUS"];
const anthropicError =
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
const chatError = 'data: {"error":{"message":"Overloaded","code":"server_error"}}';

/** The folders, the wires they were recorded from, and how a server of that wire says that it is overloaded. */
const FOLDERS: readonly (readonly [string, WireName, string])[] = [
  ["anthropic", "anthropic-messages", anthropicError],
  ["openai-chat", "openai-completions", chatError],
  [
    "openai-responses",
    "openai-responses",
    'event: error\ndata: {"type":"error","code":"server_error","message":"Overloaded"}',
  ],
  ["mistral", "mistral-chat", 'data: {"object":"error","message":"Overloaded","code":"3000"}'],
  [
    "google",
    "google-generative-ai",
    'data: {"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}}',
  ],
];
const present = FOLDERS.filter(([folder]) => root !== undefined && existsSync(join(root, folder)));

it.skipIf(root === undefined)(
  "C13.3 recorded streams (skipped unless TAU_STREAM_CORPUS names a folder)",
  () => {
    expect(present.length).toBeGreaterThan(0);
  },
);

describe.each(present)("recorded streams of %s", (folder, wire, error) => {
  const names = sseNames(folder);

  it.each(names)("C13.3 %s becomes what its expectation says", async (name) => {
    const message = await parse([load(name)]);
    expect(summary(message, expectation(name))).toEqual(wanted(expectation(name)));
    for (const block of message.content) {
      for (const key of Object.keys(block)) expect(FIELDS).toContain(key);
    }
  });

  it.each(names)("C13.3 %s does not depend on chunk boundaries", async (name) => {
    const bytes = load(name);
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const expected = wanted(expectation(name));
    expect(await reading(name, single)).toEqual(expected);
    const places = fc.array(fc.nat(bytes.length), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        expect(await reading(name, cutAt(bytes, cuts))).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  it.each(names)("F1 %s reads the same with CRLF and with CR line ends", async (name) => {
    const text = new TextDecoder().decode(load(name));
    for (const end of ["\r\n", "\r"]) {
      const bytes = encode(text.replaceAll(/\r?\n/g, end));
      expect(await reading(name, [bytes])).toEqual(wanted(expectation(name)));
      const sevens = cutAt(bytes, every(bytes.length, 7));
      expect(await reading(name, sevens)).toEqual(wanted(expectation(name)));
    }
  });

  it.each(names)(
    "F4 %s reads the same with a mark, comments and no last line end",
    async (name) => {
      const events = eventsOf(name);
      if (events.length < 2) return;
      const text = `\uFEFF${events.join("\n\n: keep-alive\n\n")}`;
      expect(await reading(name, [encode(text)])).toEqual(wanted(expectation(name)));
    },
  );

  it.each(names)("F7 %s cut after any event is an error that keeps what came", async (name) => {
    const events = eventsOf(name);
    const expected = expectation(name);
    const whole = await parse([load(name)]);
    for (let count = 0; count < events.length; count++) {
      const message = await parse([encode(joined(events.slice(0, count)))]);
      if (message.stopReason !== "error") {
        // Some wires have nothing but a reason to end on, and some servers give it early.
        expect(joined(events.slice(0, count))).toMatch(/"finish_?reason": ?"/i);
      }
      expect(message.errorMessage).not.toBe("");
      expect(textOf(whole).startsWith(textOf(message))).toBe(true);
      expect(thinkingOf(whole).startsWith(thinkingOf(message))).toBe(true);
      for (const call of toolCalls(message)) expect(isExpectedCall(call, expected)).toBe(true);
    }
  });

  it.each(names)(
    "F14 %s with an error or garbage in place of its end is that error",
    async (name) => {
      const events = eventsOf(name);
      const whole = await parse([load(name)]);
      if (whole.stopReason === "error" || events.length < 2) return;
      const last = await firstWhole(events);
      for (const [end, said] of [
        [error, "Overloaded"],
        ['data: {"choices": [oops', "invalid JSON in the event stream"],
      ] as const) {
        const message = await parse([encode(joined([...events.slice(0, last), end]))]);
        expect(message.stopReason).toBe("error");
        expect(message.errorMessage).toContain(said);
        const head = await parse([encode(joined(events.slice(0, last)))]);
        expect(textOf(message)).toBe(textOf(head));
        expect(thinkingOf(message)).toBe(thinkingOf(head));
      }
    },
  );

  /** The place of the first event with which the reply is complete. */
  async function firstWhole(events: readonly string[]): Promise<number> {
    let count = events.length - 1;
    while ((await parse([encode(joined(events.slice(0, count)))])).stopReason !== "error") count--;
    return count;
  }

  /** Whether chunks become what the recording as a whole becomes. */
  async function reading(name: string, chunks: readonly Uint8Array[]): Promise<unknown> {
    return summary(await parse(chunks), expectation(name));
  }

  function parse(chunks: readonly Uint8Array[]): Promise<AssistantMessage> {
    return outcome(parseStream(wire, chunked(chunks)));
  }

  function load(name: string): Uint8Array {
    return new Uint8Array(readFileSync(join(root ?? "", folder, `${name}.sse`)));
  }

  /** The events of a recording; one piece for a body that is no event stream. */
  function eventsOf(name: string): string[] {
    const text = new TextDecoder().decode(load(name)).replaceAll("\r\n", "\n");
    if (!/^(?:data|event|id|:)/.test(text)) return [text];
    return text.split(/\n\n+/).filter((event) => event !== "");
  }

  function expectation(name: string): Expectation {
    return JSON.parse(readFileSync(join(root ?? "", folder, `${name}.expect.json`), "utf8"));
  }
});

function sseNames(folder: string): string[] {
  const files = readdirSync(join(root ?? "", folder)).filter((file) => file.endsWith(".sse"));
  return files.map((file) => file.slice(0, -".sse".length)).toSorted();
}

function joined(events: readonly string[]): string {
  return events.map((event) => `${event}\n\n`).join("");
}

function every(length: number, step: number): number[] {
  return Array.from({ length: Math.floor(length / step) }, (_, index) => (index + 1) * step);
}

const FIELDS = [
  "type",
  "text",
  "textSignature",
  "thinking",
  "thinkingSignature",
  "redacted",
  "id",
  "name",
  "arguments",
  "thoughtSignature",
];
