import { dirname } from "node:path";
import { errorText } from "../../errors.ts";
import { untilAborted } from "../../until-aborted.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { findProjectPlaces } from "../project.ts";
import type { ProjectPlaces } from "../project.ts";
import type { DefaultProjectTrust } from "../setting-fields.ts";
import type { UserFolders } from "../user-folders.ts";
import { findProtectedInputs } from "./protected-inputs.ts";
import type { ProtectedInputs } from "./protected-inputs.ts";
import { savedTrust } from "./trust-store.ts";
import type { SavedTrust, TrustAnswer, TrustStore } from "./trust-store.ts";

/** What somebody is asked. */
export interface TrustQuestion {
  /** The top of the project. */
  readonly root: string;
  /** The folder above, which an answer may be about as well; absent at the top of the disk. */
  readonly parent?: string;
  /** What would be loaded, as paths below the top. */
  readonly files: readonly string[];
  /** Of these, what is new or different since the project was trusted; empty when it never was. */
  readonly changed: readonly string[];
}

/** `once`: for this session only. `parent`: every project at or below the folder above, whatever it holds. */
export type TrustReply = "trust" | "trust-parent" | "trust-once" | "decline" | "decline-once";

/**
 * Asks a person whether a project is trusted; undefined is no answer, which is a no. When `signal` aborts the question is
 * withdrawn.
 */
export type AskTrust = (
  question: TrustQuestion,
  context: { readonly signal: AbortSignal },
) => Promise<TrustReply | undefined>;

/** What {@link resolveTrust} decides by. */
export interface ResolveTrustOptions {
  readonly workspace: Workspace;
  readonly cwd: string;
  readonly user: UserFolders;
  readonly store: TrustStore;
  /** What was said at the start. Beats everything, and is not kept. */
  readonly flag?: boolean | undefined;
  /** Default `ask`. */
  readonly defaultTrust?: DefaultProjectTrust | undefined;
  /** Asks a person. Without it nobody is there, which is a no. */
  readonly ask?: AskTrust | undefined;
  /** Withdraws the question: rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The decision, and the project it is about, which `loadBriefing` and `loadSettings` can be told. */
export interface TrustDecision extends ProjectPlaces {
  readonly isTrusted: boolean;
  /** Who decided; `empty`: there is nothing to decide about; `nobody`: nobody could be asked, or it could not be told. */
  readonly source: "flag" | "empty" | "saved" | "parent" | "default" | "answer" | "nobody";
  /** What is loaded, or was left out: paths below the top. */
  readonly files: readonly string[];
  /** What the user should be told. */
  readonly warnings: readonly string[];
}

type Verdict = Pick<TrustDecision, "isTrusted" | "source"> & {
  readonly warnings?: readonly string[];
};

/**
 * Decides whether what a project brings along may be loaded: its context files, system prompts, skills, prompt templates
 * and settings. Decided by the flag; nothing to load; the saved answer, as long as the content is what it was given for;
 * the answer about a folder above; the default; a question. Whatever fails is a no that says so.
 *
 * This guards what is loaded. It is no sandbox: tools can still read and run what the project holds.
 */
export async function resolveTrust(options: ResolveTrustOptions): Promise<TrustDecision> {
  const { workspace, cwd, user, flag } = options;
  const root = workspace.resolve(cwd);
  let project: ProjectPlaces = { root, folders: [root], resourceFolders: [] };
  let inputs: ProtectedInputs;
  try {
    project = await findProjectPlaces(workspace, cwd, user);
    inputs = await findProtectedInputs(workspace, project);
  } catch (error) {
    const unknown = { ...project, files: [] };
    if (flag === true) return { ...unknown, isTrusted: true, source: "flag", warnings: [] };
    const warnings = [`${leftOut(project.root)}: ${errorText(error)}.`];
    return { ...unknown, isTrusted: false, source: "nobody", warnings };
  }
  const verdict = await decide(options, inputs);
  return { warnings: [], ...verdict, ...project, files: Object.keys(inputs.files) };
}

async function decide(options: ResolveTrustOptions, inputs: ProtectedInputs): Promise<Verdict> {
  const { flag, store, defaultTrust = "ask", ask } = options;
  if (flag !== undefined) return { isTrusted: flag, source: "flag" };
  if (Object.keys(inputs.files).length === 0) return { isTrusted: true, source: "empty" };
  let saved: SavedTrust;
  try {
    saved = savedTrust(await store.answers(), inputs.root, inputs.files);
  } catch (error) {
    // A store that cannot be read may hold a no: not even the default speaks against that.
    return no("nobody", `${leftOut(inputs.root)}. ${errorText(error)}`);
  }
  if (saved.kind === "trusted" || saved.kind === "declined") {
    const source = saved.folder === inputs.root ? "saved" : "parent";
    return { isTrusted: saved.kind === "trusted", source };
  }
  if (defaultTrust === "never")
    return no(
      "default",
      `${leftOut(inputs.root)}: projects are not trusted unless somebody says so.`,
    );
  if (defaultTrust === "always") return { isTrusted: true, source: "default" };
  const changed = saved.kind === "changed" ? saved.changed : [];
  if (!ask)
    return no("nobody", `${leftOut(inputs.root)}: ${whyNot(changed)}, and nobody is there to ask.`);
  return answered(options, ask, inputs, changed);
}

async function answered(
  { store, signal }: ResolveTrustOptions,
  ask: AskTrust,
  { root, files }: ProtectedInputs,
  changed: readonly string[],
): Promise<Verdict> {
  signal?.throwIfAborted();
  const parent = dirname(root);
  const question = { root, ...(parent !== root && { parent }), files: Object.keys(files), changed };
  const asked = ask(question, { signal: signal ?? new AbortController().signal });
  const reply = await untilAborted(asked, signal);
  signal?.throwIfAborted();
  const isTrusted = reply === "trust" || reply === "trust-parent" || reply === "trust-once";
  const verdict: Verdict = { isTrusted, source: "answer" };
  try {
    if (reply === "trust-parent") {
      await store.save(parent, answer(true, true, {}));
      await store.forget(root); // An earlier answer about the project itself would come first.
    }
    if (reply === "trust") await store.save(root, answer(true, false, files));
    if (reply === "decline") await store.save(root, answer(false, false, {}));
    return verdict;
  } catch (error) {
    return {
      ...verdict,
      warnings: [`The answer about ${root} holds for this session only. ${errorText(error)}`],
    };
  }
}

function answer(
  isTrusted: boolean,
  isAboutAllBelow: boolean,
  files: TrustAnswer["files"],
): TrustAnswer {
  return { isTrusted, isAboutAllBelow, files };
}

function no(source: TrustDecision["source"], warning: string): Verdict {
  return { isTrusted: false, source, warnings: [warning] };
}

function leftOut(root: string): string {
  return `Instructions, skills, templates and settings of ${root} were left out`;
}

function whyNot(changed: readonly string[]): string {
  return changed.length === 0
    ? "nobody has said yet that the project is trusted"
    : `since it was trusted, these are new or changed: ${changed.join(", ")}`;
}
