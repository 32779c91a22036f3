// What the interactive terminal costs, measured from outside against a model on this machine:
//   pnpm build && node --conditions=tau-ts:source scripts/terminal-cost.ts [RUNS] [BUILT]
// Medians of RUNS (default 5). Ends with code 1 when one of them misses its bound.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anthropicText, startModelServer } from "@tau-ts/test-server";
import type { ModelTurn } from "@tau-ts/test-server";
import { MeasuredTerminal, pause } from "./support/measured-terminal.ts";

const built = process.argv[3] ?? fileURLToPath(new URL("../dist/bin.js", import.meta.url));
const runs = Number(process.argv[2] ?? 5);
const deltas = 500;
const perSecond = 180;
const idleMs = 10_000;
const folder = await mkdtemp(join(tmpdir(), "tau-terminal-"));
const cwd = join(folder, "work");
await mkdir(cwd);

interface Measures {
  readonly renderMs: number;
  readonly keyMs: number;
  readonly cpuPer1000: number;
  readonly bytesPer10Kb: number;
  readonly memoryMb: number;
  readonly idleCpuMs: number;
  readonly idleBytes: number;
}

/** An answer of 500 deltas of 20 characters, at 180 a second. */
function answer(): ModelTurn {
  const sentence = "the quick brown fox jumps over `code` and **bold** text, then ";
  const words = `${sentence.repeat(10)}\n\n\`\`\`ts\nconst x = call(1);\n\`\`\`\n\n`.repeat(20);
  const pieces = Array.from({ length: deltas }, (_, at) => words.slice(at * 20, at * 20 + 20));
  const turn = anthropicText([...pieces, " OVER"]);
  const body = turn.body.flatMap((part) => [part, { pause: 1000 / perSecond }]);
  return { ...turn, body };
}

async function measure(session: string | undefined, url: string, ready: string): Promise<Measures> {
  const model = ["--wire", "anthropic-messages", "--base-url", url, "--api-key", "k"];
  const conversation = session === undefined ? ["--no-session"] : ["--session", session];
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    TAU_HOME: join(folder, "home"),
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
  };
  const terminal = new MeasuredTerminal(
    [process.execPath, built, ...model, "--model", "claude-test", ...conversation],
    { cwd, env },
  );
  try {
    const renderMs = await terminal.until(() => terminal.text().includes(ready));
    await terminal.quiet(600);
    const keyMs = await keyLatency(terminal);
    const [cpu, bytes] = [terminal.cpuMs(), terminal.output.length];
    terminal.type("go");
    await terminal.quiet(100);
    terminal.type("\r");
    await terminal.until(() => terminal.text(bytes).includes("OVER"));
    await terminal.quiet(600);
    const cpuPer1000 = ((terminal.cpuMs() - cpu) * 1000) / deltas / 1000;
    const bytesPer10Kb = Buffer.byteLength(terminal.output.slice(bytes));
    const memoryMb = terminal.memoryMb();
    const idle = { cpu: terminal.cpuMs(), bytes: terminal.output.length };
    await pause(idleMs);
    const idleCpuMs = terminal.cpuMs() - idle.cpu;
    const idleBytes = terminal.output.length - idle.bytes;
    terminal.type("\u0004");
    await terminal.finished;
    return { renderMs, keyMs, cpuPer1000, bytesPer10Kb, memoryMb, idleCpuMs, idleBytes };
  } finally {
    terminal.end();
  }
}

async function keyLatency(terminal: MeasuredTerminal): Promise<number> {
  const times: number[] = [];
  for (const key of "hello world") {
    const before = terminal.output.length;
    const from = terminal.now;
    terminal.type(key);
    times.push((await terminal.until(() => terminal.output.length > before)) - from);
    await terminal.quiet(80);
  }
  terminal.type("\u0015");
  await terminal.quiet(200);
  return median(times);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** A session of that many messages: questions, calls of `read`, their results, answers. */
async function longSession(messages: number): Promise<string> {
  const timestamp = "2026-01-01T00:00:00.000Z";
  const lines: object[] = [{ type: "session", version: 3, id: "long", timestamp, cwd }];
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 };
  const reply = { role: "assistant", api: "anthropic-messages", provider: "x", model: "m", usage };
  for (let at = 0; at < messages; at += 4) {
    const call = { type: "toolCall", id: `call${at}`, name: "read", arguments: { path: "a.ts" } };
    const file = Array.from({ length: 30 }, (_, line) => `${line}: const value = compute();`);
    const text = `## Answer ${at}\n\nIt does **three** things:\n\n- it reads\n- it writes\n\n\`\`\`ts\nreturn ${at};\n\`\`\`\n\nThe end of ${at}.`;
    const said = [
      { role: "user", content: `Question ${at}: what does this do?` },
      { ...reply, content: [call], stopReason: "toolUse" },
      {
        role: "toolResult",
        toolCallId: call.id,
        toolName: "read",
        content: [{ type: "text", text: file.join("\n") }],
        isError: false,
      },
      { ...reply, content: [{ type: "text", text }], stopReason: "stop" },
    ];
    for (const [index, message] of said.entries()) {
      const id = (0x10_00_00_00 + at + index).toString(16);
      const parentId = at + index === 0 ? null : (0x10_00_00_00 + at + index - 1).toString(16);
      const stamped = { ...message, timestamp: at + index + 1 };
      lines.push({ type: "message", id, parentId, timestamp, message: stamped });
    }
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const bounds: Readonly<Record<keyof Measures, number>> = {
  renderMs: 200,
  keyMs: 2,
  cpuPer1000: 0.3,
  bytesPer10Kb: 40_960,
  memoryMb: 160,
  idleCpuMs: 10,
  idleBytes: 0,
};

/** Prints the medians; whether all hold. Opening a long session takes what reading it takes: it has no bound. */
function report(name: string, all: readonly Measures[], free: readonly string[]): boolean {
  let isGood = true;
  for (const [key, bound] of Object.entries(bounds)) {
    const value = median(
      all.map((one) => Object.entries(one).find(([label]) => label === key)?.[1]),
    );
    const isBounded = !free.includes(key);
    if (isBounded && value > bound) isGood = false;
    const limit = isBounded ? `at most ${bound}${value > bound ? "  MISSED" : ""}` : "no bound";
    process.stdout.write(
      `${name.padEnd(16)} ${key.padEnd(14)} ${value.toFixed(2).padStart(10)}   ${limit}\n`,
    );
  }
  return isGood;
}

await using server = await startModelServer([answer], { repeatLast: true });
try {
  const short: Measures[] = [];
  const long: Measures[] = [];
  const text = await longSession(10_000);
  for (let run = 0; run < runs; run += 1) {
    short.push(await measure(undefined, server.url, "claude-test"));
    const path = join(folder, `long-${run}.jsonl`);
    await writeFile(path, text);
    long.push(await measure(path, server.url, "The end of 9996."));
  }
  const isGood = [
    report("0 messages", short, []),
    report("10,000 messages", long, ["renderMs"]),
  ].every(Boolean);
  process.exitCode = isGood ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
