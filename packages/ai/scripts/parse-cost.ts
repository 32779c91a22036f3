/**
 * What it costs to turn the bytes of a reply into events, beside the `JSON.parse` of the same data lines, and whether
 * time and memory grow with the reply and no faster.
 *
 * Usage: node --expose-gc packages/ai/scripts/parse-cost.ts
 */
import { parseStream } from "../src/index.ts";
import { textDelta } from "../test/support/anthropic.ts";
import { encode } from "../test/support/bytes.ts";
import { best, reportGoals, type Goal } from "./support/goals.ts";
import { inChunks, opening, sourceOf, words, wordsReply, writeReply } from "./support/replies.ts";

const EVENTS = 100_000;
const CHUNK_BYTES = 8 * 1024;
const ROUNDS = 9;
/** Deltas between which the heap may grow by the text alone. */
const FROM_DELTA = 21_000;
const TO_DELTA = 101_000;

async function parse(chunks: readonly Uint8Array[]): Promise<void> {
  let last = "";
  for await (const event of parseStream("anthropic-messages", sourceOf(chunks))) last = event.type;
  if (last !== "done") throw new Error(`the reply ended with ${JSON.stringify(last)}`);
}

/** Best times of each work over some rounds in which they take turns: a slow moment of the machine meets all of them. */
async function bestTimes(works: readonly (() => Promise<void> | void)[]): Promise<number[]> {
  const samples = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, work] of works.entries()) {
      const begin = performance.now();
      await work();
      samples[at]?.push(performance.now() - begin);
    }
  }
  return samples.map(best);
}

async function timeGoals(): Promise<Goal[]> {
  const events = wordsReply(EVENTS);
  const lines = events.map((event) => event.slice(event.indexOf("data: ") + 6, -2));
  const chunks = inChunks(encode(events.join("")), CHUNK_BYTES);
  const single = events.map((event) => encode(event));
  const quarter = inChunks(encode(wordsReply(EVENTS / 4).join("")), CHUNK_BYTES);
  const [floor = NaN, inChunksMs = NaN, singleMs = NaN, quarterMs = NaN] = await bestTimes([
    () => lines.forEach((line) => void JSON.parse(line)),
    () => parse(chunks),
    () => parse(single),
    () => parse(quarter),
  ]);
  process.stdout.write(
    `${EVENTS} events: JSON.parse of the data lines ${floor.toFixed(1)} ms, ` +
      `in chunks of 8 KiB ${inChunksMs.toFixed(1)} ms, one event a chunk ${singleMs.toFixed(1)} ms\n`,
  );
  return [
    { name: "chunks of 8 KiB", value: inChunksMs / floor, limit: 3, unit: "× JSON.parse" },
    { name: "one event a chunk", value: singleMs / floor, limit: 6, unit: "× JSON.parse" },
    { name: "4 times the events", value: inChunksMs / quarterMs, limit: 5, unit: "× the time" },
  ];
}

async function argumentGoals(): Promise<Goal[]> {
  const [small = NaN, large = NaN] = await bestTimes(
    [50_000, 200_000].map((size) => {
      const chunks = inChunks(encode(writeReply(size)), CHUNK_BYTES);
      return () => parse(chunks);
    }),
  );
  process.stdout.write(`a tool argument of 200 KB: ${large.toFixed(1)} ms\n`);
  return [{ name: "4 times the argument", value: large / small, limit: 5, unit: "× the time" }];
}

function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error("the heap is measured with: node --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** An endless reply, made on the way, so that the bytes themselves are not on the heap. */
async function* endlessReply(): AsyncGenerator<Uint8Array> {
  yield encode(opening);
  for (let index = 0; ; index++) yield encode(textDelta(words(index)));
}

async function heapGoal(): Promise<Goal> {
  let seen = 0;
  let textSize = 0;
  let grown = 0;
  for await (const event of parseStream("anthropic-messages", endlessReply())) {
    if (event.type !== "text_delta") continue;
    seen += 1;
    if (seen > FROM_DELTA) textSize += event.delta.length;
    else if (seen === FROM_DELTA) grown = -heapBytes();
    if (seen < TO_DELTA) continue;
    grown += heapBytes();
    break;
  }
  return {
    name: `heap from ${FROM_DELTA} to ${TO_DELTA} deltas, beyond the text`,
    value: (grown - textSize) / 1e6,
    limit: 2,
    unit: "MB",
  };
}

reportGoals([...(await timeGoals()), ...(await argumentGoals()), await heapGoal()]);
