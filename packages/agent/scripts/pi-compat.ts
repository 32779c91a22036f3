// Reads and writes session files in turn with the peer whose format they have:
//   npm install --prefix /tmp/pi --ignore-scripts @earendil-works/pi-coding-agent@1.6.0
//   node --conditions=tau-ts:source scripts/pi-compat.ts /tmp/pi
// What must hold: a file written here opens in the peer's own reader with every entry, the same leaf and the same
// context; one written there opens here likewise; and whoever appends next leaves every byte of the other as it is.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { isJsonObject, textOf, userMessage } from "@tau-ts/ai";
import type { AssistantMessage, Message, ToolResultMessage } from "@tau-ts/ai";
import { JsonlLog } from "../src/node/index.ts";
import { LEAF_MARKER } from "../src/session/tree-log.ts";

/** What is used of the peer's session manager. */
interface PeerSession {
  getEntries(): unknown[];
  getLeafId(): string | null;
  getSessionName(): string | undefined;
  getSessionFile(): string | undefined;
  getLabel(id: string): string | undefined;
  buildSessionContext(): { messages: unknown[]; thinkingLevel: string; model: unknown };
  appendMessage(message: object): string;
  appendThinkingLevelChange(level: string): string;
  appendModelChange(provider: string, modelId: string): string;
  appendUsage(kind: string, provider: string, model: string, usage: object): unknown;
  appendCompaction(summary: string, firstKept: string | null, tokensBefore: number): string;
  appendCustomEntry(customType: string, data: unknown): string;
  appendCustomMessageEntry(customType: string, content: string, display: boolean): string;
  appendContextEdit(targetId: string, replacement: { content: unknown } | null): string;
  appendLabelChange(targetId: string, label: string | undefined): string;
  appendSessionInfo(name: string): string;
  branch(entryId: string): void;
  branchWithSummary(entryId: string | null, summary: string): string;
}

interface Peer {
  open(path: string): PeerSession;
  create(cwd: string, folder: string): PeerSession;
}

let violations = 0;

function check(holds: boolean, what: string): void {
  process.stdout.write(`${holds ? "holds" : "VIOLATED"}: ${what}\n`);
  if (!holds) violations += 1;
}

async function loadPeer(folder: string): Promise<Peer> {
  const entry = join(resolve(folder), "node_modules/@earendil-works/pi-coding-agent/dist/index.js");
  const module: unknown = await import(pathToFileURL(entry).href);
  if (!hasSessions(module)) throw new TypeError(`${entry} exports no SessionManager`);
  return module.SessionManager;
}

function hasSessions(module: unknown): module is { SessionManager: Peer } {
  return typeof module === "object" && module !== null && "SessionManager" in module;
}

let time = 1_700_000_000_000;

function user(text: string): Message {
  return userMessage(text, (time += 1));
}

function reply(text: string, ...callIds: string[]): AssistantMessage {
  const calls = callIds.map((id) => ({
    type: "toolCall" as const,
    id,
    name: "read",
    arguments: { path: "a.ts", deep: { list: [1, null, "x\u2028y"] } },
  }));
  return {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "hm", thinkingSignature: "sig" },
      { type: "text", text },
      ...calls,
    ],
    api: "anthropic-messages",
    provider: "anthropic",
    model: "m-1",
    usage: {
      input: 1,
      output: 2,
      cacheRead: 3,
      cacheWrite: 4,
      totalTokens: 10,
      cost: { input: 0.1, output: 0.2, cacheRead: 0, cacheWrite: 0, total: 0.3 },
    },
    stopReason: callIds.length > 0 ? "toolUse" : "stop",
    timestamp: (time += 1),
  };
}

function result(toolCallId: string): ToolResultMessage {
  const image = { type: "image" as const, data: "QUJD", mimeType: "image/png" };
  return {
    role: "toolResult",
    toolCallId,
    toolName: "read",
    content: [{ type: "text", text: "export {};" }, image],
    details: { lines: [1, 2] },
    isError: false,
    timestamp: (time += 1),
  };
}

/** The text each message of a context says, summaries without the words around them. */
function said(messages: readonly unknown[]): string[] {
  return messages
    .filter((message) => isJsonObject(message) && message["role"] !== "system")
    .map((message) => {
      if (!isJsonObject(message)) return "";
      const {
        role,
        summary,
        content = [message["command"] ?? "", message["output"] ?? ""],
      } = message;
      if (typeof summary === "string") return `summary: ${summary}`;
      const text = typeof content === "string" ? content : JSON.stringify(content);
      const prefix = "Previous conversation summary:\n";
      return text.startsWith(prefix)
        ? `summary: ${text.slice(prefix.length)}`
        : `${JSON.stringify(role)}: ${text}`;
    });
}

