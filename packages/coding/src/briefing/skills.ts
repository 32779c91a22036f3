import { basename, dirname } from "node:path/posix";
import { errorText } from "../errors.ts";
import type { DirectoryEntry, Workspace } from "../workspace/workspace.ts";
import { firstLine, parseFrontMatter, textField } from "./front-matter.ts";
import { entriesOf, readText } from "./resource-files.ts";
import type { LoadOptions } from "./resource-files.ts";

/** What is known of a skill without its body, which stays on disk until it is needed. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Its `SKILL.md`. */
  readonly path: string;
  /** Models are not told of it; people can still ask for it. */
  readonly isUserOnly?: boolean | undefined;
}

/** Names as agentskills.io has them. */
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The skills in some folders (`FOLDER/NAME/SKILL.md`, or `FOLDER/SKILL.md` for one alone), by name. Of two with one name,
 * that of the later folder counts, and a warning names both. A skill that makes no sense is left out with a warning. Never
 * rejects.
 */
export async function loadSkills(
  workspace: Workspace,
  folders: readonly string[],
  options: LoadOptions = {},
): Promise<readonly Skill[]> {
  const skills = new Map<string, Skill>();
  const seen = new Set<string>();
  for (const folder of folders) {
    const entries = await entriesOf(workspace, folder, options);
    const own = entries.some(({ name }) => name === "SKILL.md") ? ["."] : [];
    for (const name of [...own, ...entries.filter(isFolder).map((entry) => entry.name)]) {
      const path = workspace.resolve(`${name}/SKILL.md`, folder);
      const skill = await loadSkill(workspace, path, basename(dirname(path)), seen, options);
      if (!skill) continue;
      const hidden = skills.get(skill.name);
      if (hidden)
        options.onWarning?.(
          `The skill ${skill.name} is that of ${path}; ${hidden.path} is hidden by it.`,
        );
      skills.set(skill.name, skill);
    }
  }
  return [...skills.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function isFolder({ kind }: DirectoryEntry): boolean {
  return kind === "directory" || kind === "link";
}

async function loadSkill(
  workspace: Workspace,
  path: string,
  folderName: string,
  seen: Set<string>,
  { onWarning }: LoadOptions,
): Promise<Skill | undefined> {
  try {
    const file = await readText(workspace, path);
    // Two ways to one file are one skill.
    if (!file || seen.has(file.real)) return undefined;
    seen.add(file.real);
    const { fields, body } = await parseFrontMatter(file.text);
    const name = textField(fields, "name") ?? folderName;
    if (!namePattern.test(name) || name.length > 64)
      throw new Error(
        `its name ${JSON.stringify(name)} must be lower-case letters and digits, with single hyphens between`,
      );
    if (name !== folderName)
      onWarning?.(`${path}: its name is ${name}, and its folder's ${folderName}. The name counts.`);
    const description = textField(fields, "description") ?? firstLine(body);
    if (description === undefined) throw new Error("it has no description");
    const isUserOnly = fields["disable-model-invocation"] === true;
    return { name, description, path, ...(isUserOnly && { isUserOnly }) };
  } catch (error) {
    onWarning?.(`${path} was left out: ${errorText(error)}`);
    return undefined;
  }
}
