import type { AnyTool } from "@tau-ts/agent";
import type { Skill } from "./skills.ts";

/** A file of standing instructions. */
export interface ContextFile {
  readonly path: string;
  readonly text: string;
}

/** What a system prompt tells a model. */
export interface SystemPromptOptions {
  readonly tools: readonly AnyTool[];
  readonly contextFiles: readonly ContextFile[];
  readonly skills: readonly Skill[];
  readonly cwd: string;
  /** `YYYY-MM-DD`. The day a session began: one that changed would make the provider's cache worthless. */
  readonly today: string;
  /** Takes the place of who the agent is, its tools and its guidelines; an empty text does so too. */
  readonly custom?: string | undefined;
  /** Comes after that, in front of the context files. */
  readonly append?: string | undefined;
}

const identity =
  "You are a coding agent. You work with the user on the files in the working directory: you find out what is there, change it with your tools, and check that it works. Say briefly what you did, and say so when something did not work.";

/**
 * The system prompt for exactly these tools, instructions and skills. Pure: the same arguments give the same bytes, which
 * lets providers cache it.
 */
export function buildSystemPrompt(options: SystemPromptOptions): string {
  const { tools, contextFiles, skills, cwd, today, custom, append = "" } = options;
  const own = [
    identity,
    section("Available tools:", tools.flatMap(toolLine)),
    section("Guidelines:", guidelines(tools)),
  ];
  const sections = [
    ...(custom === undefined ? own : [custom.trim()]),
    append.trim(),
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
  const shown = skills.filter((skill) => skill.isUserOnly !== true);
  if (shown.length === 0) return "";
  const entries = shown.map(
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
