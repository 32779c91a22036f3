import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { DrivenTau } from "../support/rpc.ts";
import { makePlace, modelWords } from "../support/tau.ts";

const slow = 60_000;

describe("commands of RPC", { timeout: slow }, () => {
  it("C14 every documented command is answered in its documented shape", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")], { repeatLast: true });
    await using client = new DrivenTau(modelWords(server.url), place);
    const state = await client.request("get_state", {});
    expect(state).toMatchObject({
      model: { id: "claude-test", cost: { input: 0 }, input: expect.any(Array) },
      thinkingLevel: "medium",
      isStreaming: false,
      isCompacting: false,
      steeringMode: "one-at-a-time",
      followUpMode: "one-at-a-time",
      autoCompactionEnabled: true,
      messageCount: 0,
      pendingMessageCount: 0,
      sessionFile: expect.stringContaining(".jsonl"),
    });
    const settled = client.settled();
    expect(await client.request("prompt", { message: "first" })).toEqual({
      disposition: "started",
    });
    expect(await settled).toMatchObject({ aborted: false });
    expect((await client.request("get_messages", {})).messages).toHaveLength(2);
    expect(await client.request("get_last_assistant_text", {})).toEqual({ text: "one" });

    const { entries, leafId } = await client.request("get_entries", {});
    expect(entries.at(-1)?.id).toBe(leafId);
    const { id: cursor = "" } = entries[1] ?? {};
    expect((await client.request("get_entries", { since: cursor })).entries).toEqual(
      entries.slice(2),
    );
    await expect(client.request("get_entries", { since: "nowhere" })).rejects.toThrow(
      "Entry not found",
    );
    const { tree } = await client.request("get_tree", {});
    expect(tree[0]).toMatchObject({ entry: { id: entries[0]?.id }, children: [{}] });

    expect(await client.request("set_thinking_level", { level: "high" })).toBeUndefined();
    const { levels } = await client.request("get_available_thinking_levels", {});
    expect(levels).toContain("high");
    expect(await client.request("cycle_thinking_level", {})).toEqual({ level: "off" });
    await expect(client.request("set_model", { provider: "nobody", modelId: "x" })).rejects.toThrow(
      /nobody/,
    );
    expect(
      await client.request("set_model", { provider: "unknown", modelId: "claude-test" }),
    ).toMatchObject({ id: "claude-test" });
    expect(await client.request("cycle_model", {})).toBeNull();
    expect(await client.request("set_steering_mode", { mode: "all" })).toBeUndefined();
    expect(await client.request("set_follow_up_mode", { mode: "all" })).toBeUndefined();
    expect(await client.request("set_auto_compaction", { enabled: false })).toBeUndefined();
    expect(await client.request("set_auto_retry", { enabled: false })).toBeUndefined();
    expect(await client.request("abort_retry", {})).toBeUndefined();
    expect(await client.request("abort_bash", {})).toBeUndefined();
    expect(await client.request("abort", {})).toBeUndefined();
    expect(await client.request("clear_queue", {})).toEqual({ steering: [], followUp: [] });
    expect(await client.request("set_permission_mode", { mode: "read-only" })).toBeUndefined();
    expect(await client.request("set_session_name", { name: "A name" })).toBeUndefined();
    expect(await client.request("get_state", {})).toMatchObject({
      sessionName: "A name",
      steeringMode: "all",
      autoCompactionEnabled: false,
      permissionMode: "read-only",
      thinkingLevel: "off",
    });
    expect(await client.request("get_session_stats", {})).toMatchObject({
      userMessages: 1,
      assistantMessages: 1,
      toolCalls: 0,
      totalMessages: 2,
      tokens: { input: 10, output: 5, total: 15 },
      contextUsage: { contextWindow: expect.any(Number), percent: expect.any(Number) },
    });
    expect(await client.request("bash", { command: "echo hi; exit 3" })).toEqual({
      output: "hi\n",
      exitCode: 3,
      cancelled: false,
      truncated: false,
    });
    expect((await client.request("get_messages", {})).messages.at(-1)).toMatchObject({
      role: "bashExecution",
    });
    const { path } = await client.request("export_html", { outputPath: "out.html" });
    expect(await readFile(path, "utf8")).toContain("<title>A name</title>");
    expect(await client.request("get_commands", {})).toEqual({ commands: [] });
    await expect(client.request("compact", {})).rejects.toThrow(/nothing to sum up/);
    expect(Array.isArray((await client.request("get_available_models", {})).models)).toBe(true);

    const { messages } = await client.request("get_fork_messages", {});
    expect(messages).toEqual([{ entryId: expect.any(String), text: "first" }]);
    const forked = await client.request("fork", { entryId: messages[0]?.entryId ?? "" });
    expect(forked).toMatchObject({ text: "first", cancelled: false });
    expect(forked.sessionId).not.toBe(state.sessionId);
    expect((await client.request("get_messages", {})).messages).toEqual([]);
    expect(
      await client.request("switch_session", { sessionPath: state.sessionFile ?? "" }),
    ).toMatchObject({ cancelled: false, sessionId: state.sessionId });
    const cloned = await client.request("clone", {});
    expect(cloned.sessionId).not.toBe(state.sessionId);
    expect((await client.request("get_messages", {})).messages).toHaveLength(3);
    expect(await client.request("new_session", {})).toMatchObject({ cancelled: false });
    expect(await client.request("get_state", {})).toMatchObject({ messageCount: 0 });
    await expect(client.request("switch_session", { sessionPath: "no.jsonl" })).rejects.toThrow(
      /no session file/,
    );
  });

  it("C10.1 compact answers with the summary, and its event tells the same", async () => {
    await using place = await makePlace();
    await writeFile(join(place.cwd, "big.txt"), "word ".repeat(40_000));
    await using server = await startModelServer([
      anthropicText(["word ".repeat(30_000)]),
      anthropicText(["more ".repeat(30_000)]),
      anthropicText("The summary."),
    ]);
    await using client = new DrivenTau(modelWords(server.url), place);
    for (const message of ["one", "two"]) {
      const settled = client.settled();
      await client.request("prompt", { message });
      await settled;
    }
    const result = await client.request("compact", { customInstructions: "the words" });
    expect(result.summary).toContain("The summary.");
    expect(result.estimatedTokensAfter).toBeGreaterThan(0);
    expect(result.firstKeptEntryId).not.toBe("");
    expect(client.records.find(({ type }) => type === "compaction_end")).toMatchObject({
      reason: "manual",
      result: { summary: result.summary },
    });
    expect(server.requests.at(-1)?.rawBody).toContain("the words");
  });

  it("C3.8 steering and follow-ups reach the run that goes on, and are told of", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command: "sleep 0.3" } }),
      anthropicText("two"),
      anthropicText("three"),
    ]);
    const words = ["--permission-mode", "full", ...modelWords(server.url)];
    await using client = new DrivenTau(words, place);
    const settled = client.settled();
    await client.request("prompt", { message: "one" });
    await client.until(({ type }) => type === "tool_execution_start");
    await expect(client.request("prompt", { message: "again" })).rejects.toThrow(/busy/);
    expect(await client.request("steer", { message: "left" })).toEqual({ disposition: "queued" });
    expect(
      await client.request("prompt", { message: "then", streamingBehavior: "followUp" }),
    ).toEqual({ disposition: "queued" });
    expect(await client.request("get_state", {})).toMatchObject({
      isStreaming: true,
      pendingMessageCount: 2,
    });
    await settled;
    expect(server.requests[1]?.rawBody).toContain("left");
    expect(server.requests[2]?.rawBody).toContain("then");
    expect(client.records.filter(({ type }) => type === "queue_update").length).toBeGreaterThan(1);
  });

  it("C14 several sessions live in one process, and every record says whose it is", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("yes")], { repeatLast: true });
    await using client = new DrivenTau(modelWords(server.url), place);
    const { sessionId: first } = await client.request("get_state", {});
    const { sessionId: second } = await client.request("open_session", {});
    expect(second).not.toBe(first);
    const settled = client.settled();
    await client.request("prompt", { message: "to the second", sessionId: second });
    expect(await settled).toMatchObject({ sessionId: second });
    const counts = await Promise.all(
      [first, second].map((sessionId) => client.request("get_state", { sessionId })),
    );
    expect(counts.map(({ messageCount }) => messageCount)).toEqual([0, 2]);
    expect((await client.request("get_open_sessions", {})).sessions).toHaveLength(2);
    await client.request("close_session", { sessionId: second });
    await expect(client.request("get_state", { sessionId: second })).rejects.toThrow(
      /no open session/,
    );
    await expect(client.request("close_session", {})).rejects.toThrow(/only session/);
  });

  it("C12.4 a guard's question is a select that the answer decides, and a wrong answer is a no", async () => {
    await using place = await makePlace();
    const call = anthropicToolCall({ name: "write", arguments: { path: "made", content: "x" } });
    await using server = await startModelServer([call, call, anthropicText("done")]);
    await using client = new DrivenTau(modelWords(server.url), place);
    const answers: (string | undefined)[] = ["nonsense", "Allow once"];
    client.subscribe((record) => {
      if (record.type !== "extension_ui_request" || record["method"] !== "select") return;
      client.answer(typeof record["id"] === "string" ? record["id"] : "", answers.shift());
    });
    const settled = client.settled();
    await client.request("prompt", { message: "write it" });
    await settled;
    const asked = client.records.filter(({ type }) => type === "extension_ui_request");
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({
      title: expect.stringContaining("Allow write"),
      options: ["Allow once", expect.stringContaining("Always allow"), "Deny"],
      timeout: expect.any(Number),
    });
    expect(server.requests[1]?.rawBody).toContain("the user said no");
    expect(await readFile(join(place.cwd, "made"), "utf8")).toBe("x");
  });

  it("C14 bookmarks come with their time, and replies with a cost that can be added up", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")]);
    const path = join(place.cwd, "marked.jsonl");
    const at = "2026-01-02T03:04:05.678Z";
    const entries = [
      { type: "session", version: 3, id: "marked", timestamp: at, cwd: place.cwd },
      { type: "message", id: "a", parentId: null, message: { role: "user", content: "hi" } },
      { type: "label", id: "b", parentId: "a", timestamp: at, targetId: "a", label: "here" },
    ];
    const lines = entries.map((entry) => `${JSON.stringify({ timestamp: at, ...entry })}\n`);
    await writeFile(path, lines.join(""));
    await using client = new DrivenTau([...modelWords(server.url), "--session", path], place);
    const { tree } = await client.request("get_tree", {});
    expect(tree[0]).toMatchObject({ label: "here", labelTimestamp: at });
    const settled = client.settled();
    await client.request("prompt", { message: "go" });
    await settled;
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
    const usage = { input: 10, output: 5, cost, isCostUnknown: true };
    const told = await client.request("get_entries", {});
    expect(told.entries.at(-1)).toMatchObject({ message: { role: "assistant", usage } });
    const { messages } = await client.request("get_messages", {});
    expect(messages.at(-1)).toMatchObject({ usage });
    expect(await readFile(path, "utf8")).not.toContain("isCostUnknown");
  });

  it("C14 a conversation of twenty thousand messages is told as a tree", async () => {
    await using place = await makePlace();
    const path = join(place.cwd, "long.jsonl");
    const timestamp = "2026-01-02T03:04:05.678Z";
    const ids = Array.from({ length: 20_000 }, (_, at) => `e${at}`);
    const entries = ids.map((id, at) => ({
      type: "message",
      id,
      parentId: ids[at - 1] ?? null,
      timestamp,
      message: { role: "user", content: "hi", timestamp: 0 },
    }));
    const header = { type: "session", version: 3, id: "long", timestamp, cwd: place.cwd };
    const lines = [header, ...entries].map((line) => `${JSON.stringify(line)}\n`);
    await writeFile(path, lines.join(""));
    await using client = new DrivenTau(["--offline-demo", "--session", path], place);
    const { tree, leafId } = await client.request("get_tree", {});
    let [node] = tree;
    let length = 0;
    for (; node?.children[0] !== undefined; [node] = node.children) length += 1;
    expect(length).toBeGreaterThanOrEqual(ids.length - 1);
    expect(node?.entry.id).toBe(leafId);
  });
});
