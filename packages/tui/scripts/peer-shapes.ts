// Compares what the built command says over RPC with the examples in Pi's own documentation: every field that an example
// has must be there, with the same type.
//
// Usage, after `npm install @earendil-works/pi-coding-agent@1.6.0` in FOLDER and `pnpm build` here:
//   node --conditions=tau-ts:source scripts/peer-shapes.ts FOLDER [dist/bin.js]
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  anthropicHttpError,
  anthropicText,
  anthropicToolCall,
  startModelServer,
} from "@tau-ts/test-server";
import { RpcClient } from "@tau-ts/tui";
import type { RpcCommandName, RpcRecord } from "@tau-ts/tui";
import { differences, eventExamples, responseExamples } from "./support/documented-shapes.ts";

const [peer = ".", built = fileURLToPath(new URL("../dist/bin.js", import.meta.url))] =
  process.argv.slice(2);
const docs = join(resolve(peer), "node_modules/@earendil-works/pi-coding-agent/docs");
const responses = responseExamples(await readFile(join(docs, "rpc-commands.md"), "utf8"));
const events = eventExamples(await readFile(join(docs, "json.md"), "utf8"));

const home = await mkdtemp(join(tmpdir(), "tau-shapes-"));
const overloaded = anthropicHttpError(
  529,
  { type: "overloaded_error", message: "Overloaded" },
  { "retry-after": "0" },
);
const lookAround = anthropicToolCall({
  name: "bash",
  arguments: { command: "echo one; sleep 0.3; echo two" },
});
await using server = await startModelServer([
  lookAround,
  anthropicText("a".repeat(150_000)),
  overloaded,
  anthropicText("b".repeat(150_000)),
  anthropicText("The summary."),
]);
const client = new RpcClient({
  words: [
    resolve(built),
    "--mode",
    "rpc",
    "--permission-mode",
    "full",
    "--provider",
    "anthropic",
    "--model",
    "claude-sonnet-4-5",
  ],
  cwd: home,
  environment: {
    PATH: process.env["PATH"],
    HOME: home,
    TAU_HOME: join(home, "tau"),
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_BASE_URL: server.url,
  },
});
const heard: RpcRecord[] = [];
client.subscribe((record) => void heard.push(record));
const faults: string[] = [];
const seen = new Set<string>();

/** Compares the answer to a command. */
async function check(command: RpcCommandName, asked: Promise<unknown>): Promise<void> {
  const answer = await asked;
  seen.add(command);
  faults.push(...differences(command, responses.get(command), answer ?? undefined));
}

async function run(message: string): Promise<void> {
  const settled = client.settled();
  await check("prompt", client.request("prompt", { message }));
  await settled;
}

const settled = client.settled();
await check("prompt", client.request("prompt", { message: "look" }));
for (const command of ["steer", "follow_up"] as const)
  await check(command, client.request(command, { message: "words" }));
await check("clear_queue", client.request("clear_queue", {}));
await settled;
const { messages } = await client.request("get_fork_messages", {});
// From here on the first entry is a message, as in the example.
const { entries } = await client.request("get_entries", {});
const since = entries.findLast(({ type }) => type !== "message")?.id;
await check("get_entries", client.request("get_entries", since === undefined ? {} : { since }));
await check("set_session_name", client.request("set_session_name", { name: "a name" }));
await run("again");
for (const mode of ["set_steering_mode", "set_follow_up_mode"] as const)
  await check(mode, client.request(mode, { mode: "all" }));
for (const name of ["set_auto_compaction", "set_auto_retry"] as const)
  await check(name, client.request(name, { enabled: true }));
for (const name of [
  "abort_retry",
  "abort_bash",
  "abort",
  "get_state",
  "get_messages",
  "get_tree",
  "get_last_assistant_text",
  "get_session_stats",
  "get_fork_messages",
  "get_commands",
  "get_available_models",
  "get_available_thinking_levels",
  "cycle_thinking_level",
  "cycle_model",
] as const)
  await check(name, client.request(name, {}));
await check(
  "set_model",
  client.request("set_model", { provider: "anthropic", modelId: "claude-sonnet-4-5" }),
);
await check("set_thinking_level", client.request("set_thinking_level", { level: "high" }));
await check("bash", client.request("bash", { command: "ls -la" }));
await check("export_html", client.request("export_html", {}));
await check("compact", client.request("compact", {}));
const { sessionFile } = await client.request("get_state", {});
await check("clone", client.request("clone", {}));
await check("switch_session", client.request("switch_session", { sessionPath: sessionFile ?? "" }));
await check("fork", client.request("fork", { entryId: messages[0]?.entryId ?? "" }));
await check("new_session", client.request("new_session", {}));
await client.close();

for (const [type, example] of events) {
  const told = heard.filter((record) => record.type === type);
  // Of several records one has to be like the example: not every reply has the same kinds of blocks.
  const found = told.map((record) => differences(type, example, record));
  const [least] = found.toSorted((a, b) => a.length - b.length);
  if (least) seen.add(type);
  faults.push(...(least ?? []));
}
const unseen = [...responses.keys(), ...events.keys()].filter((name) => !seen.has(name));
process.stdout.write(
  `${responses.size} commands and ${events.size} events are documented, ${seen.size} were compared.\n` +
    `not compared: ${unseen.join(", ") || "none"}\n${faults.map((fault) => `differs: ${fault}\n`).join("")}`,
);
await rm(home, { recursive: true, force: true });
process.exitCode = faults.length === 0 ? 0 : 1;
