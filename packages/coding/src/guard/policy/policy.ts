import type { PermissionRule } from "./permission-rules.ts";
import type { Place } from "./place.ts";

/**
 * How much an agent may do unasked. `read-only`: look, and nothing else. `ask`: look; the rest is asked. `auto-edit`: write
 * and edit files of the workspace too. `full`: everything that no rule forbids.
 */
export type PermissionMode = "read-only" | "ask" | "auto-edit" | "full";

/** The strictest first. */
export const permissionModes: readonly PermissionMode[] = ["read-only", "ask", "auto-edit", "full"];

/** What a call is judged by. */
export interface Policy {
  readonly mode: PermissionMode;
  /** Those that forbid first, then those that ask, then those that allow. */
  readonly rules: readonly PermissionRule[];
  readonly place: Place;
}
