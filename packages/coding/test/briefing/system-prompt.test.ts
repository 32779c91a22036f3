import { defineTool } from "@tau-ts/agent";
import { expect, it } from "vitest";
import { buildSystemPrompt } from "../../src/briefing/system-prompt.ts";
import type { SystemPromptOptions } from "../../src/briefing/system-prompt.ts";

function makeTool(
  name: string,
  snippet?: string,
  guidelines?: readonly string[],
): ReturnType<typeof defineTool> {
  const parameters = { type: "object" };
  return defineTool({ name, description: "d", parameters, snippet, guidelines, execute: () => "" });
}

const options: SystemPromptOptions = {
  tools: [
    makeTool("read", "Read files", ["Look first.", "Be brief."]),
    makeTool("hidden"),
    makeTool("edit", "Change files", ["Be brief.", "Change little."]),
  ],
  contextFiles: [
    { path: "/w/AGENTS.md", text: "Use tabs.\n" },
    { path: '/w/"a"/AGENTS.md', text: "Use <b> & spaces." },
  ],
  skills: [{ name: "pdf", description: "Read <pdf> files", path: "/s/pdf/SKILL.md" }],
  cwd: "/w",
  today: "2026-03-01",
};

it("C11.1 holds what is really there, in order, sections apart by a blank line", () => {
  const [identity, ...sections] = buildSystemPrompt(options).split("\n\n");
  expect(identity).toMatch(/^You are a coding agent/);
  expect(sections).toEqual([
    "Available tools:\n- read: Read files\n- edit: Change files",
    "Guidelines:\n- Look first.\n- Be brief.\n- Change little.",
    '<project_instructions path="/w/AGENTS.md">\nUse tabs.\n</project_instructions>',
    '<project_instructions path="/w/&quot;a&quot;/AGENTS.md">\nUse <b> & spaces.\n</project_instructions>',
    expect.stringContaining(
      '<available_skills>\n  <skill name="pdf" path="/s/pdf/SKILL.md">Read &lt;pdf&gt; files</skill>\n</available_skills>',
    ),
    "Current date: 2026-03-01\nCurrent working directory: /w",
  ]);
});

it("C11.1 the same arguments give the same bytes, and nothing gives no section", () => {
  expect(buildSystemPrompt(options)).toBe(buildSystemPrompt(structuredCloneOf(options)));
  const bare = buildSystemPrompt({ ...options, tools: [], contextFiles: [], skills: [] });
  expect(bare.split("\n\n")).toHaveLength(2);
});

it("C11.3 without a tool named read there is no index of skills, nor with it when there are none", () => {
  const tools = [makeTool("bash", "Run")];
  expect(buildSystemPrompt({ ...options, tools })).not.toContain("skill");
  expect(buildSystemPrompt({ ...options, skills: [] })).not.toContain("skill");
});

it("C11.1 a prompt of one's own takes the place of the first three sections, what is appended comes after them", () => {
  const [first, second, third] = buildSystemPrompt({
    ...options,
    custom: "Be a pirate.\n",
    append: "\nAhoy.",
  }).split("\n\n");
  expect([first, second]).toEqual(["Be a pirate.", "Ahoy."]);
  expect(third).toMatch(/^<project_instructions path="\/w\/AGENTS.md">/);
  expect(buildSystemPrompt({ ...options, custom: "" })).toMatch(/^<project_instructions/);
  expect(buildSystemPrompt({ ...options, append: "Ahoy." })).toContain(
    "Change little.\n\nAhoy.\n\n<project",
  );
});

it("C11.3 a skill that only people may ask for is not in the index", () => {
  const [skill] = options.skills;
  const hidden = { name: "secret", description: "s", path: "/s", isUserOnly: true };
  const skills = skill ? [skill, hidden] : [];
  expect(buildSystemPrompt({ ...options, skills })).toBe(buildSystemPrompt(options));
  expect(buildSystemPrompt({ ...options, skills: [hidden] })).not.toContain("skill");
});

function structuredCloneOf({ tools, ...rest }: SystemPromptOptions): SystemPromptOptions {
  return { ...structuredClone(rest), tools: tools.map((tool) => ({ ...tool })) };
}
