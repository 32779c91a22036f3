import { defineTool } from "@tau-ts/agent";
import type { Tool } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import { textOf } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { asks, makeAgent, makeHome, named, says } from "../support/agent.ts";
import { eventually, uniqueSleep } from "../support/processes.ts";

/** A tool that tidies up for a moment when it is stopped, and says so. */
function tidying(): { readonly tool: Tool; isRunning: () => boolean } {
  let running = false;
  const tool = defineTool({
    name: "work",
    description: "",
    parameters: { type: "object" },
    execute: async (_, { signal }) => {
      running = true;
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      await new Promise((resolve) => setTimeout(resolve, 30));
      return "tidied up";
    },
  });
  return { tool, isRunning: () => running };
}

async function texts(path: string | undefined): Promise<string[]> {
  const log = await JsonlLog.open(path ?? "", { readOnly: true });
  return (await log.replay()).map((message) => textOf(message));
}

describe("leaving in the middle of a run", () => {
  it("PEER-20 dispose waits for what tools still have to say and writes it down", async () => {
    const { tool, isRunning } = tidying();
    const { agent } = await makeAgent({
      model: named("m", asks("work", {})),
      tools: { extra: [tool] },
    });
    const { path } = agent.session;
    const run = agent.prompt("go");
    await eventually(isRunning);
    await agent.dispose();
    expect((await run).outcome).toBe("aborted");
    expect(await texts(path)).toEqual(["go", "", "tidied up", ""]);
    expect(() => agent.prompt("more")).toThrow("the agent was disposed of; make another one");
    await expect(agent.newSession()).rejects.toThrow("disposed of");
    await agent.dispose();
  });

  it("PEER-20 another session, a fork or a branch stops the run first: no call is left without its result", async () => {
    for (const leave of ["newSession", "fork", "branch"] as const) {
      const { tool, isRunning } = tidying();
      const { agent, events } = await makeAgent({
        model: named("m", asks("work", {}), "ok"),
        tools: { extra: [tool] },
      });
      const { path, id } = agent.session;
      const run = agent.prompt("go");
      await eventually(isRunning);
      if (leave === "branch") expect(await agent.branch(null)).toBe(true);
      else await agent[leave]();
      expect((await run).outcome).toBe("aborted");
      const log = await JsonlLog.open(path ?? "", { readOnly: true });
      const roles = (await log.entries()).flatMap((entry) =>
        "message" in entry ? [entry.message] : [],
      );
      expect(roles).toMatchObject([
        {},
        {},
        { content: [{ text: "tidied up" }] },
        { stopReason: "aborted" },
      ]);
      expect(agent.messages).toHaveLength(leave === "fork" ? 4 : 0);
      expect(agent.session.id === id).toBe(leave === "branch");
      expect((await agent.prompt("again")).text).toBe("ok");
      expect(events.at(-1)?.sessionId).toBe(agent.session.id);
    }
  });

  it("C6.7 a deaf tool keeps nobody: the session goes on, and its log is what was said", async () => {
    let isDeaf = false;
    const deaf = defineTool({
      name: "work",
      description: "",
      parameters: { type: "object" },
      execute: () => {
        isDeaf = true;
        return new Promise<string>(() => undefined);
      },
    });
    const home = makeHome();
    const model = named("m", asks("work", {}), "ok");
    const { agent } = await makeAgent({ ...home, model, tools: { extra: [deaf] }, graceMs: 20 });
    const run = agent.prompt("go");
    await eventually(() => isDeaf);
    expect(await agent.stop()).toBe("hard");
    expect((await run).outcome).toBe("abandoned");
    expect((await agent.prompt("again")).text).toBe("ok");
    expect(await texts(agent.session.path)).toEqual(["go", "", "again", "ok"]);
  });
});