async function expectSame(path: string, peer: PeerSession, what: string): Promise<void> {
  const log = await JsonlLog.open(path, { readOnly: true });
  const entries = await log.entries();
  check(log.warnings.length === 0, `${what}: no warnings here`);
  check(isDeepStrictEqual(plain(entries), plain(peer.getEntries())), `${what}: the same entries`);
  check(log.leafId === peer.getLeafId(), `${what}: the same leaf`);
  const [ours, theirs] = [said(await log.replay()), said(peer.buildSessionContext().messages)];
  check(isDeepStrictEqual(ours, theirs), `${what}: the same context (${ours.length} messages)`);
  if (!isDeepStrictEqual(ours, theirs))
    process.stdout.write(`${JSON.stringify(ours, null, 1)}\n${JSON.stringify(theirs, null, 1)}\n`);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

async function expectAppended(path: string, before: Buffer, what: string): Promise<void> {
  const after = await readFile(path);
  const isKept = after.subarray(0, before.length).equals(before);
  check(isKept && after.length > before.length, `${what}: what was there is there, byte for byte`);
}

/** Every kind of entry, two branches, a compaction. */
async function writeHere(path: string): Promise<void> {
  const log = await JsonlLog.open(path, { cwd: "/home/someone/project" });
  await log.appendEntry({ type: "model_change", provider: "anthropic", modelId: "m-1" });
  await log.appendEntry({ type: "thinking_level_change", thinkingLevel: "high" });
  const first = await log.append(user("first words"));
  await log.append(reply("I will.", "c1", "c2"));
  await log.append(result("c1"));
  await log.append(result("c2"));
  const kept = await log.append(user("keep this\u2028and this"));
  await log.append(reply("kept"));
  await log.appendCompaction("what came first", kept, { tokensBefore: 123, details: { a: [] } });
  const fork = await log.append(user("after the summary"));
  const edited = await log.append(user("leave this out"));
  await log.append(reply("left"));
  await log.branch(fork);
  await log.appendEntry({ type: "branch_summary", summary: "a dead end", fromId: edited });
  await log.appendEntry({
    type: "custom_message",
    customType: "note",
    content: "injected",
    display: true,
  });
  const masked = await log.append(user("too long"));
  await log.appendEntry({
    type: "context_edit",
    targetId: masked,
    replacement: { content: "short" },
  });
  await log.appendEntry({ type: "custom", customType: "state", data: { count: 1 } });
  await log.appendEntry({ type: "label", targetId: first, label: "start" });
  await log.appendEntry({ type: "session_info", name: "a tour" });
  await log.append({
    ...reply("cut off"),
    stopReason: "aborted",
    errorMessage: "Operation aborted",
  });
  await log.append({
    role: "bashExecution",
    command: "ls",
    output: "a.ts",
    exitCode: 0,
    cancelled: false,
    truncated: false,
    timestamp: (time += 1),
  });
  await log.close();
}

function writeThere(peer: PeerSession): void {
  peer.appendMessage({
    role: "system",
    content: "",
    sections: { preamble: "You are an assistant." },
    toolsAdded: [],
    timestamp: (time += 1),
  });
  peer.appendModelChange("openai", "m-2");
  peer.appendThinkingLevelChange("low");
  const first = peer.appendMessage(user("first words"));
  peer.appendMessage(reply("I will.", "c1"));
  peer.appendMessage(result("c1"));
  peer.appendUsage("cache_warm", "openai", "m-2", reply("").usage ?? {});
  const kept = peer.appendMessage(user("keep this"));
  const edited = peer.appendMessage(reply("a long reply"));
  peer.appendContextEdit(edited, { content: "a short reply" });
  const dropped = peer.appendMessage(user("leave this out"));
  peer.appendContextEdit(dropped, null);
  peer.appendCompaction("what came first", kept, 99);
  const fork = peer.appendMessage(user("after the summary"));
  const blocks = peer.appendMessage(user("to be replaced"));
  peer.appendContextEdit(blocks, { content: [{ type: "text", text: "replaced" }] });
  peer.appendMessage(reply("left"));
  peer.branchWithSummary(fork, "a dead end");
  peer.appendCustomMessageEntry("note", "injected", false);
  peer.appendCustomEntry("state", { count: 1 });
  peer.appendLabelChange(first, "start");
  peer.appendSessionInfo("a tour");
  peer.appendMessage(reply("the end"));
}

async function fromHere(peers: Peer, folder: string): Promise<void> {
  const path = join(folder, "here.jsonl");
  await writeHere(path);
  const written = await readFile(path);
  const peer = peers.open(path);
  await expectSame(path, peer, "written here, opened there");
  check(peer.getSessionName() === "a tour", "written here, opened there: the name");
  check(peer.buildSessionContext().thinkingLevel === "high", "… and the thinking level");
  check((await readFile(path)).equals(written), "… and opening it changed no byte");
  peer.appendMessage(user("said there"));
  peer.appendMessage(reply("answered there"));
  await expectAppended(path, written, "appended there");
  await expectSame(path, peer, "appended there, opened here");
  await goOnHere(peers, path, "appended here again");
}

async function fromThere(peers: Peer, folder: string): Promise<void> {
  const peer = peers.create("/home/someone/project", folder);
  writeThere(peer);
  const path = peer.getSessionFile();
  if (path === undefined) throw new Error("the peer has written no file");
  await expectSame(path, peer, "written there, opened here");
  await goOnHere(peers, path, "appended here");
}

async function goOnHere(peers: Peer, path: string, what: string): Promise<void> {
  const written = await readFile(path);
  const log = await JsonlLog.open(path);
  const fork = (await log.rows()).at(-1)?.id ?? null;
  await log.append(user("said here"));
  await log.append(reply("answered here"));
  // A leaf that is moved and not written on keeps its place in the file.
  await log.branch(fork);
  await log.close();
  await expectAppended(path, written, what);
  const peer = peers.open(path);
  await expectSame(path, peer, `${what}, opened there`);
  check(
    JSON.stringify(peer.getEntries().at(-1)).includes(LEAF_MARKER),
    `${what}: a moved leaf is where it was left`,
  );
  const again = await JsonlLog.open(path, { readOnly: true });
  check(
    (await again.replay()).every((message) => textOf(message) !== "said here"),
    `${what}: the branch that was left is not in view`,
  );
}

const [installed] = process.argv.slice(2);
if (installed === undefined)
  throw new Error("Tell where the peer is installed: pi-compat.ts <folder with node_modules>");
const folder = await mkdtemp(join(tmpdir(), "tau-peer-"));
try {
  const peers = await loadPeer(installed);
  await fromHere(peers, folder);
  await fromThere(peers, folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`violations ${violations}\n`);
process.exitCode = violations === 0 ? 0 : 1;
