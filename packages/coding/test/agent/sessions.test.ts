import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JsonlLog } from "@tau-ts/agent/node";
import { textOf, userMessage } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { makeAgent, makeHome, named, shown } from "../support/agent.ts";
import { writeTree } from "../support/tree.ts";

async function firstMessageId(
  entries: Promise<readonly { id: string; type: string }[]>,
): Promise<string> {
  return (await entries).find(({ type }) => type === "message")?.id ?? "";
}

describe("going to another session", () => {
  it("new, back by id, and a fork: each goes on where it was", async () => {
    const { agent, events } = await makeAgent({ model: named("m", "1", "2", "3", "4") });
    await agent.prompt("first");
    const { id, path } = agent.session;
    const old = agent.session;
    await agent.newSession();
    expect(agent.messages).toEqual([]);
    await agent.prompt("second");
    await agent.openSession({ id });
    expect(agent.session.path).toBe(path);
    await agent.prompt("third");
    await agent.fork(await firstMessageId(agent.session.entries()));
    expect(agent.messages.map((message) => textOf(message))).toEqual(["first"]);
    await agent.prompt("fourth");
    const starts = events.filter(({ type }) => type === "session_start");
    expect(starts).toMatchObject([
      { reason: "new" },
      { reason: "resume", path, sessionId: id },
      { reason: "fork" },
    ]);
    const log = await JsonlLog.open(path ?? "");
    expect((await log.replay()).map((message) => textOf(message))).toEqual([
      "first",
      "1",
      "third",
      "3",
    ]);
    await log.close();
    expect(old.id).toBe(id);
  });

  it("the latest, when it is the one that is open, changes nothing", async () => {
    const { agent, events } = await makeAgent({ model: named("m", "1", "2") });
    await agent.prompt("first");
    const { session } = agent;
    await agent.openSession("latest");
    expect(agent.session).toBe(session);
    expect(events.some(({ type }) => type === "session_start")).toBe(false);
    expect((await agent.prompt("second")).text).toBe("2");
  });

  it("C9.4 one that cannot be opened leaves the agent where it is", async () => {
    const home = makeHome();
    const other = await makeAgent({ ...home, model: named("m", "1") });
    await other.agent.prompt("held");
    const { agent } = await makeAgent({ ...home, model: named("m", "1", "2") });
    await agent.prompt("first");
    await expect(agent.openSession({ id: other.agent.session.id })).rejects.toMatchObject({
      kind: "locked",
    });
    await expect(agent.openSession({ id: "nope" })).rejects.toThrow("Could not find session");
    expect((await agent.prompt("second")).text).toBe("2");
    expect(agent.messages).toHaveLength(4);
  });

  it("C9.4 an agent that cannot be made, for want of a model, leaves no copy of a session behind", async () => {
    const home = makeHome();
    const other = await makeAgent({ ...home, model: named("m", "1") });
    await other.agent.prompt("kept");
    const { path = "" } = other.agent.session;
    await other.agent.dispose();
    const files = (): string[] =>
      readdirSync(join(home.tauHome, "sessions"), { recursive: true, encoding: "utf8" });
    const before = files();
    for (const session of [{ import: path }, { fork: path }])
      await expect(makeAgent({ ...home, session })).rejects.toMatchObject({ kind: "key" });
    expect(files()).toEqual(before);
    await expect(makeAgent({ ...home, session: { path } })).rejects.toMatchObject({ kind: "key" });
    expect(files()).toEqual(before);
  });

  it("C5.1 a question about who holds a session is withdrawn when the agent is disposed of", async () => {
    const home = makeHome();
    const other = await makeAgent({ ...home, model: named("m", "1") });
    await other.agent.prompt("held");
    const withdrawn: boolean[] = [];
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const { agent } = await makeAgent({
      ...home,
      model: named("m"),
      askHeld: (_, { signal }) => {
        resolve();
        signal.addEventListener("abort", () => withdrawn.push(true));
        return new Promise(() => undefined);
      },
    });
    const opening = agent.openSession({ id: other.agent.session.id });
    opening.catch(() => undefined);
    await asked;
    await agent.dispose();
    await expect(opening).rejects.toMatchObject({ kind: "shutdown" });
    expect(withdrawn).toEqual([true]);
  });

  it("C5.1 a start that waits for an answer about trust can be given up", async () => {
    const home = makeHome();
    writeTree(home.cwd, { "AGENTS.md": "x" });
    const stop = new AbortController();
    const starting = makeAgent({
      ...home,
      model: named("m"),
      signal: stop.signal,
      askTrust: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve(undefined));
          stop.abort(new Error("given up"));
        }),
    });
    await expect(starting).rejects.toThrow("given up");
  });

  it("a fork of a session that nobody spoke in is a new one", async () => {
    const { agent } = await makeAgent({ model: named("m", "1") });
    const { id } = agent.session;
    await agent.fork();
    expect(agent.session.id).not.toBe(id);
    expect((await agent.prompt("first")).text).toBe("1");
  });

  it("a session that is not kept answers all the same, and cannot be forked", async () => {
    const { agent } = await makeAgent({ model: named("m", "1", "2"), session: "none" });
    await agent.prompt("first");
    expect(agent.session.path).toBeUndefined();
    await expect(agent.fork()).rejects.toMatchObject({ kind: "io" });
    expect(await agent.branch(null)).toBe(true);
    expect((await agent.prompt("second")).messages).toHaveLength(2);
  });

  it("C11.1 the day in the system prompt is that of the session's begin, on whichever day it goes on", async () => {
    const home = makeHome();
    const path = join(home.tauHome, "old.jsonl");
    const timestamp = "2020-01-02T12:00:00.000Z";
    const header = { type: "session", version: 3, id: "old", timestamp, cwd: home.cwd };
    const message = { role: "user", content: "long ago", timestamp: 1 };
    const entry = { type: "message", id: "a", parentId: null, timestamp, message };
    writeFileSync(path, `${JSON.stringify(header)}\n${JSON.stringify(entry)}\n`);
    const model = named("m", "1");
    const { agent } = await makeAgent({ ...home, model, session: { path } });
    await agent.prompt("now");
    expect(model.requests[0]?.system).toContain("Current date: 2020-01-02");
  });

  it("one that worked elsewhere is told of", async () => {
    const home = makeHome();
    const log = await JsonlLog.open(`${home.tauHome}/x.jsonl`, { cwd: "/elsewhere" });
    await log.append(userMessage("hello"));
    await log.close();
    const { warnings } = await makeAgent({
      ...home,
      model: named("m"),
      session: { path: log.path },
    });
    expect(warnings).toEqual([
      `The session worked in /elsewhere so far and goes on in ${home.cwd}.`,
    ]);
  });
});

