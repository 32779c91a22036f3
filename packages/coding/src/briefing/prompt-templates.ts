import { basename, dirname } from "node:path/posix";
import { errorText } from "../errors.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { firstLine, parseFrontMatter, textField } from "./front-matter.ts";
import { entriesOf, readText } from "./resource-files.ts";
import type { LoadOptions } from "./resource-files.ts";

/** A prompt to be filled in: `/name arguments`. */
export interface PromptTemplate {
  readonly name: string;
  readonly description: string;
  /** For people: what the arguments are. */
  readonly argumentHint?: string;
  readonly path: string;
  readonly text: string;
}

/**
 * The templates in some folders (`FOLDER/NAME.md`), or files (`NAME.md`), by name. Of two with one name, that of the later
 * folder counts, and a warning names both. One that makes no sense is left out with a warning. Never rejects.
 */
export async function loadTemplates(
  workspace: Workspace,
  folders: readonly string[],
  options: LoadOptions = {},
): Promise<readonly PromptTemplate[]> {
  const templates = new Map<string, PromptTemplate>();
  const seen = new Set<string>();
  for (const place of folders) {
    const file = place.endsWith(".md") ? basename(place) : undefined;
    const folder = file === undefined ? place : dirname(workspace.resolve(place));
    for (const entry of await entriesOf(workspace, folder, options)) {
      if (file !== undefined && entry.name !== file) continue;
      if (!entry.name.endsWith(".md") || entry.kind === "directory") continue;
      const template = await loadTemplate(
        workspace,
        workspace.resolve(entry.name, folder),
        entry.name,
        seen,
        options,
      );
      if (!template) continue;
      const { name, path } = template;
      const hidden = templates.get(name.toLowerCase());
      if (hidden)
        options.onWarning?.(
          `The template /${name} is that of ${path}; ${hidden.path} is hidden by it.`,
        );
      templates.set(name.toLowerCase(), template);
    }
  }
  return [...templates.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function loadTemplate(
  workspace: Workspace,
  path: string,
  fileName: string,
  seen: Set<string>,
  { onWarning }: LoadOptions,
): Promise<PromptTemplate | undefined> {
  try {
    const file = await readText(workspace, path);
    if (!file || seen.has(file.real)) return undefined;
    seen.add(file.real);
    const name = fileName.slice(0, -".md".length);
    if (!/^[\w-]+$/.test(name)) throw new Error("its name must be letters, digits, - and _");
    const { fields, body } = await parseFrontMatter(file.text);
    if (body === "") throw new Error("it is empty");
    const argumentHint = textField(fields, "argument-hint");
    const description = textField(fields, "description") ?? firstLine(body) ?? name;
    return {
      name,
      description,
      ...(argumentHint !== undefined && { argumentHint }),
      path,
      text: body,
    };
  } catch (error) {
    onWarning?.(`${path} was left out: ${errorText(error)}`);
    return undefined;
  }
}
