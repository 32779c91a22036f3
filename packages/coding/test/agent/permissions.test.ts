import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/guard/questions.ts";
import { asks, makeAgent, makeHome, named, shown } from "../support/agent.ts";
import { eventually } from "../support/processes.ts";

const touch = (name: string, id = name) => asks("bash", { command: `touch ${name}` }, id);
const write = asks("write", { path: "new.txt", content: "x" });

describe("what an agent may do", () => {
  it("TAU-6.1.13 changes are asked about; no is no, and nobody there is no", async () => {
    const questions: Question[] = [];
    const home = makeHome();
    const { agent } = await makeAgent({
      ...home,
      mode: undefined,
      model: named("m", asks("ls", {}), touch("a"), write, "done"),
      ask: async (question) => {
        questions.push(question);
        return question.tool === "write" ? { deny: "not there" } : true;
      },
    });
    await agent.prompt("go");
    expect(questions.map(({ tool }) => tool)).toEqual(["bash", "write"]);
    expect(existsSync(join(agent.cwd, "a"))).toBe(true);
    expect(existsSync(join(agent.cwd, "new.txt"))).toBe(false);
    const refused: string[] = [];
    const model = named("m", touch("b"), "done");
    const alone = await makeAgent({
      mode: undefined,
      model,
      onRefused: (tool) => refused.push(tool),
    });
    await alone.agent.prompt("go");
    expect(refused).toEqual(["bash"]);
    expect(shown(model)).toContain("Tool call blocked: nobody is there to be asked");
  });

  it("TAU-6.1.13 read-only changes nothing, and bash does only what looks", async () => {
    const model = named("m", touch("a"), asks("bash", { command: "ls" }, "c2"), write, "done");
    const { agent } = await makeAgent({ model, mode: "read-only", ask: async () => true });
    await agent.prompt("go");
    expect(["a", "new.txt"].map((name) => existsSync(join(agent.cwd, name)))).toEqual([
      false,
      false,
    ]);
    expect(shown(model)).toContain("the mode read-only allows only what");
    expect(shown(model)).toContain("it changes a file, and the mode read-only");
    expect((await agent.permissions.explain("ls")).action).toBe("allow");
  });

  it("TAU-6.1.13 a stricter mode holds at once, also for a call of the same turn", async () => {
    const { agent } = await makeAgent({
      model: named(
        "m",
        { ...touch("a"), content: [...touch("a").content, ...touch("b").content] },
        "done",
      ),
      mode: "ask",
      ask: async () => {
        await agent.setMode("read-only");
        return true;
      },
    });
    await agent.prompt("go");
    expect(["a", "b"].map((name) => existsSync(join(agent.cwd, name)))).toEqual([true, false]);
  });

  it("TAU-6.1.13 tools can be listed, left out and added; a name that is none is an error", async () => {
    const model = named("m", "1");
    const extra = {
      name: "bash",
      description: "mine",
      parameters: { type: "object" },
      execute: () => "mine",
    };
    const { agent } = await makeAgent({
      model,
      tools: { allow: ["read", "bash", "edit"], deny: ["edit"], extra: [extra] },
    });
    await agent.prompt("go");
    expect(model.requests[0]?.tools).toMatchObject([
      { name: "read" },
      { name: "bash", description: "mine" },
    ]);
    const { system = "" } = model.requests[0] ?? {};
    expect(system).toContain("- read:");
    expect(system).not.toContain("- edit:");
    await expect(makeAgent({ model, tools: { deny: ["bsh"] } })).rejects.toThrow(
      'There is no tool "bsh". The tools are read,',
    );
  });

  it("C12.1 what is put around the tools is behind their guard", async () => {
    const run: string[] = [];
    const { agent } = await makeAgent({
      mode: "ask",
      model: named("m", touch("a"), asks("ls", {}), "done"),
      tools: {
        wrap: (tools) =>
          tools.map((tool) => ({
            ...tool,
            execute: (args: never, context: never) => {
              run.push(tool.name);
              return tool.execute(args, context);
            },
          })),
      },
    });
    await agent.prompt("go");
    expect(run).toEqual(["ls"]);
  });

  it("C12.4 always is remembered: in the next call and in the next session", async () => {
    const home = makeHome();
    let asked = 0;
    const ask = async (): Promise<"always"> => {
      asked += 1;
      return "always";
    };
    const first = await makeAgent({
      ...home,
      mode: "ask",
      model: named("m", touch("a"), touch("a", "c2"), "done"),
      ask,
    });
    await first.agent.prompt("go");
    expect(asked).toBe(1);
    const settings = join(home.tauHome, "settings.json");
    await eventually(() => existsSync(settings));
    await first.agent.dispose();
    expect(JSON.parse(readFileSync(settings, "utf8")).permissions.remembered).toHaveLength(1);
    rmSync(join(home.cwd, "a"));
    const next = await makeAgent({ ...home, mode: "ask", model: named("m", touch("a"), "done") });
    await next.agent.prompt("go");
    expect(existsSync(join(home.cwd, "a"))).toBe(true);
  });

  it("C12.1 rules of the caller count", async () => {
    const rules = { allow: ["bash(touch)"], deny: ["bash(touch b)"] };
    const { agent } = await makeAgent({
      mode: "ask",
      rules,
      model: named("m", touch("a"), touch("b"), "done"),
    });
    await agent.prompt("go");
    expect(["a", "b"].map((name) => existsSync(join(agent.cwd, name)))).toEqual([true, false]);
  });

  it("C12.5 the keys of the environment do not show in results", async () => {
    const model = named("m", asks("bash", { command: "echo key is s3cret-s3cret" }), "done");
    const home = makeHome();
    const environment = { TAU_HOME: home.tauHome, MY_API_KEY: "s3cret-s3cret" };
    const { agent } = await makeAgent({ ...home, environment, model });
    await agent.prompt("go");
    expect(JSON.stringify(agent.messages.filter(({ role }) => role === "toolResult"))).toContain(
      "key is [secret]",
    );
  });
});