describe("the tree of a session", () => {
  it("a branch goes on from an earlier entry; both are kept", async () => {
    const { agent, events } = await makeAgent({ model: named("m", "1", "2", "3") });
    await agent.prompt("first");
    const leaf = agent.session.leafId;
    await agent.prompt("second");
    const left = agent.session.leafId;
    expect(await agent.branch(leaf)).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: "session_tree", oldLeafId: left, newLeafId: leaf });
    await agent.prompt("other second");
    expect(agent.messages.map((message) => textOf(message))).toEqual([
      "first",
      "1",
      "other second",
      "3",
    ]);
    const texts = (await agent.session.entries()).flatMap((entry) =>
      "message" in entry ? [JSON.stringify(entry)] : [],
    );
    expect(texts).toHaveLength(6);
    await expect(agent.branch("gone")).rejects.toMatchObject({ kind: "unknown-entry" });
    expect(agent.isRunning).toBe(false);
  });

  it("with a summary the branch that is left is told of, and counted", async () => {
    const model = named("m", "1", "2", "tried that, it failed", "ok");
    const { agent } = await makeAgent({ model });
    await agent.prompt("first");
    const leaf = agent.session.leafId;
    await agent.prompt("a dead end");
    expect(await agent.branch(leaf, { summarize: true, focus: "errors" })).toBe(true);
    expect(shown(model)).toContain("a dead end");
    await agent.prompt("another way");
    expect(shown(model)).toContain("tried that, it failed");
    expect(shown(model)).not.toContain("a dead end");
    expect((await agent.session.statistics()).cost.unknownCalls).toBe(4);
  });

  it("what was chosen on another branch does not change what is chosen now, also not after a resume", async () => {
    const home = makeHome();
    const { agent } = await makeAgent({ ...home, model: named("m", "1", "2") });
    await agent.prompt("first");
    const leaf = agent.session.leafId;
    await agent.setThinking("high");
    await agent.branch(leaf);
    expect(agent.thinking).toBe("high");
    await agent.prompt("second");
    await agent.dispose();
    const resumed = await makeAgent({ ...home, model: named("m"), session: "latest" });
    expect(resumed.agent.thinking).toBe("high");
    expect(resumed.agent.messages).toHaveLength(4);
  });

  it("labels and names stay with the session", async () => {
    const home = makeHome();
    const { agent, events } = await makeAgent({ ...home, model: named("m", "1") });
    await agent.session.setName("Before the first word");
    expect(statSync(home.tauHome).isDirectory()).toBe(true);
    await agent.prompt("first");
    const id = await firstMessageId(agent.session.entries());
    await agent.session.setLabel(id, "start here");
    await agent.session.setLabel("other", "gone soon");
    await agent.session.setLabel("other", undefined);
    expect(events.filter(({ type }) => type === "label_changed")).toHaveLength(3);
    await agent.dispose();
    const resumed = await makeAgent({ ...home, model: named("m"), session: "latest" });
    expect([...(await resumed.agent.session.labels())]).toEqual([[id, "start here"]]);
    expect(resumed.agent.session.name).toBe("Before the first word");
  });
});
