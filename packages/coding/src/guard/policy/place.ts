import { resolve } from "node:path";
import { isInside, realTarget } from "../../workspace/paths.ts";
import type { ProtectedPlace } from "./protected-paths.ts";
import type { Whereabouts } from "./word-paths.ts";

/**
 * How much an agent may do unasked. `read-only`: look, and nothing else. `ask`: look; the rest is asked. `auto-edit`: write
 * and edit files of the workspace too. `full`: everything that no rule forbids.
 */
export type PermissionMode = "read-only" | "ask" | "auto-edit" | "full";

export const permissionModes: readonly PermissionMode[] = ["read-only", "ask", "auto-edit", "full"];

/** Where an agent works, and what of it is its own. */
export interface Place extends Whereabouts, ProtectedPlace {
  /** Whether the absolute path is in the workspace. */
  readonly isInside: (path: string) => boolean;
}

export interface PlaceOptions {
  readonly cwd: string;
  readonly home: string;
  readonly ownFolder?: string | undefined;
  readonly realPath?: ((path: string) => string) | undefined;
}

export function placeOf({ cwd, home, ownFolder, realPath = realTarget }: PlaceOptions): Place {
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
