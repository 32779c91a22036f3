import { readFileSync } from "node:fs";
import { JsonlLog } from "@tau-ts/agent/node";
import { userMessage } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import type { FindModel } from "../../src/agent/agent-options.ts";
import { makeAgent, makeHome, named } from "../support/agent.ts";
import { writeTree } from "../support/tree.ts";

/** Finds a scripted model by any name, and says by which it was asked. */
function finder(): { readonly findModel: FindModel; readonly asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = [];
  const findModel: FindModel = async (reference = "test/usual") => {
    asked.push(reference);
    if (reference.includes("gone")) throw new Error("there is no such model");
    const [name = "", level] = reference.split(":");
    const model = named(name.replace("test/", ""), "1", "2", "3", "4");
    return { model, ...(level === "high" && { thinking: "high" }) };
  };
  return { findModel, asked };
}

describe("what was chosen", () => {
  it("TAU-6.1.10 every switch is in the session, and a resumed one goes on with it", async () => {
    const home = makeHome();
    const models = finder();
    const first = await makeAgent({ ...home, ...models });
    await first.agent.prompt("one");
    await first.agent.setModel("test/other:high");
    await first.agent.setMode("auto-edit");
    await first.agent.prompt("two");
    expect(first.events.filter(({ type }) => type.endsWith("_changed"))).toMatchObject([
      { type: "model_changed", provider: "test", modelId: "other" },
      { type: "thinking_level_changed", level: "high" },
      { type: "permission_mode_changed", mode: "auto-edit" },
    ]);
    await first.agent.dispose();
    const { agent } = await makeAgent({ ...home, ...models, session: "latest", mode: undefined });
    expect(agent.model.info?.id).toBe("other");
    expect(agent.thinking).toBe("high");
    expect(agent.mode).toBe("auto-edit");
    expect(agent.messages).toHaveLength(4);
    expect(models.asked).toEqual(["test/usual", "test/other:high", "test/other"]);
  });

  it("TAU-6.1.10 a switch that no message followed counts too", async () => {
    const home = makeHome();
    const models = finder();
    const first = await makeAgent({ ...home, ...models });
    await first.agent.prompt("one");
    await first.agent.setThinking("low");
    await first.agent.dispose();
    const { agent } = await makeAgent({ ...home, ...models, session: "latest" });
    expect(agent.thinking).toBe("low");
  });

  it("what is asked for beats the session, which beats the settings, which beat the defaults", async () => {
    const home = makeHome();
    writeTree(home.tauHome, {
      "settings.json": JSON.stringify({
        model: "test/set",
        thinking: "minimal",
        permissionMode: "read-only",
      }),
    });
    const models = finder();
    const open = { ...home, ...models, mode: undefined };
    const { agent } = await makeAgent(open);
    expect([agent.model.info?.id, agent.thinking, agent.mode]).toEqual([
      "set",
      "minimal",
      "read-only",
    ]);
    await agent.prompt("one");
    await agent.dispose();
    const asked = await makeAgent({
      ...open,
      session: "latest",
      model: "test/asked",
      thinking: "max",
      mode: "ask",
    });
    await asked.agent.prompt("two");
    await asked.agent.dispose();
    const last = (await makeAgent({ ...open, session: "latest" })).agent;
    expect([last.model.info?.id, last.thinking, last.mode]).toEqual(["asked", "max", "ask"]);
    await last.newSession();
    expect([last.model.info?.id, last.thinking, last.mode]).toEqual(["asked", "max", "ask"]);
  });

  it("a model that is gone is told of, and another one goes on", async () => {
    const home = makeHome();
    const models = finder();
    const first = await makeAgent({ ...home, ...models, model: named("gone", "1") });
    await first.agent.prompt("one");
    await first.agent.dispose();
    const { agent, warnings } = await makeAgent({ ...home, ...models, session: "latest" });
    expect(agent.model.info?.id).toBe("usual");
    expect(warnings).toEqual([
      "The session used test/gone, which cannot be used now: there is no such model",
    ]);
    await expect(agent.setModel("test/gone")).rejects.toThrow("no such model");
    expect(agent.model.info?.id).toBe("usual");
  });

  it("C12.2 a session file from elsewhere does not say what may be done unasked", async () => {
    const home = makeHome();
    const path = `${home.cwd}/gift.jsonl`;
    const log = await JsonlLog.open(path, { cwd: home.cwd });
    await log.append(userMessage("hello"));
    await log.appendEntry({
      type: "custom",
      customType: "tau.permission_mode",
      data: { mode: "full" },
    });
    await log.close();
    const open = { ...home, ...finder(), mode: undefined };
    for (const session of [{ path }, { fork: path }, { import: path }]) {
      const { agent } = await makeAgent({ ...open, session });
      expect(agent.mode).toBe("ask");
      await agent.prompt("go on");
      await agent.dispose();
    }
    const again = await makeAgent({ ...open, session: "latest" });
    expect(again.agent.mode).toBe("ask");
  });

  it("C9.4 a session that is only looked at takes nothing, and a fork of it does", async () => {
    const home = makeHome();
    const first = await makeAgent({ ...home, ...finder() });
    await first.agent.prompt("one");
    const second = await makeAgent({
      ...home,
      ...finder(),
      session: "latest",
      askHeld: async () => "read-only",
    });
    const { agent } = second;
    expect(agent.messages).toHaveLength(2);
    expect(agent.session.isReadOnly).toBe(true);
    expect(() => agent.prompt("two")).toThrow("opened for reading only. Fork it");
    await expect(agent.setThinking("low")).rejects.toMatchObject({ kind: "read-only" });
    await agent.fork();
    await agent.prompt("two");
    expect(agent.session.isReadOnly).toBe(false);
    expect(agent.messages).toHaveLength(4);
    expect(readFileSync(first.agent.session.path ?? "", "utf8")).not.toContain('"two"');
  });
});
