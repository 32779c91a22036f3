/**
 * Feeds every recorded body below a folder to its wire and prints what came of it, a line per wire, and what was not as
 * expected. A body is `<wire>/<case>.sse` beside `<case>.expect.json`; it passes when it becomes what is expected as a
 * whole, byte by byte, with CRLF and with CR line ends, and when cut short anywhere it fails without inventing anything.
 *
 * Usage: node packages/ai/scripts/corpus-table.ts FOLDER
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  parseStream,
  textOf,
  toolCalls,
  type AssistantMessage,
  type WireName,
} from "../src/index.ts";
import { cutAt, encode } from "../test/support/bytes.ts";
import { outcome } from "../test/support/events.ts";
import { isExpectedCall, summary, wanted, type Expectation } from "../test/support/expectation.ts";
import { inChunks, sourceOf } from "./support/replies.ts";

const WIRES: readonly (readonly [string, WireName])[] = [
  ["anthropic", "anthropic-messages"],
  ["openai-chat", "openai-completions"],
  ["openai-responses", "openai-responses"],
  ["google", "google-generative-ai"],
  ["mistral", "mistral-chat"],
];
/** Places at which a body is cut short. */
const CUTS = 24;

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error("give the folder of the recorded bodies");

function parse(wire: WireName, chunks: readonly Uint8Array[]): Promise<AssistantMessage> {
  return outcome(parseStream(wire, sourceOf(chunks)));
}

function readExpectation(path: string): Expectation {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** What is wrong with one body; nothing when it passes. */
async function faults(wire: WireName, bytes: Uint8Array, expected: Expectation): Promise<string[]> {
  const text = new TextDecoder().decode(bytes);
  const crlf = encode(text.replaceAll("\n", "\r\n"));
  const ways: readonly (readonly [string, readonly Uint8Array[]])[] = [
    ["whole", [bytes]],
    ["byte by byte", inChunks(bytes, 1)],
    ["CRLF", inChunks(crlf, 7)],
    ["CR", inChunks(encode(text.replaceAll("\n", "\r")), 7)],
  ];
  const found: string[] = [];
  for (const [way, chunks] of ways) {
    const message = summary(await parse(wire, chunks), expected);
    if (!isDeepStrictEqual(message, wanted(expected))) {
      found.push(
        `${way}: got ${JSON.stringify(message)}, want ${JSON.stringify(wanted(expected))}`,
      );
    }
  }
  for (let cut = 1; cut <= CUTS; cut++) {
    const [head = bytes] = cutAt(bytes, [Math.floor((bytes.length * cut) / (CUTS + 1))]);
    const message = await parse(wire, [head]);
    if (!isHonest(message, expected)) {
      found.push(
        `cut after ${head.length} bytes: ${message.stopReason} ${JSON.stringify(message.content)}`,
      );
    }
  }
  return found;
}

/** A cut body must not hold more than the whole one, nor a call that is not in it. */
function isHonest(message: AssistantMessage, expected: Expectation): boolean {
  const text = textOf(message);
  const isPart = expected.text.startsWith(text) || expected.accept !== undefined;
  return isPart && toolCalls(message).every((call) => isExpectedCall(call, expected));
}

process.stdout.write(`${"wire".padEnd(22)} bodies  passed  failed\n`);
const complaints: string[] = [];
for (const [name, wire] of WIRES) {
  const folder = join(root, name);
  if (!existsSync(folder)) continue;
  const cases = readdirSync(folder).filter((file) => file.endsWith(".sse"));
  let failed = 0;
  for (const file of cases) {
    const bytes = new Uint8Array(readFileSync(join(folder, file)));
    const path = join(folder, file.replace(/\.sse$/, ".expect.json"));
    const found = await faults(wire, bytes, readExpectation(path));
    if (found.length > 0) failed += 1;
    complaints.push(...found.map((fault) => `${name}/${file} ${fault}`));
  }
  const counts = [cases.length, cases.length - failed, failed];
  process.stdout.write(
    `${wire.padEnd(22)} ${counts.map((count) => String(count).padStart(6)).join("  ")}\n`,
  );
}
for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
if (complaints.length > 0) process.exitCode = 1;
