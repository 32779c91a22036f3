import { join } from "node:path";
import { expect, it } from "vitest";
import { loadBriefing } from "../../src/briefing/load-briefing.ts";
import type { Briefing, LoadBriefingOptions } from "../../src/briefing/load-briefing.ts";
import { readTool } from "../../src/tools/read.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { makeTree } from "../support/tree.ts";

const startedAt = new Date(2026, 2, 1, 23, 59);

async function load(
  home: string,
  cwd: string,
  options: Partial<LoadBriefingOptions> = {},
): Promise<Briefing> {
  const user = { home, tauHome: join(home, ".tau-ts") };
  const workspace = new LocalWorkspace({ cwd, home });
  return loadBriefing({ workspace, cwd, user, isProjectTrusted: true, startedAt, ...options });
}

it("C11.1 everything the user and the project have comes together, the more specific later", async () => {
  const skill = (text: string): string => `---\ndescription: ${text}\n---\n`;
  const home = makeTree({
    ".tau-ts/AGENTS.md": "everywhere",
    ".tau-ts/SYSTEM.md": "my system",
    ".tau-ts/skills/one/SKILL.md": skill("one"),
    ".tau/skills/two/SKILL.md": skill("two of .tau"),
    ".agents/skills/two/SKILL.md": skill("two of .agents"),
    ".tau/APPEND_SYSTEM.md": "my append",
  });
  const project = makeTree({
    ".git/HEAD": "",
    "AGENTS.md": "top",
    ".tau/SYSTEM.md": "its system",
    ".tau/skills/three/SKILL.md": skill("three"),
    ".agents/prompts/p.md": "prompt",
    "sub/.agents/skills/one/SKILL.md": skill("one of sub"),
    "sub/AGENTS.md": "sub",
  });
  const cwd = join(project, "sub");
  const briefing = await load(home, cwd);
  expect(briefing.contextFiles.map(({ text }) => text)).toEqual(["everywhere", "top", "sub"]);
  expect(briefing.skills.map(({ description }) => description)).toEqual([
    "one of sub",
    "three",
    "two of .agents",
  ]);
  expect(briefing.templates.map(({ name }) => name)).toEqual(["p"]);
  expect(briefing.warnings).toHaveLength(2);
  const prompt = briefing.systemPrompt([readTool()]);
  expect(prompt.startsWith("its system\n\nmy append\n\n<project_instructions")).toBe(true);
  expect(prompt.endsWith(`Current date: 2026-03-01\nCurrent working directory: ${cwd}`)).toBe(true);
  const given = await load(home, cwd, { systemPrompt: "given", appendSystemPrompt: "" });
  expect(given.systemPrompt([]).startsWith("given\n\n<project_instructions")).toBe(true);
});

it("C11.1 of the user's own folders, the one that only we read comes last and so counts most", async () => {
  const skill = (text: string): string => `---\ndescription: ${text}\n---\n`;
  const everything = (of: string): Readonly<Record<string, string>> => ({
    [`${of}/AGENTS.md`]: `words of ${of}`,
    [`${of}/SYSTEM.md`]: `system of ${of}`,
    [`${of}/APPEND_SYSTEM.md`]: `append of ${of}`,
    [`${of}/skills/one/SKILL.md`]: skill(`skill of ${of}`),
    [`${of}/prompts/p.md`]: `prompt of ${of}`,
  });
  const shared = { ...everything(".tau"), ...everything(".agents") };
  const home = makeTree({ ...shared, ...everything(".tau-ts") });
  const briefing = await load(home, home, { isProjectTrusted: false });
  expect(briefing.systemPrompt([])).toMatch(/^system of \.tau-ts\n\nappend of \.tau-ts\n/);
  expect(briefing.skills.map(({ description }) => description)).toEqual(["skill of .tau-ts"]);
  expect(briefing.templates.map(({ text }) => text)).toEqual(["prompt of .tau-ts"]);
  expect(briefing.contextFiles.map(({ text }) => text)).toEqual([
    "words of .tau",
    "words of .agents",
    "words of .tau-ts",
  ]);
  // A home that another tool reads too is the user's own all the same.
  const user = { home, tauHome: join(home, ".tau") };
  const other = await load(home, home, { isProjectTrusted: false, user });
  expect(other.systemPrompt([])).toMatch(/^system of \.tau\n\nappend of \.tau\n/);
});

it("C11.1 the day is that of the session's begin, and the same tools give the same bytes", async () => {
  const home = makeTree({});
  const briefing = await load(home, home);
  const tools = [readTool({ cwd: home })];
  expect(briefing.systemPrompt(tools)).toBe(briefing.systemPrompt([readTool({ cwd: home })]));
  expect((await load(home, home)).systemPrompt(tools)).toBe(briefing.systemPrompt(tools));
});

it("C11 a session starts whatever is damaged: each file is named, nothing fails", async () => {
  const bytes = Buffer.from([0xff]);
  const home = makeTree({
    ".tau-ts/skills": "a file",
    ".tau-ts/SYSTEM.md": bytes,
    ".tau/SYSTEM.md": "mine",
  });
  const project = makeTree({
    ".git/HEAD": "",
    "AGENTS.md": bytes,
    ".tau/skills/x/SKILL.md": "---\n[\n---\n",
    ".tau/prompts/p.md": bytes,
    ".tau/SYSTEM.md": bytes,
    ".tau/APPEND_SYSTEM.md/x": "",
  });
  const briefing = await load(home, project);
  expect(briefing.systemPrompt([])).toMatch(/^mine\n\nCurrent date/);
  expect(briefing.warnings.map((warning) => warning.replace(/ was left out: .*/s, ""))).toEqual([
    join(project, "AGENTS.md"),
    join(home, ".tau-ts/skills"),
    join(project, ".tau/skills/x/SKILL.md"),
    join(project, ".tau/prompts/p.md"),
    join(project, ".tau/SYSTEM.md"),
    join(home, ".tau-ts/SYSTEM.md"),
    join(project, ".tau/APPEND_SYSTEM.md"),
  ]);
});

it("C11 a workspace that is limited to the project has none of the user's own folders, and says nothing", async () => {
  const home = makeTree({ ".tau-ts/AGENTS.md": "everywhere" });
  const project = makeTree({ "AGENTS.md": "project" });
  const workspace = new LocalWorkspace({ cwd: project, root: project, home });
  const briefing = await load(home, project, { workspace });
  expect(briefing.contextFiles.map(({ text }) => text)).toEqual(["project"]);
  expect(briefing.warnings).toEqual([]);
});
