// Drives the built command with the RPC client that Pi publishes: existing frontends are to work unchanged.
//
// Usage, after `npm install @earendil-works/pi-coding-agent@1.6.0` in FOLDER and `pnpm build` here:
//   node --conditions=tau-ts:source scripts/peer-client.ts FOLDER
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";

const [peer = ".", built = fileURLToPath(new URL("../dist/bin.js", import.meta.url))] =
  process.argv.slice(2);
const module = join(
  resolve(peer),
  "node_modules/@earendil-works/pi-coding-agent/dist/modes/rpc/rpc-client.js",
);
const { RpcClient } = await import(pathToFileURL(module).href);
const cliPath = resolve(built);
const home = await mkdtemp(join(tmpdir(), "tau-peer-"));
const { body, ...head } = anthropicText("a long answer");
await using server = await startModelServer([
  anthropicToolCall({ name: "ls", arguments: {} }),
  anthropicText("one"),
  anthropicToolCall({ name: "bash", arguments: { command: "sleep 0.3" } }),
  anthropicText("steered"),
  { ...head, body: body.slice(0, 3), ending: "stall" },
  anthropicText("word ".repeat(30_000)),
  anthropicText("more ".repeat(30_000)),
  anthropicText("The summary."),
]);
const words = ["--wire", "anthropic-messages", "--base-url", server.url, "--api-key", "k"];
const client = new RpcClient({
  cliPath,
  cwd: home,
  env: { TAU_HOME: join(home, "tau"), HOME: home },
  args: [...words, "--model", "claude-test", "--permission-mode", "full"],
});
let steps = 0;
async function step(name: string, work: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await work();
  steps += 1;
  process.stdout.write(`ok ${name} (${Math.round(performance.now() - begin)} ms)\n`);
}

await client.start();
await step("get_state", async () => {
  const { model, isStreaming, sessionId } = await client.getState();
  assert.equal(model.id, "claude-test");
  assert.equal(isStreaming, false);
  assert.match(sessionId, /^[\w-]+$/);
});
await step("prompt, events, agent_settled", async () => {
  const events: { type: string }[] = await client.promptAndWait("look");
  assert.equal(events.at(0)?.type, "agent_start");
  assert.equal(events.at(-1)?.type, "agent_settled");
  assert.equal(await client.getLastAssistantText(), "one");
});
await step("steer", async () => {
  const settled = client.waitForIdle();
  await client.prompt("go");
  assert.equal(await client.steer("to the left"), "queued");
  await settled;
  assert.equal(await client.getLastAssistantText(), "steered");
});
await step("abort", async () => {
  const settled = client.waitForIdle();
  const streaming = new Promise<void>((isThere) => {
    client.onEvent(({ type }: { type: string }) => {
      if (type === "message_update") isThere();
    });
  });
  await client.prompt("slow");
  await streaming;
  await client.abort();
  await settled;
  assert.equal((await client.getState()).isStreaming, false);
});
await step("get_entries and its cursor", async () => {
  const { entries, leafId } = await client.getEntries();
  assert.equal(entries.at(-1).id, leafId);
  assert.deepEqual((await client.getEntries(entries[2].id)).entries, entries.slice(3));
});
await step("compact", async () => {
  await client.promptAndWait("long");
  await client.promptAndWait("longer");
  assert.match((await client.compact("all of it")).summary, /The summary/);
});
await step("fork", async () => {
  const [first] = await client.getForkMessages();
  assert.equal((await client.fork(first.entryId)).text, "look");
  assert.equal((await client.getMessages()).length, 0);
});
await step("the other commands", async () => {
  const { sessionFile } = await client.getState();
  await client.setThinkingLevel("high");
  assert.ok((await client.getAvailableThinkingLevels()).includes("high"));
  await client.cycleThinkingLevel();
  await client.setSteeringMode("all");
  await client.setFollowUpMode("all");
  await client.setAutoCompaction(false);
  await client.setAutoRetry(true);
  await client.abortRetry();
  await client.setModel("unknown", "claude-test");
  await client.cycleModel();
  assert.ok(Array.isArray(await client.getAvailableModels()));
  assert.equal((await client.bash("echo hi")).output, "hi\n");
  await client.abortBash();
  await client.clearQueue();
  assert.equal((await client.getSessionStats()).userMessages, 0);
  await client.setSessionName("a name");
  assert.match((await client.exportHtml(join(home, "out.html"))).path, /out\.html$/);
  assert.deepEqual(await client.getCommands(), []);
  assert.ok((await client.getTree()).tree.length > 0);
  assert.deepEqual(await client.followUp("later"), "queued");
  await client.clone();
  await client.newSession();
  await client.switchSession(sessionFile);
});
await step("stop", () => client.stop());
assert.equal(client.getStderr(), "");
await rm(home, { recursive: true, force: true });
process.stdout.write(`${steps} steps, all as the client expects\n`);
