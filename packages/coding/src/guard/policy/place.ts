import { resolve } from "node:path";
import { isInside, reachedTarget } from "../../workspace/real-path.ts";
import type { ProtectedPlace } from "./protected-paths.ts";
import type { Whereabouts } from "./word-paths.ts";

/** Where an agent works, and what of it is its own. */
export interface Place extends Whereabouts, ProtectedPlace {
  /** Whether the absolute path is in the workspace. */
  readonly isInside: (path: string) => boolean;
}

/** What a {@link Place} is made of; see `PermissionOptions`. */
export interface PlaceOptions {
  readonly cwd: string;
  readonly home: string;
  readonly ownFolder?: string | undefined;
  readonly realPath?: ((path: string) => string) | undefined;
}

export function placeOf({ cwd, home, ownFolder, realPath = reachedTarget }: PlaceOptions): Place {
  const follow = (path: string): string => {
    try {
      return realPath(path);
    } catch {
      return path; // Unreadable, or links in a circle: then nothing can be opened through it either.
    }
  };
  const folder = follow(cwd);
  return {
    cwd,
    home,
    ownFolder: ownFolder ?? resolve(home, ".tau-ts"),
    realPath: follow,
    isInside: (path) => isInside(folder, follow(path)),
  };
}
