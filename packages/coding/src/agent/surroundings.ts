import { readUserLayer, settingsOver } from "../settings/load-settings.ts";
import type { ProjectPlaces } from "../settings/project.ts";
import type { Settings } from "../settings/settings.ts";
import { resolveTrust } from "../settings/trust/resolve-trust.ts";
import { TrustStore } from "../settings/trust/trust-store.ts";
import { userFolders } from "../settings/user-folders.ts";
import type { UserFolders, Variables } from "../settings/user-folders.ts";
import { LocalWorkspace } from "../workspace/local-workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { CodingAgentOptions } from "./agent-options.ts";

/** Where an agent works, and what holds there. */
export interface Surroundings {
  readonly workspace: Workspace;
  /** Links resolved. */
  readonly cwd: string;
  readonly user: UserFolders;
  readonly environment: Variables;
  readonly settings: Settings;
  readonly isProjectTrusted: boolean;
  readonly project: ProjectPlaces;
}

/** Finds out where the agent works, whether the project there is trusted, and what the settings say. */
export async function lookAround(
  options: CodingAgentOptions,
  onWarning: (warning: string) => void,
): Promise<Surroundings> {
  const { environment = process.env, home } = options;
  const user = userFolders({ environment, home });
  const workspace = options.workspace ?? new LocalWorkspace({ cwd: options.cwd ?? process.cwd() });
  const cwd = await workspace.realPath(workspace.resolve(options.cwd ?? workspace.cwd));
  const { tauHome } = user;
  const userLayer = await readUserLayer(tauHome);
  const own = await settingsOver(userLayer, { environment });
  const trust = await resolveTrust({
    workspace,
    cwd,
    user,
    store: new TrustStore(tauHome),
    flag: options.trust,
    defaultTrust: own.settings.defaultProjectTrust,
    ask: options.askTrust,
    signal: options.signal,
  });
  const isProjectTrusted = trust.isTrusted;
  // A project that brings nothing along has no settings either.
  const { settings, warnings } =
    isProjectTrusted && trust.source !== "empty"
      ? await settingsOver(userLayer, { environment, trustedFolders: trust.folders })
      : own;
  for (const warning of [...trust.warnings, ...warnings]) onWarning(warning);
  return { workspace, cwd, user, environment, settings, isProjectTrusted, project: trust };
}
