import { existsSync, readFileSync } from "node:fs";
import { contextForModel, defineTool } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import { textOf, userMessage } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { asks, eventTypes, makeAgent, makeHome, named, says, shown } from "../support/agent.ts";
import { eventually } from "../support/processes.ts";
import { writeTree } from "../support/tree.ts";

describe("a prompt", () => {
  it("C3.5 is answered, heard of in order, and written down", async () => {
    const { agent, events } = await makeAgent({ model: named("m", "hello") });
    const { text, outcome } = await agent.prompt("hi");
    expect({ text, outcome }).toEqual({ text: "hello", outcome: "completed" });
    expect(eventTypes(events)).toEqual([
      "agent_start",
      "turn_start",
      "message_start",
      "message_end",
      "message_start",
      "message_update",
      "message_end",
      "turn_end",
      "agent_end",
      "agent_settled",
    ]);
    expect(events.at(-2)).toMatchObject({ outcome: "completed", willRetry: false });
    expect(events.at(-1)).toEqual({
      type: "agent_settled",
      aborted: false,
      sessionId: agent.session.id,
    });
    expect(new Set(events.map(({ sessionId }) => sessionId)).size).toBe(1);
    const log = await JsonlLog.open(agent.session.path ?? "", { readOnly: true });
    expect(await log.replay()).toEqual(agent.messages);
  });

  it("PEER-43 is on disk before anything is asked of the model", async () => {
    let onDisk = "";
    const { agent } = await makeAgent({
      model: named("m", () => {
        onDisk = readFileSync(agent.session.path ?? "", "utf8");
        return "hello";
      }),
    });
    expect(existsSync(agent.session.path ?? "")).toBe(false);
    await agent.prompt("precious words");
    expect(onDisk).toContain("precious words");
    expect(
      onDisk
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).type),
    ).toEqual(["session", "model_change", "thinking_level_change", "custom", "message"]);
  });

  it("C4.3 a second one throws on the caller's line; however a run ends, the next one works", async () => {
    const model = named("m", { ending: "stall" }, "again");
    const { agent } = await makeAgent({ model });
    const first = agent.prompt("1");
    expect(() => agent.prompt("2")).toThrow("already running; use steer() or followUp()");
    expect(() => agent.compact()).toThrow("cannot compact during a run");
    await eventually(() => model.requests.length === 1);
    await agent.stop();
    expect((await first).outcome).toBe("aborted");
    expect((await agent.prompt("3")).text).toBe("again");
  });

  it("C4.2 stopped before it began, it asks nothing of the model", async () => {
    const model = named("m", "never");
    const { agent, events } = await makeAgent({ model });
    const run = agent.prompt("hi");
    expect(await agent.stop()).toBe("clean");
    expect((await run).outcome).toBe("aborted");
    expect(agent.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(events.at(-1)).toMatchObject({ type: "agent_settled", aborted: true });
    expect(model.requests).toHaveLength(0);
  });

  it("C8.1 with a template or a skill is what they say; one that is not there is refused", async () => {
    const home = makeHome();
    writeTree(home.cwd, {
      ".tau/prompts/fix.md": "Fix $1 now",
      ".tau/skills/tidy/SKILL.md": "---\nname: tidy\ndescription: tidies\n---\nSweep first.",
    });
    const model = named("m", "1", "2", "3");
    const { agent } = await makeAgent({ ...home, model, trust: true });
    await agent.prompt("/fix that");
    expect(textOf(model.requests[0]?.messages[0] ?? userMessage(""))).toBe("Fix that now");
    await agent.prompt("/skill:tidy please");
    expect(shown(model)).toContain("Sweep first.");
    await agent.prompt("/fix that", { expand: false });
    expect(shown(model)).toContain('"/fix that"');
    await expect(agent.prompt("/skill:none")).rejects.toThrow('There is no skill "none"');
    expect(agent.isRunning).toBe(false);
  });

  it("C3.8 what is said meanwhile waits for its place, and everybody hears what waits", async () => {
    const model = named("m", asks("wait", {}), "after steering", "after follow-up");
    const tool = defineTool({
      name: "wait",
      description: "",
      parameters: { type: "object" },
      execute: async () => {
        await agent.followUp("then this");
        await agent.steer("first this");
        expect(agent.queued.steering).toHaveLength(1);
        return "waited";
      },
    });
    const { agent, events } = await makeAgent({ model, tools: { extra: [tool] } });
    await agent.prompt("go");
    expect(agent.messages.map((message) => textOf(message))).toEqual([
      "go",
      "",
      "waited",
      "first this",
      "after steering",
      "then this",
      "after follow-up",
    ]);
    const updates = events.filter(({ type }) => type === "queue_update");
    expect(updates).toMatchObject([
      { steering: [], followUp: ["then this"] },
      { steering: ["first this"], followUp: ["then this"] },
      { steering: [], followUp: ["then this"] },
      { steering: [], followUp: [] },
    ]);
    await agent.steer("taken back");
    expect(agent.popQueued("steering")).toMatchObject({ content: "taken back" });
    await agent.followUp("cleared");
    expect(agent.clearQueues().followUp).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "queue_update", steering: [], followUp: [] });
  });

  it("C3.8 one turn takes all that waits where that is asked for, each message for itself, in other sessions too", async () => {
    const model = named("m", "1", "2", "3", "4");
    const { agent } = await makeAgent({ model });
    agent.setQueueModes({ followUp: "all" });
    await agent.newSession();
    expect(agent.queueModes).toEqual({ steering: "one-at-a-time", followUp: "all" });
    for (const word of ["a", "b"]) await agent.followUp(word);
    await agent.prompt("go");
    const words = agent.messages.map((message) => textOf(message));
    expect(words).toEqual(["go", "1", "a", "b", "2"]);
    const roles = model.requests[1]?.messages.map(({ role }) => role);
    expect(roles).toEqual(["user", "assistant", "user", "user"]);
  });

  it("C13.8 repeats of a model call go by Pi's names", async () => {
    const error = { kind: "overloaded", message: "busy" };
    const retry = { type: "retry", attempt: 2, maxAttempts: 4, delayMs: 5, error } as const;
    const done = { type: "done", reason: "stop", message: says("ok") } as const;
    const failed = {
      type: "error",
      reason: "error",
      error: { ...says(""), stopReason: "error" as const, errorMessage: "busy" },
    } as const;
    const { agent, events } = await makeAgent({
      model: named("m", [retry, done], [retry, failed]),
    });
    await agent.prompt("1");
    await agent.prompt("2");
    const retries = events.filter(({ type }) => type.startsWith("auto_retry"));
    expect(retries).toMatchObject([
      { type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 5, errorMessage: "busy" },
      { type: "auto_retry_end", attempt: 1, success: true },
      { type: "auto_retry_start" },
      { type: "auto_retry_end", attempt: 1, success: false, finalError: "busy" },
    ]);
  });

  it("C4.6 a listener that throws ends the run with its failure; outside of one it is told of", async () => {
    const { agent, warnings } = await makeAgent({ model: named("m", "1", "2") });
    const unsubscribe = agent.subscribe(({ type }) => {
      if (type === "turn_start" || type === "queue_update") throw new Error("listener broke");
    });
    await expect(agent.prompt("hi")).rejects.toMatchObject({ kind: "listener" });
    await agent.steer("x");
    await eventually(() => warnings.length === 1);
    expect(warnings).toEqual(["A listener failed: listener broke"]);
    unsubscribe();
    expect((await agent.prompt("again")).outcome).toBe("completed");
  });
});

