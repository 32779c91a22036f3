// What long sessions cost:
//   node --conditions=tau-ts:source scripts/session-cost.ts
// Opening a log of 10,000 messages (about 9 MB) beside JSON.parse over its lines, interleaved, medians of 9; an append
// at the beginning and at the end of a long session; what is stringified and written for one turn of a long session.
import * as promises from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssistantMessage, Message, Model } from "@tau-ts/ai";
import { Harness, persistTo } from "../src/index.ts";
import { JsonlLog } from "../src/node/index.ts";
import type { SessionFileSystem } from "../src/node/index.ts";
import { median } from "./cost/measure.ts";

const count = 10_000;
const rounds = 9;

/** A conversation as it is: words, calls, results of some lines each. */
function messageAt(index: number): Message {
  const timestamp = 1_700_000_000_000 + index;
  const text = `message ${index}: ${"some words of a conversation, ".repeat(22)}`;
  if (index % 4 === 0) return { role: "user", content: text, timestamp };
  if (index % 4 === 2) {
    const content = [{ type: "text" as const, text }];
    const [toolCallId, toolName] = [`c${index - 1}`, "read"];
    return { role: "toolResult", toolCallId, toolName, content, isError: false, timestamp };
  }
  const call = {
    type: "toolCall" as const,
    id: `c${index}`,
    name: "read",
    arguments: { path: "a" },
  };
  return {
    role: "assistant",
    content: index % 4 === 1 ? [{ type: "text", text }, call] : [{ type: "text", text }],
    api: "test",
    provider: "test",
    model: "test-1",
    usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3 },
    stopReason: index % 4 === 1 ? "toolUse" : "stop",
    timestamp,
  };
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The real functions, counting what is written to session files. */
function countingFiles(): SessionFileSystem & { written: number } {
  const counting = { ...promises, written: 0, open };
  async function open(...parameters: Parameters<typeof promises.open>): Promise<FileHandle> {
    const file = await promises.open(...parameters);
    const write = file.write.bind(file);
    return Object.assign(file, {
      write: (data: Buffer, offset: number, length: number) => {
        counting.written += length;
        return write(data, offset, length);
      },
    });
  }
  return counting;
}

/** Counts the characters that JSON.stringify makes while some work runs. */
async function stringified(work: () => Promise<unknown>): Promise<number> {
  const { stringify } = JSON;
  let characters = 0;
  JSON.stringify = new Proxy(stringify, {
    apply(target, self, parameters) {
      const text: unknown = Reflect.apply(target, self, parameters);
      if (typeof text === "string") characters += text.length;
      return text;
    },
  });
  try {
    await work();
  } finally {
    JSON.stringify = stringify;
  }
  return characters;
}

async function openBesideParse(path: string): Promise<void> {
  const [opened, parsed]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    parsed.push(
      await timed(async () => {
        for (const line of (await promises.readFile(path, "utf8")).split("\n"))
          if (line !== "") JSON.parse(line);
      }),
    );
    opened.push(await timed(() => JsonlLog.open(path, { readOnly: true })));
  }
  const ratio = median(opened) / median(parsed);
  const bytes = (await promises.stat(path)).size;
  process.stdout.write(
    `open ${count} messages, ${(bytes / 1e6).toFixed(1)} MB: ${median(opened).toFixed(1)} ms; ` +
      `JSON.parse over its lines: ${median(parsed).toFixed(1)} ms; ratio ${ratio.toFixed(2)} (goal < 2.5)\n`,
  );
  if (!(ratio < 2.5)) process.exitCode = 1;
}

/** Fills a log and tells what an append costs at its beginning and at its end, in microseconds. */
async function appends(path: string): Promise<void> {
  const log = await JsonlLog.open(path, { fsync: "none" });
  const costs: number[] = [];
  for (let index = 0; index < count; index += 1)
    costs.push((await timed(() => log.append(messageAt(index)))) * 1000);
  await log.close();
  const [first, last] = [median(costs.slice(200, 1_200)), median(costs.slice(-1_000))];
  process.stdout.write(
    `append after 200 messages: ${first.toFixed(0)} µs; after ${count - 1_000}: ${last.toFixed(0)} µs (medians of 1,000)\n`,
  );
  if (!(last < 2 * first)) process.exitCode = 1;
}

/** One turn with a tool call at the end of the session. */
async function oneTurn(path: string): Promise<void> {
  const fs = countingFiles();
  const log = await JsonlLog.open(path, { fs });
  let turn = 0;
  const model: Model = {
    async *stream() {
      turn += 1;
      const asks = turn % 2 === 1;
      const call = { type: "toolCall" as const, id: `n${turn}`, name: "read", arguments: {} };
      const message: AssistantMessage = {
        role: "assistant",
        content: asks ? [call] : [{ type: "text", text: "done" }],
        stopReason: asks ? "toolUse" : "stop",
      };
      yield { type: "done", reason: asks ? "toolUse" : "stop", message };
    },
  };
  const read = {
    name: "read",
    description: "",
    parameters: { type: "object" },
    execute: () => "text",
  };
  const harness = new Harness({ model, tools: [read], messages: await log.replay() });
  harness.subscribe(persistTo(log), { first: true });
  await harness.prompt("warm up").result;
  fs.written = 0;
  const characters = await stringified(() => harness.prompt("go").result);
  await log.close();
  process.stdout.write(
    `one prompt with one tool call after ${count} messages: ${characters} characters stringified, ${fs.written} bytes written\n`,
  );
  if (!(characters < 10_000 && fs.written < 10_000)) process.exitCode = 1;
}

const folder = await promises.mkdtemp(join(tmpdir(), "tau-cost-"));
try {
  const path = join(folder, "s.jsonl");
  await appends(path);
  await openBesideParse(path);
  await oneTurn(path);
} finally {
  await promises.rm(folder, { recursive: true, force: true });
}