describe("what a stop ends", () => {
  it("PEER-21 PEER-22 a compaction that was asked for: nothing changes, and the next prompt works", async () => {
    const model = named("m", "x".repeat(4_000), "y".repeat(4_000), { ending: "stall" }, "ok");
    const { agent, events } = await makeAgent({ model, compaction: { keepRecentTokens: 500 } });
    await agent.prompt("1");
    await agent.prompt("2");
    const before = agent.messages;
    const compacting = agent.compact();
    await eventually(() => model.requests.length === 3);
    expect(() => agent.prompt("meanwhile")).toThrow("already running");
    await agent.stop();
    expect(await compacting).toBeUndefined();
    expect(agent.messages).toEqual(before);
    expect(events.at(-1)).toMatchObject({
      type: "compaction_end",
      aborted: true,
      willRetry: false,
    });
    expect(events.at(-1)).not.toHaveProperty("result");
    expect((await agent.prompt("3")).text).toBe("ok");
  });

  it("C6.13 a stop that a listener waits for ends what it heard of", async () => {
    const model = named("m", "x".repeat(4_000), "y".repeat(4_000), { ending: "stall" }, "ok");
    const { agent } = await makeAgent({
      model,
      compaction: { keepRecentTokens: 500 },
      graceMs: 20,
    });
    await agent.prompt("1");
    await agent.prompt("2");
    agent.subscribe(async ({ type }) => {
      if (type === "compaction_start") await agent.stop();
    });
    expect(await agent.compact()).toBeUndefined();
    expect(agent.messages).toHaveLength(4);
  });

  it("PEER-21 a compaction within a run: the run is aborted, and the next prompt compacts anew", async () => {
    const model = named(
      "m",
      says("x".repeat(4_000), 40_000),
      { ending: "stall" },
      "the notes",
      says("ok", 900),
    );
    Object.assign(model.info ?? {}, { contextWindow: 2_000 });
    const { agent, events } = await makeAgent({ model });
    await agent.prompt("1");
    const run = agent.prompt("2");
    await eventually(() => model.requests.length === 2);
    await agent.stop();
    expect((await run).outcome).toBe("aborted");
    expect(agent.isRunning).toBe(false);
    expect((await agent.prompt("3")).text).toBe("ok");
    const ends = events.filter(({ type }) => type === "compaction_end");
    expect(ends).toMatchObject([
      { aborted: true },
      { aborted: false, result: { summary: "the notes" } },
    ]);
  });

  it("PEER-22 every command of the user's, however many run", async () => {
    const { agent } = await makeAgent({ model: named("m", "ok") });
    const sleeps = [uniqueSleep(), uniqueSleep()];
    const running = sleeps.map(({ command }) => agent.bash({ command, excludeFromContext: false }));
    await eventually(() => sleeps.every((sleep) => sleep.sleeping().length === 1));
    await agent.stop();
    expect(await Promise.all(running)).toMatchObject([{ cancelled: true }, { cancelled: true }]);
    expect(sleeps.flatMap((sleep) => sleep.pids())).toEqual([]);
    expect(agent.messages).toHaveLength(2);
    expect((await agent.prompt("go")).text).toBe("ok");
  });

  it("a summary of a branch: the conversation stays where it was", async () => {
    const model = named("m", "one", { ending: "stall" }, "ok");
    const { agent } = await makeAgent({ model });
    await agent.prompt("1");
    const [first] = (await agent.session.entries()).filter((entry) => entry.type === "message");
    const { leafId } = agent.session;
    const branching = agent.branch(first?.id ?? "", { summarize: true });
    await eventually(() => model.requests.length === 2);
    await agent.stop();
    expect(await branching).toBe(false);
    expect(agent.session.leafId).toBe(leafId);
    expect(agent.messages).toHaveLength(2);
    expect((await agent.prompt("2")).text).toBe("ok");
  });

  it("C6.11 what runs in the background ends with the agent", async () => {
    const sleep = uniqueSleep();
    const model = named("m", asks("bash", { command: sleep.command, background: true }), "started");
    const { agent } = await makeAgent({ model });
    await agent.prompt("go");
    await eventually(() => sleep.sleeping().length === 1);
    await agent.stop();
    expect(sleep.sleeping()).toHaveLength(1);
    await agent.dispose();
    expect(sleep.pids()).toEqual([]);
  });
});
