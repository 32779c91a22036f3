import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { userMessage } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import type { ScriptedReply } from "@tau-ts/ai/testing";
import type { CodingAgentEvent } from "@tau-ts/coding";
import { describe, expect, it, vi } from "vitest";
import { readSession } from "../../../src/export/read-session.ts";
import { transcriptOf } from "../../../src/interactive/transcript/transcript-of.ts";
import {
  Watcher,
  asks,
  blocksOf,
  makeFolder,
  plainTheme,
  reply,
  resultTexts,
  watchAgent,
} from "./watched-agent.ts";

const answer = `# What I found

The **first** file has \`one\` line, [see](https://example.org/a).

- a list
- with items

\`\`\`ts
const one = 1;
// a comment
\`\`\`

| name | lines |
|------|------:|
| 你好 | 3 |`;

describe("a session that is replayed looks as it was watched", () => {
  it("thinking, words and every kind of tool call, done and failed", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, "a.txt"), "one\ntwo\nthree\n");
    writeFileSync(join(cwd, "b.txt"), "\u001b[31mred\u001b[0m\n");
    const calls: readonly ScriptedReply[] = [
      reply(
        { type: "thinking", thinking: "I should look around.\nFirst the files." },
        { type: "text", text: "Let me look." },
        ...asks(["read", { path: "a.txt" }], ["read", { path: "b.txt" }], ["ls", {}]).content,
      ),
      asks(["read", { path: "missing.txt" }], ["grep", { pattern: "two" }]),
      asks(["find", { pattern: "*.txt" }]),
      asks(["bash", { command: "seq 1 30" }]),
      asks(["bash", { command: "echo oops >&2; exit 3" }]),
      asks(["bash", { command: "kill -9 $$" }]),
      asks(["write", { path: "c.txt", content: "new\nfile\n" }]),
      asks(["edit", { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] }]),
      asks(["edit", { path: "a.txt", edits: [{ oldText: "nowhere", newText: "2" }] }]),
      asks(["unknown", { some: "thing" }]),
      asks(["bash", {}]),
      reply(
        { type: "thinking", thinking: "", redacted: true, thinkingSignature: "x" },
        { type: "text", text: answer },
      ),
    ];
    const watched = await watchAgent({ cwd, model: scriptedModel(calls) });
    await watched.agent.prompt("What is here?");
    await watched.expectReplayAlike();
    const lines = await watched.watcher.lines(watched.transcript());
    expect(lines.length).toBeGreaterThan(50);
  });

  it("failures of every kind, a reply that broke off, and one that the output limit cut", async () => {
    const kinds = ["auth", "quota", "rate-limit", "context-overflow", "network", "server"] as const;
    const replies: ScriptedReply[] = kinds.map((kind) => ({ say: "", ending: { kind } }));
    replies.push({ say: "It begins well and then", after: 2, ending: "cut" });
    const cut = { ...asks(["bash", { command: "echo never" }]), stopReason: "length" as const };
    replies.push(cut, "done");
    const watched = await watchAgent({
      model: scriptedModel(replies),
      compaction: { enabled: false },
    });
    for (let turn = 0; turn <= kinds.length + 1; turn += 1)
      await watched.agent.prompt(`try ${turn}`);
    expect(blocksOf(watched.transcript()).filter(({ kind }) => kind === "ending")).toHaveLength(8);
    await watched.expectReplayAlike();
  });

  it("stops: while it thinks, while it writes, in a tool, before a tool, and one left behind", async () => {
    const deaf = {
      name: "deaf",
      description: "Never ends.",
      parameters: { type: "object", properties: {} },
      execute: () => new Promise<string>(() => undefined),
    };
    const model = scriptedModel([
      { say: reply({ type: "thinking", thinking: "hmm hmm hmm hmm" }), after: 2, ending: "stall" },
      { say: "words and more words and more", after: 2, ending: "stall" },
      asks(["bash", { command: "echo begun; sleep 60" }], ["write", { path: "x", content: "y" }]),
      asks(["deaf", {}], ["bash", { command: "echo never" }]),
      "and on",
    ]);
    const watched = await watchAgent({ model, tools: { extra: [deaf] } });
    const { agent, events } = watched;
    const stopAt = async (isThere: (event: CodingAgentEvent) => boolean, graceMs?: number) => {
      const from = events.length;
      const run = agent.prompt("go");
      await vi.waitFor(() => expect(events.slice(from).some(isThere)).toBe(true), 5000);
      await agent.stop(graceMs === undefined ? {} : { graceMs });
      await run;
    };
    await stopAt(
      ({ type, ...rest }) =>
        type === "message_update" &&
        "assistantMessageEvent" in rest &&
        rest.assistantMessageEvent.type === "thinking_delta",
    );
    await stopAt(({ type }) => type === "message_update");
    await stopAt(({ type }) => type === "tool_execution_update");
    await stopAt(({ type }) => type === "tool_execution_start", 0);
    const run = agent.prompt("go on");
    await run;
    expect(resultTexts(agent.messages)).toHaveLength(2);
    const states = blocksOf(watched.transcript()).filter((block) => block.kind === "tool");
    expect(states.map(({ state }) => state)).toEqual(["ended", "ended", "abandoned", "abandoned"]);
    await watched.expectReplayAlike();
  });

  it("a compaction that was asked for, and those in the middle of a long run", async () => {
    const summariser = scriptedModel(Array.from({ length: 20 }, (_, index) => `notes ${index}`));
    const calls = Array.from({ length: 12 }, () =>
      asks(["bash", { command: `: ${"x".repeat(1600)}` }]),
    );
    const model = scriptedModel([...calls, "done", "b".repeat(400)], {
      info: { contextWindow: 2000 },
    });
    const watched = await watchAgent({
      model,
      compaction: { model: summariser, keepRecentTokens: 100 },
    });
    await watched.agent.prompt("loop");
    await watched.agent.prompt("more");
    const isCompaction = ({ kind }: { kind: string }): boolean => kind === "marker";
    const count = blocksOf(watched.transcript()).filter(isCompaction).length;
    expect(count).toBeGreaterThan(1);
    await watched.agent.compact();
    expect(blocksOf(watched.transcript()).filter(isCompaction)).toHaveLength(count + 1);
    await watched.expectReplayAlike();
  });

  it("commands of the user's: done, failed, stopped, excluded, and one beside a run", async () => {
    const gate = Promise.withResolvers<void>();
    const model = scriptedModel(["one", { say: "two", delay: gate.promise }, "three"]);
    const watched = await watchAgent({ model });
    const { agent } = watched;
    await agent.prompt("first");
    await agent.bash({ command: "echo hello; echo world", excludeFromContext: false });
    await agent.bash({ command: "exit 4", excludeFromContext: true });
    const controller = new AbortController();
    const long = agent.bash(
      { command: "echo begun; sleep 60", excludeFromContext: false },
      { signal: controller.signal },
    );
    await vi.waitFor(() => expect(watched.transcript().shells[0]?.output).toContain("begun"));
    controller.abort();
    await long;
    const run = agent.prompt("second");
    await agent.bash({ command: "echo beside", excludeFromContext: false });
    expect(watched.transcript().shells).toHaveLength(1);
    gate.resolve();
    await run;
    await agent.prompt("third");
    expect(watched.transcript().shells).toEqual([]);
    await watched.expectReplayAlike();
  });

  it("other models, levels and modes; what was chosen and taken back is not told", async () => {
    const other = scriptedModel(["two", "three", "four"], {
      info: { id: "other", provider: "test" },
    });
    const first = scriptedModel(["one"]);
    const watched = await watchAgent({ model: first });
    const { agent } = watched;
    await agent.setThinking("low");
    await agent.prompt("one");
    await agent.setModel(other);
    await agent.setMode("ask");
    await agent.setThinking("high");
    await agent.prompt("two");
    await agent.setMode("full");
    await agent.setMode("ask");
    await agent.prompt("three");
    const choices = blocksOf(watched.transcript()).filter(({ kind }) => kind === "notice");
    expect(choices).toEqual([
      { kind: "notice", role: "choice", text: "Model: test/other · Thinking: high · Mode: ask" },
    ]);
    await watched.expectReplayAlike();
  });

  it("refused calls, steering, follow-ups and pictures", async () => {
    const model = scriptedModel([
      asks(["bash", { command: "rm -rf /tmp/nothing-there" }]),
      asks(["bash", { command: "echo steered" }]),
      "first",
      "second",
    ]);
    const ask = async (): Promise<{ deny: string }> => ({ deny: "not now\nor ever" });
    const watched = await watchAgent({ model, mode: "ask", ask });
    const { agent } = watched;
    const image = { type: "image" as const, data: "aGVsbG8=", mimeType: "image/png" };
    const run = agent.prompt(userMessage([{ type: "text", text: "look at this" }, image]));
    await agent.steer("and mind this");
    await agent.followUp("and then this");
    await run;
    await watched.expectReplayAlike();
    const lines = (await watched.watcher.lines(watched.transcript())).join("\n");
    expect(lines).toContain("refused: the user said no: not now");
    expect(lines).toContain("[image 1: image/png, 6 bytes]");
  });

  it("a branch, with and without a summary: what was left is gone, and a marker says so", async () => {
    const model = scriptedModel(["one", "two", "the summary", "three", "four"]);
    const { agent } = await watchAgent({ model });
    await agent.prompt("first");
    const place = agent.session.leafId;
    await agent.prompt("second");
    await agent.branch(place, { summarize: true });
    const look = async () =>
      transcriptOf({ entries: await agent.session.entries(), leafId: agent.session.leafId });
    expect(blocksOf(await look()).map(({ kind }) => kind)).toEqual(["user", "text", "marker"]);
    await agent.prompt("third");
    await agent.branch(place);
    const before = await look();
    expect(blocksOf(before).at(-1)).toEqual({ kind: "marker", place: "branch" });
    await agent.prompt("fourth");
    const after = transcriptOf(await readSession(agent.session.path ?? ""));
    expect(blocksOf(after)).toEqual([
      ...blocksOf(before),
      { kind: "user", content: "fourth" },
      { kind: "text", text: "four", isOpen: false },
    ]);
  });

  it("a call that the program did not live to see the end of", async () => {
    const message = { ...asks(["bash", { command: "sleep 9" }]), timestamp: 2 };
    const base = { parentId: null, timestamp: "2026-01-01T00:00:00.000Z" };
    const user = { role: "user" as const, content: "go", timestamp: 1 };
    const entries = [
      { ...base, id: "a", type: "message" as const, message: user },
      { ...base, id: "b", parentId: "a", type: "message" as const, message },
    ];
    const transcript = transcriptOf({ entries, leafId: "b" });
    expect(blocksOf(transcript).at(-1)).toMatchObject({ kind: "tool", state: "abandoned" });
    const lines = await new Watcher(80, plainTheme).lines(transcript);
    expect(lines.at(-1)).toMatch(/^\? \$ sleep 9 · abandoned/);
  });
});
