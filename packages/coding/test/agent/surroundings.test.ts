import { join } from "node:path";
import { expect, it } from "vitest";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import type { FileStat } from "../../src/workspace/file-stat.ts";
import { makeAgent, makeHome, named } from "../support/agent.ts";
import { writeTree } from "../support/tree.ts";

/** The files of this machine, and what was asked about them. */
class WatchedWorkspace extends LocalWorkspace {
  readonly asked: string[] = [];
  readonly followed: string[] = [];

  override stat(path: string): Promise<FileStat | undefined> {
    this.asked.push(path);
    return super.stat(path);
  }

  override realPath(path: string): Promise<string> {
    this.followed.push(path);
    return super.realPath(path);
  }
}

it("C11 a start looks for the project, and for what in it may be loaded, once", async () => {
  const home = makeHome();
  writeTree(home.cwd, {
    ".git/HEAD": "",
    "AGENTS.md": "Say top.",
    ".tau/settings.json": '{ "thinking": "low" }',
    "sub/.agents/skills/one/SKILL.md": "---\ndescription: A skill.\n---\n",
  });
  const cwd = join(home.cwd, "sub");
  const workspace = new WatchedWorkspace({ cwd });
  const model = named("m", "1");
  const { agent } = await makeAgent({ ...home, cwd, workspace, model, trust: true });
  expect(agent.briefing.contextFiles.map(({ text }) => text)).toEqual(["Say top."]);
  expect(agent.briefing.skills.map(({ description }) => description)).toEqual(["A skill."]);
  expect(agent.thinking).toBe("low");
  const topsSought = workspace.asked.filter((path) => path.endsWith("/.git"));
  expect(topsSought).toEqual([join(cwd, ".git"), join(home.cwd, ".git")]);
  const inProject = workspace.followed.filter((path) => /\/\.(?:tau|agents)$/.test(path));
  expect(new Set(inProject).size).toBe(inProject.length);
});

it("C11 settings of a project that is not trusted, or brings nothing along, do not count", async () => {
  const home = makeHome();
  writeTree(home.tauHome, { "settings.json": '{ "thinking": "high" }' });
  const nothing = await makeAgent({ ...home, model: named("m", "1") });
  expect(nothing.agent.thinking).toBe("high");
  writeTree(home.cwd, { ".tau/settings.json": '{ "thinking": "low" }' });
  const untrusted = await makeAgent({ ...home, model: named("m", "1") });
  expect(untrusted.agent.thinking).toBe("high");
  const trusted = await makeAgent({ ...home, model: named("m", "1"), trust: true });
  expect(trusted.agent.thinking).toBe("low");
});
