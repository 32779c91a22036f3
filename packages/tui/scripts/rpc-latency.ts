// How long the RPC mode of the built command takes to answer, whatever runs, and how long an abort takes.
//
// Usage, after `pnpm build`: node --conditions=tau-ts:source scripts/rpc-latency.ts [ROUNDS] [dist/bin.js]
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import type { ModelTurn } from "@tau-ts/test-server";
import { RpcClient } from "@tau-ts/tui";
import type { RpcRecord } from "@tau-ts/tui";
import { quickCommands } from "../test/support/quick-commands.ts";

const [rounds = "20", built = fileURLToPath(new URL("../dist/bin.js", import.meta.url))] =
  process.argv.slice(2);
const deafService = fileURLToPath(new URL("./support/deaf-service.ts", import.meta.url));
const root = await mkdtemp(join(tmpdir(), "tau-latency-"));
const { body, ...head } = anthropicText("a long answer");
const stalled: ModelTurn = { ...head, body: body.slice(0, 3), ending: "stall" };
const shell = (command: string): ModelTurn =>
  anthropicToolCall({ name: "bash", arguments: { command } });
const deafCommand = 'trap "" TERM; while true; do sleep 0.1; done';
const strayCommand = 'setsid sh -c "while true; do echo x; sleep 0.05; done" & sleep 60';

interface Situation {
  readonly name: string;
  readonly turns: readonly ModelTurn[];
  readonly words?: readonly string[];
  /** What shows that the situation is there, after a prompt. */
  readonly sign?: string;
  /** Brings it about; default: a prompt. */
  readonly begin?: (client: RpcClient) => Promise<unknown>;
  /** Uses the service with a tool that hears nothing in place of the command. */
  readonly isDeafTool?: boolean;
}

const full = ["--permission-mode", "full"];
const situations: readonly Situation[] = [
  { name: "nothing", turns: [], begin: async () => undefined },
  { name: "a reply that streams", turns: [stalled], sign: "message_update" },
  {
    name: "a command that ignores TERM",
    turns: [shell(deafCommand)],
    sign: "tool_execution_start",
    words: full,
  },
  {
    name: "a descendant that left the group",
    turns: [shell(strayCommand)],
    sign: "tool_execution_update",
    words: full,
  },
  { name: "a question to a person", turns: [shell("touch x")], sign: "extension_ui_request" },
  {
    name: "a compaction and the user's command",
    turns: [anthropicText("word ".repeat(30_000)), anthropicText("more ".repeat(30_000)), stalled],
    sign: "compaction_start",
    begin: compactBesideCommand,
  },
  { name: "a tool that hears nothing", turns: [], sign: "tool_execution_start", isDeafTool: true },
];

for (const situation of situations) {
  const answers: Timed[] = [];
  const aborts: number[] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const measured = await measure(situation);
    answers.push(...measured.answers);
    aborts.push(measured.abort);
  }
  const slowest = answers.toSorted((a, b) => b.ms - a.ms)[0];
  process.stdout.write(
    `${situation.name}: ${told(answers.map(({ ms }) => ms))} (${slowest?.command}) · abort ${told(aborts)}\n`,
  );
}
await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

interface Timed {
  readonly command: string;
  readonly ms: number;
}

/** One process: every quick command once, then an abort. */
async function measure(situation: Situation): Promise<{ answers: Timed[]; abort: number }> {
  const { turns, words = [], sign, begin = prompt, isDeafTool = false } = situation;
  const cwd = await mkdtemp(join(root, "work-"));
  await mkdir(join(cwd, "home"));
  await using server = await startModelServer(turns);
  const model = [
    "--wire",
    "anthropic-messages",
    "--base-url",
    server.url,
    "--api-key",
    "k",
    "--model",
    "m",
  ];
  await using client = new RpcClient({
    words: isDeafTool
      ? ["--conditions=tau-ts:source", deafService]
      : [resolve(built), "--mode", "rpc", ...words, ...model],
    cwd,
    environment: { PATH: process.env["PATH"], HOME: cwd, TAU_HOME: join(cwd, "home") },
  });
  await client.request("get_available_models", {}); // The catalog is read once.
  const isThere = sign === undefined ? undefined : seen(client, sign);
  await begin(client);
  await isThere;
  const answers: Timed[] = [];
  for (const [command, perform] of quickCommands(client))
    answers.push({ command, ms: await timed(perform) });
  return { answers, abort: await timed(() => client.request("abort", {})) };
}

function prompt(client: RpcClient): Promise<unknown> {
  return client.request("prompt", { message: "go" });
}

async function compactBesideCommand(client: RpcClient): Promise<void> {
  for (const message of ["one", "two"]) {
    const settled = client.settled();
    await client.request("prompt", { message });
    await settled;
  }
  // Both are cancelled by the abort that ends the round.
  client.request("compact", {}).catch(() => undefined);
  client.request("bash", { command: "sleep 60" }).catch(() => undefined);
}

function seen(client: RpcClient, type: string): Promise<RpcRecord> {
  return new Promise((resolveRecord) => {
    const unsubscribe = client.subscribe((record) => {
      if (record.type !== type) return;
      unsubscribe();
      resolveRecord(record);
    });
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function told(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms of ${sorted.length}`;
}
