import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import { expect, it } from "vitest";
import { asks, makeHome, says } from "../support/agent.ts";
import { startAgent } from "../support/agent-process.ts";
import { eventually, uniqueSleep } from "../support/processes.ts";
import { writeTree } from "../support/tree.ts";

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function list(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(object) : [];
}

function json(value: object): JsonValue {
  const copied: JsonValue = JSON.parse(JSON.stringify(value));
  return copied;
}

it("C9.6 a day in the life of a session, in two processes", { timeout: 30_000 }, async () => {
  const home = makeHome();
  writeTree(home.cwd, {
    "AGENTS.md": "Always answer in rhyme.",
    ".tau/skills/deploy/SKILL.md": "---\nname: deploy\ndescription: how to deploy\n---\nCarefully.",
  });
  const sleep = uniqueSleep();

  // The first process: trust, instructions, a question, a stop in the middle.
  const first = startAgent(home, "new", [
    json(asks("bash", { command: "echo made > made.txt" }, "c1")),
    "It is made",
    "Making things",
    json(asks("bash", { command: sleep.command }, "c2")),
  ]);
  first.send({ do: "prompt", text: "make it" });
  expect(object(await first.heard("trust"))).toMatchObject({
    root: home.cwd,
    files: expect.arrayContaining(["AGENTS.md", ".tau/skills/deploy/SKILL.md"]),
  });
  first.send({ answer: "trust" });
  expect(object(await first.heard("question"))).toMatchObject({
    tool: "bash",
    args: { command: "echo made > made.txt" },
  });
  expect(existsSync(join(home.cwd, "made.txt"))).toBe(false);
  first.send({ answer: true });
  expect(object(await first.heard("done"))).toMatchObject({
    outcome: "completed",
    text: "It is made",
  });
  expect(existsSync(join(home.cwd, "made.txt"))).toBe(true);
  await first.ask({ do: "idle" });
  first.send({ do: "prompt", text: "take your time" });
  await eventually(() => sleep.sleeping().length === 1);
  first.send({ do: "stop" });
  expect([await first.heard("done"), await first.heard("done")]).toContainEqual(
    expect.objectContaining({ outcome: "aborted" }),
  );
  expect(sleep.pids()).toEqual([]);
  const before = object(await first.ask({ do: "state" }));
  expect(await first.end()).toBe(0);
  const [request] = list(before["requests"]);
  expect(request?.["system"]).toContain("Always answer in rhyme.");
  expect(request?.["system"]).toContain('<skill name="deploy"');
  expect(before).toMatchObject({ name: "Making things", mode: "ask" });
  expect(before["statistics"]).toMatchObject({ turns: 3, toolCalls: 2, tokens: { total: 400 } });

  // The second one goes on: without a question about trust, and told of the stop.
  const second = startAgent(home, "latest", [
    "x".repeat(1_200),
    "the other way failed",
    json(says("y".repeat(5_000), 5_000, 0.25)),
    "the notes",
    "done",
    "done",
  ]);
  expect(object(await second.ask({ do: "prompt", text: "go on" }))).toMatchObject({
    outcome: "completed",
  });
  const entries = list(before["entries"]).filter(({ type }) => type === "message");
  const answerId = entries[3]?.["id"] ?? "";
  expect(await second.ask({ do: "branch", entryId: answerId })).toBe(true);
  for (const text of ["another way", "more", "and more"])
    expect(object(await second.ask({ do: "prompt", text }))).toMatchObject({
      outcome: "completed",
    });
  const after = object(await second.ask({ do: "state" }));
  expect(await second.end()).toBe(0);
  const requests = list(after["requests"]);
  expect(after).toMatchObject({ id: before["id"], name: "Making things", mode: "ask" });
  const shown = requests.map((one) => JSON.stringify(one["messages"]));
  expect(shown[0]).toContain("was stopped by the user");
  expect(shown[1]).toContain("<conversation>");
  expect(shown[2]).toContain("the other way failed");
  expect(shown[2]).not.toContain("take your time");
  expect(requests[0]?.["system"]).toBe(request?.["system"]);

  // What both of them took adds up: seven replies, one of them large, a name, a summary of a branch, a compaction.
  expect(requests).toHaveLength(6);
  expect(shown[4]).toContain("the notes");
  expect(after["statistics"]).toMatchObject({
    userMessages: 6,
    turns: 7,
    compactions: 1,
    tokens: {
      input: 20 * 9 + 4_999,
      cacheRead: 60 * 9,
      cacheWrite: 10 * 9,
      total: 100 * 9 + 5_000,
    },
    cost: { usd: 10 / 4, unknownCalls: 0 },
  });
  const [folder = ""] = readdirSync(join(home.tauHome, "sessions"));
  expect(readdirSync(join(home.tauHome, "sessions", folder))).toHaveLength(1);
});

it(
  "C9.6 a run that kill -9 cut short goes on in another process without a new prompt",
  { timeout: 30_000 },
  async () => {
    const home = makeHome();
    const first = startAgent(home, "new", [json(asks("write", { path: "a", content: "x" }, "c1"))]);
    first.send({ do: "prompt", text: "precious words" });
    await first.heard("question");
    await first.kill();
    const second = startAgent(home, "latest", ["I looked again"]);
    expect(object(await second.ask({ do: "continue" }))).toMatchObject({ text: "I looked again" });
    const [request] = list(object(await second.ask({ do: "state" }))["requests"]);
    expect(await second.end()).toBe(0);
    expect(JSON.stringify(request?.["messages"])).toMatch(
      /precious words.*Tool call interrupted: no result was recorded/,
    );
  },
);

it(
  "C9.4 a second process is told who holds the session, and may look at it or go on in a copy",
  { timeout: 30_000 },
  async () => {
    const home = makeHome();
    const first = startAgent(home, "new", ["one", "a name", "two"]);
    await first.ask({ do: "prompt", text: "mine" });
    await first.ask({ do: "idle" });
    const { id } = object(await first.ask({ do: "state" }));
    const reader = startAgent(home, "latest", []);
    expect(object(await reader.heard("held"))).toMatchObject({
      holder: { pid: first.pid },
      message: expect.stringContaining(`process ${first.pid}`),
    });
    reader.send({ answer: "read-only" });
    const seen = object(await reader.ask({ do: "state" }));
    expect(seen).toMatchObject({ id, isReadOnly: true, name: "a name" });
    expect(JSON.stringify(seen["messages"])).toContain("mine");
    const copier = startAgent(home, "latest", ["other two"]);
    await copier.heard("held");
    copier.send({ answer: "fork" });
    expect(object(await copier.ask({ do: "prompt", text: "theirs" }))).toMatchObject({
      text: "other two",
    });
    const copied = object(await copier.ask({ do: "state" }));
    expect(copied).toMatchObject({ isReadOnly: false });
    expect(copied["id"]).not.toBe(id);
    expect(JSON.stringify(copied["messages"])).toMatch(/mine.*theirs/);
    expect(object(await first.ask({ do: "prompt", text: "still mine" }))).toMatchObject({
      text: "two",
    });
    const kept = JSON.stringify(object(await first.ask({ do: "state" }))["messages"]);
    expect(kept).toContain("still mine");
    expect(kept).not.toContain("theirs");
    for (const agent of [first, reader, copier]) expect(await agent.end()).toBe(0);
  },
);
