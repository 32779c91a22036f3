import { dirname } from "node:path/posix";
import { errorText } from "../errors.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { parseFrontMatter } from "./front-matter.ts";
import type { PromptTemplate } from "./prompt-templates.ts";
import { readText } from "./resource-files.ts";
import type { Skill } from "./skills.ts";
import { fillTemplate } from "./template-arguments.ts";

/** What a prompt can ask for. */
export interface ExpandOptions {
  readonly workspace: Workspace;
  readonly skills: readonly Skill[];
  readonly templates: readonly PromptTemplate[];
}

/** What a prompt came to. */
export type ExpandedPrompt =
  | { readonly kind: "text"; readonly text: string; readonly from?: Skill | PromptTemplate }
  /** It asked for something that is not there, or cannot be read. */
  | { readonly kind: "error"; readonly message: string };

/**
 * What the model is sent for what somebody typed: `/skill:NAME request` becomes the skill's instructions and the request,
 * `/NAME arguments` the filled-in template, everything else is what it is, an unknown `/word` too. Never rejects.
 */
export async function expandPrompt(text: string, options: ExpandOptions): Promise<ExpandedPrompt> {
  const skillCall = /^\/skill(?::(\S*))?(?=\s|$)\s*([^]*)$/.exec(text);
  if (skillCall) return expandSkill(skillCall[1] ?? "", skillCall[2] ?? "", options);
  const call = /^\/([\w-]+)(?=\s|$)[ \t]*([^]*)$/.exec(text);
  const name = call?.[1]?.toLowerCase();
  const template = options.templates.find((candidate) => candidate.name.toLowerCase() === name);
  if (!template) return { kind: "text", text };
  return { kind: "text", text: fillTemplate(template.text, call?.[2] ?? ""), from: template };
}

async function expandSkill(
  name: string,
  request: string,
  { workspace, skills }: ExpandOptions,
): Promise<ExpandedPrompt> {
  const skill = skills.find((candidate) => candidate.name === name);
  if (!skill) {
    const known = skills.map((candidate) => candidate.name).join(", ") || "none";
    const what =
      name === ""
        ? "Name a skill: /skill:NAME request."
        : `There is no skill ${JSON.stringify(name)}.`;
    return { kind: "error", message: `${what} Known: ${known}.` };
  }
  try {
    const file = await readText(workspace, skill.path);
    if (!file) throw new Error("it is gone");
    const { body } = await parseFrontMatter(file.text);
    const instructions = [
      `<skill name="${skill.name}" path="${skill.path}">`,
      `Paths in it are relative to ${dirname(skill.path)}.`,
      "",
      body,
      "</skill>",
    ].join("\n");
    const ending = request.trim() === "" ? "" : `\n\n${request.trim()}`;
    return { kind: "text", text: `${instructions}${ending}`, from: skill };
  } catch (error) {
    return {
      kind: "error",
      message: `Could not read the skill ${name} at ${skill.path}: ${errorText(error)}`,
    };
  }
}
