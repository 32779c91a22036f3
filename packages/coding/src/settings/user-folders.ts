import { homedir } from "node:os";
import { join } from "node:path";

/** Variables of an environment, such as `process.env`. An empty one counts as not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What the user's folders are told by. */
export interface UserFoldersOptions {
  /** Default: `process.env`. */
  readonly environment?: Variables | undefined;
  /** The user's home folder. Default: the system's answer. */
  readonly home?: string | undefined;
}

/** Where the user's own files are. */
export interface UserFolders {
  /** The user's home folder. */
  readonly home: string;
  /** The folder of everything kept between runs: `TAU_HOME`, else `~/.tau-ts`. */
  readonly tauHome: string;
}

/** The user's folders, as the environment says. Neither need exist. */
export function userFolders(options: UserFoldersOptions = {}): UserFolders {
  const { environment = process.env, home = homedir() } = options;
  return { home, tauHome: variableOf(environment, "TAU_HOME") ?? join(home, ".tau-ts") };
}

/** The value of a variable without surrounding blanks; undefined when it says nothing. */
export function variableOf(environment: Variables, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}
