import type { AnyTool } from "@tau-ts/agent";

/** A file of standing instructions. */
export interface ContextFile {
  readonly path: string;
  readonly text: string;
}

/** What is known of a skill without reading it; its body stays on disk until the model reads it. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}

export interface SystemPromptOptions {
  readonly tools: readonly AnyTool[];
  readonly contextFiles: readonly ContextFile[];
  readonly skills: readonly Skill[];
  readonly cwd: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

const identity =
  "You are a coding agent. You work with the user on the files in the working directory: you find out what is there, change it with your tools, and check that it works. Say briefly what you did, and say so when something did not work.";

/**
 * The system prompt for exactly these tools, instructions and skills. Pure: the same arguments give the same bytes, which
 * lets providers cache it.
 */
export function buildSystemPrompt(options: SystemPromptOptions): string {
  const { tools, contextFiles, skills, cwd, today } = options;
  const sections = [
    identity,
    section("Available tools:", tools.flatMap(toolLine)),
    section("Guidelines:", guidelines(tools)),
    ...contextFiles.map(instructions),
    tools.some((tool) => tool.name === "read") ? skillIndex(skills) : "",
    `Current date: ${today}\nCurrent working directory: ${cwd}`,
  ];
  return sections.filter((text) => text !== "").join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}

function toolLine({ name, snippet }: AnyTool): string[] {
  return snippet ? [`- ${name}: ${snippet}`] : [];
}

/** Each once, first seen first. */
function guidelines(tools: readonly AnyTool[]): string[] {
  return [...new Set(tools.flatMap((tool) => tool.guidelines ?? []))].map((line) => `- ${line}`);
}

function instructions({ path, text }: ContextFile): string {
  return `<project_instructions path="${escapeXml(path)}">\n${text.trimEnd()}\n</project_instructions>`;
}

function skillIndex(skills: readonly Skill[]): string {
  if (skills.length === 0) return "";
  const entries = skills.map(
    ({ name, description, path }) =>
      `  <skill name="${escapeXml(name)}" path="${escapeXml(path)}">${escapeXml(description)}</skill>`,
  );
  return [
    "Skills are instructions for special tasks. When a task fits one, read its file first; paths in it are relative to its folder.",
    "<available_skills>",
    ...entries,
    "</available_skills>",
  ].join("\n");
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
