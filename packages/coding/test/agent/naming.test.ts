import { readFileSync } from "node:fs";
import { failedMessage } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { listSessions } from "../../src/session/list-sessions.ts";
import { makeAgent, makeHome, named, says } from "../support/agent.ts";
import { eventually } from "../support/processes.ts";

describe("a session's name", () => {
  it("TAU-6.1.11 comes in the background: the answer does not wait for it, and its cost is counted", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const namer = named("namer", async () => says(await promise, 40, 0.5));
    const model = named("m", says("done", 100, 1), says("more", 100, 1));
    const { agent, events } = await makeAgent({ model, autoName: namer });
    await agent.prompt("fix the build");
    expect(agent.session.name).toBeUndefined();
    await agent.prompt("another, while it is being named");
    resolve("Fix the build");
    await agent.whenIdle();
    expect(agent.session.name).toBe("Fix the build");
    expect(events.at(-1)).toMatchObject({ type: "session_info_changed", name: "Fix the build" });
    expect(await agent.session.statistics()).toMatchObject({
      turns: 2,
      tokens: { total: 240 },
      cost: { usd: 2.5, unknownCalls: 0 },
    });
    expect(namer.requests).toHaveLength(1);
    expect(JSON.stringify(agent.messages)).not.toContain("Fix the build");
  });

  it("TAU-56 that a person gave stays, also when it came while one was being looked for", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const namer = named("namer", () => promise);
    const home = makeHome();
    const { agent } = await makeAgent({ ...home, model: named("m", "1", "2"), autoName: namer });
    await agent.prompt("one");
    await agent.session.setName("Mine");
    resolve("Not mine");
    await agent.whenIdle();
    await agent.prompt("two");
    await agent.dispose();
    const resumed = await makeAgent({
      ...home,
      model: named("m"),
      session: "latest",
      autoName: namer,
    });
    expect(resumed.agent.session.name).toBe("Mine");
    expect(namer.requests).toHaveLength(1);
    await resumed.agent.session.setName(undefined);
    expect(resumed.agent.session.name).toBeUndefined();
  });

  it("TAU-56 is the first words of the prompt when the model fails", async () => {
    const namer = named("namer", failedMessage("overloaded"));
    const { agent } = await makeAgent({ model: named("m", "1"), autoName: namer });
    await agent.prompt("please have a look at this");
    await agent.whenIdle();
    expect(agent.session.name).toBe("please have a look");
  });

  it("C5.1 is given up when the agent is disposed of, and not looked for after a run that failed", async () => {
    const namer = named("namer", { ending: "stall" });
    const { agent } = await makeAgent({
      model: named("m", failedMessage("no"), "ok"),
      autoName: namer,
    });
    await agent.prompt("one");
    await agent.whenIdle();
    expect(namer.requests).toHaveLength(0);
    await agent.prompt("two");
    await eventually(() => namer.requests.length === 1);
    await agent.dispose();
    expect(readFileSync(agent.session.path ?? "", "utf8")).not.toContain("session_info");
  });

  it("PEER-44 is found at the end of a session that has grown long", async () => {
    const home = makeHome();
    const model = named("m", "a".repeat(9_000), "b".repeat(9_000));
    const { agent } = await makeAgent({ ...home, model });
    await agent.prompt("one");
    await agent.session.setName("Long one");
    await agent.prompt("two");
    expect((await listSessions(home))[0]).not.toHaveProperty("name");
    await agent.dispose();
    expect((await listSessions(home))[0]?.name).toBe("Long one");
  });
});
