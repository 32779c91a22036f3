import type { AnyTool } from "@tau-ts/agent";
import { WorkspaceError, errorText } from "../errors.ts";
import { findProjectPlaces, userResourceFolders } from "../settings/project.ts";
import type { ProjectPlaces } from "../settings/project.ts";
import type { UserFolders } from "../settings/user-folders.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { discoverContext } from "./discover-context.ts";
import { loadTemplates } from "./prompt-templates.ts";
import type { PromptTemplate } from "./prompt-templates.ts";
import { loadSkills } from "./skills.ts";
import type { Skill } from "./skills.ts";
import { loadSystemFiles } from "./system-files.ts";
import { buildSystemPrompt } from "./system-prompt.ts";
import type { ContextFile } from "./system-prompt.ts";

/** Which instructions are read, beside those that are found by themselves. */
export interface BriefingSources {
  /** Whether `AGENTS.md` files are read. Default true. */
  readonly contextFiles?: boolean | undefined;
  /** Whether skills are looked for. Default true; with false there are those of `skillFolders`. */
  readonly skills?: boolean | undefined;
  /** Skills, or folders of skills. Whoever names them trusts them. */
  readonly skillFolders?: readonly string[] | undefined;
  /** Prompt templates (`NAME.md`), or folders of them. */
  readonly templateFolders?: readonly string[] | undefined;
}

/** For whom {@link loadBriefing} reads, and where. */
export interface LoadBriefingOptions extends BriefingSources {
  readonly workspace: Workspace;
  readonly cwd: string;
  /** `userFolders()`. */
  readonly user: UserFolders;
  /** What `resolveTrust` said. With `false` nothing of the project is looked at. */
  readonly isProjectTrusted: boolean;
  /** The project of `cwd`: what `resolveTrust` said knows it. Default: it is looked for. */
  readonly project?: ProjectPlaces | undefined;
  /** When the session began; its day in the local time zone is the day of the whole session. Default: now. */
  readonly startedAt?: Date | undefined;
  /** Takes the place of a `SYSTEM.md`. */
  readonly systemPrompt?: string | undefined;
  /** Takes the place of an `APPEND_SYSTEM.md`. */
  readonly appendSystemPrompt?: string | undefined;
}

/** What a session knows beside its tools, read once when it begins. */
export interface Briefing {
  readonly contextFiles: readonly ContextFile[];
  readonly skills: readonly Skill[];
  readonly templates: readonly PromptTemplate[];
  /** What was left out, and why. Nothing of it is fatal. */
  readonly warnings: readonly string[];
  /** The system prompt for these tools. The same tools give the same bytes, however long the session lasts. */
  systemPrompt(tools: readonly AnyTool[]): string;
}

/**
 * Reads context files, system prompts, skills and prompt templates: the user's own, and the project's when it is trusted.
 * What cannot be read is a warning.
 */
export async function loadBriefing(options: LoadBriefingOptions): Promise<Briefing> {
  const { workspace, cwd, user, isProjectTrusted, startedAt = new Date() } = options;
  const aboutFolders = noted();
  const globalFolders = await reachable(workspace, userResourceFolders(user), aboutFolders);
  const project = isProjectTrusted
    ? (options.project ?? (await findProjectPlaces(workspace, cwd, user)))
    : undefined;
  const folders = [...globalFolders, ...(project?.resourceFolders ?? [])];
  const below = (name: string): string[] =>
    folders.map((folder) => workspace.resolve(name, folder));
  const named = (paths: readonly string[] = []): string[] =>
    paths.map((path) => workspace.resolve(path, cwd));
  const skillFolders = [
    ...(options.skills === false ? [] : below("skills")),
    ...named(options.skillFolders),
  ];
  const templateFolders = [...below("prompts"), ...named(options.templateFolders)];
  const context = { globalFolders, isProjectTrusted, project };
  // Read side by side. What each warns of keeps its place.
  const [aboutContext, aboutSkills, aboutTemplates, aboutFiles] = [
    noted(),
    noted(),
    noted(),
    noted(),
  ];
  const [contextFiles, skills, templates, files] = await Promise.all([
    options.contextFiles === false
      ? []
      : discoverContext(workspace, cwd, { ...context, ...aboutContext }),
    loadSkills(workspace, skillFolders, aboutSkills),
    loadTemplates(workspace, templateFolders, aboutTemplates),
    loadSystemFiles(workspace, folders, aboutFiles),
  ]);
  const told = [aboutFolders, aboutContext, aboutSkills, aboutTemplates, aboutFiles];
  const fixed = {
    contextFiles,
    skills,
    cwd: workspace.resolve(cwd),
    today: localDay(startedAt),
    custom: options.systemPrompt ?? files.custom,
    append: options.appendSystemPrompt ?? files.append,
  };
  return {
    contextFiles,
    skills,
    templates,
    warnings: told.flatMap(({ warnings }) => warnings),
    systemPrompt: (tools) => buildSystemPrompt({ ...fixed, tools }),
  };
}

interface Noted {
  readonly warnings: readonly string[];
  readonly onWarning: (warning: string) => void;
}

function noted(): Noted {
  const warnings: string[] = [];
  return { warnings, onWarning: (warning) => void warnings.push(warning) };
}

/** A workspace that is limited to a project, or is on another machine, does not hold the user's own folders. */
async function reachable(
  workspace: Workspace,
  folders: readonly string[],
  { onWarning }: Noted,
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders)
    try {
      if (await workspace.stat(folder)) found.push(folder);
    } catch (error) {
      const isOutside = WorkspaceError.isInstance(error) && error.kind === "outside";
      if (!isOutside) onWarning(`${folder} was left out: ${errorText(error)}`);
    }
  return found;
}

/** `YYYY-MM-DD` where the user is. */
function localDay(date: Date): string {
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
