// Kills a program that writes a session with SIGKILL at random moments and looks at what it leaves:
//   node --conditions=tau-ts:source scripts/kill.ts [--rounds 500] [--seed 1]
// What must hold each time: every message whose message_end the program had printed is in the log, in order; the log
// opens (a torn tail is moved aside); nothing is held; the conversation goes on. Prints the violations, and their number.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { textOf } from "@tau-ts/ai";
import { Harness, persistTo } from "../src/index.ts";
import { JsonlLog } from "../src/node/index.ts";
import { SeededRandom } from "../src/testing/index.ts";
import { contextForModel } from "../src/view/view.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "500" }, seed: { type: "string", default: "1" } },
});
const rounds = Number(values.rounds);
const random = new SeededRandom(Number(values.seed));
const program = fileURLToPath(new URL("../test/support/session-agent.ts", import.meta.url));
/** How many kills one session lives through. */
const roundsPerSession = 20;

/** Lets the program write to a session until a moment after it had begun, and returns what it said it had saved. */
function killedWriter(
  path: string,
  label: string,
  bytes: number,
  delayMs: number,
): Promise<string[]> {
  const child = spawn(
    process.execPath,
    ["--conditions=tau-ts:source", program, path, label, "100000", String(bytes)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let printed = "";
  let isArmed = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    if (isArmed) return;
    isArmed = true;
    setTimeout(() => child.kill("SIGKILL"), delayMs);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (_code, signal) => {
      if (signal === "SIGKILL") resolve(printed.match(/(?<=^saved )\S+(?=\n)/gm) ?? []);
      else reject(new Error(`the writer ended by itself: ${printed}`));
    });
  });
}

/** Opens what was left, checks it, and goes on with the conversation. Returns the names of the messages in the log. */
async function resume(
  path: string,
  expected: readonly string[],
  problems: string[],
): Promise<string[]> {
  const recovered = await JsonlLog.recover(path);
  const log = await JsonlLog.open(path, { fsync: "none" });
  const names = (await log.replay()).map((message) => textOf(message).split(" ")[0] ?? "");
  if (expected.some((name, index) => names[index] !== name))
    problems.push("a message that was said to be saved is not in its place");
  if (names.length - expected.length > 1)
    problems.push(`${names.length - expected.length} messages nobody heard of`);
  if (new Set(names).size !== names.length) problems.push("a message is there twice");
  torn += recovered === undefined ? 0 : 1;
  let asked = 0;
  const model = {
    async *stream({ messages }: { messages: readonly unknown[] }) {
      asked = messages.length;
      const content = [{ type: "text" as const, text: `${names.length}-reply` }];
      const message = { role: "assistant" as const, content, stopReason: "stop" as const };
      yield { type: "done" as const, reason: "stop" as const, message };
    },
  };
  const harness = new Harness({ model, messages: await log.replay() });
  harness.subscribe(persistTo(log), { first: true });
  const { outcome } = await harness.prompt(`${names.length}-prompt`).result;
  if (outcome !== "completed") problems.push(`the next prompt ended as ${outcome}`);
  if (asked !== contextForModel(harness.messages.slice(0, -1)).length)
    problems.push("the request is not what the view shows");
  const replayed = await log.replay();
  if (JSON.stringify(replayed) !== JSON.stringify(harness.messages))
    problems.push("the log is not equal to the record");
  await log.close();
  return replayed.map((message) => textOf(message).split(" ")[0] ?? "");
}

const folder = await mkdtemp(join(tmpdir(), "tau-kill-"));
let torn = 0;
let saved = 0;
let violations = 0;
const begun = performance.now();
try {
  let names: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const session = Math.floor(round / roundsPerSession);
    const path = join(folder, `${session}.jsonl`);
    if (round % roundsPerSession === 0) names = [];
    // Every fourth writer writes large messages, so that many kills come in the middle of a write.
    const bytes = round % 4 === 0 ? 2_000_000 : random.below(20_000);
    const heard = await killedWriter(path, `r${round}m`, bytes, random.below(60));
    saved += heard.length;
    const problems: string[] = [];
    names = await resume(path, [...names, ...heard], problems);
    if ((await readdir(folder)).some((name) => name.endsWith(".lock")))
      problems.push("a lease was left behind");
    violations += problems.length;
    for (const problem of problems) process.stdout.write(`round ${round}: ${problem}\n`);
    if ((round + 1) % roundsPerSession === 0) await rm(path);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
process.stdout.write(
  `${rounds} kills in ${seconds} s: ${saved} messages saved, ${torn} torn lines moved aside\nviolations ${violations}\n`,
);
process.exitCode = violations === 0 ? 0 : 1;