describe("going on", () => {
  it("C7.3 a run that a crash cut short goes on without a new prompt", async () => {
    const home = makeHome();
    const before = await makeAgent({ ...home, model: named("m", asks("read", { path: "x" })) });
    const log = await JsonlLog.open(`${home.tauHome}/crashed.jsonl`, { cwd: home.cwd });
    await log.append(userMessage("go"));
    await log.append(asks("read", { path: "x" }));
    await log.close();
    await before.agent.dispose();
    const model = named("m", "done");
    const { agent } = await makeAgent({ ...home, model, session: { path: log.path } });
    expect((await agent.continue()).text).toBe("done");
    expect(shown(model)).toContain("Tool call interrupted: no result was recorded.");
    expect(() => agent.continue()).toThrow("the model has had the last word");
    expect(contextForModel(agent.messages).at(-1)?.role).toBe("assistant");
  });

  it("C7.5 after a stop the model is told who stopped it, and which jobs live", async () => {
    const model = named(
      "m",
      asks("bash", { command: "sleep 300", background: true }),
      { ending: "stall" },
      "ok",
    );
    const { agent } = await makeAgent({ model });
    const run = agent.prompt("go");
    await eventually(() => model.requests.length === 2);
    await agent.stop({ reason: "too slow" });
    await run;
    await agent.prompt("what now?");
    expect(shown(model)).toMatch(
      /was stopped by the user: too slow.*Still running in the background: job-1 \(sleep 300\)/,
    );
  });
});
