import type { SkipReason } from "../store/manifest.ts";
import type { DiffOptions, KeptChange, PlannedChange } from "./show-steps.ts";

/** A path that is not covered. */
export interface NotCovered {
  readonly path: string;
  /** `large`: above the limit. `repository`: a repository inside this one. `special`: no file, link or folder. */
  readonly reason: Exclude<SkipReason, "own">;
}

/** What of the `kept` paths is overwritten. */
export interface ApplyOptions {
  /** Which of the `kept` paths are to be overwritten all the same: all of them, or those named. Default: none. */
  readonly overwrite?: boolean | readonly string[] | undefined;
}

/** A path that could not be brought back, and why. */
export interface FailedChange {
  readonly path: string;
  readonly reason: string;
}

/** What an undo or a redo has done. */
export interface UndoOutcome {
  readonly restored: readonly PlannedChange[];
  /** Left as they are. What was changed while the plan was looked at is among them. */
  readonly kept: readonly KeptChange[];
  readonly failed: readonly FailedChange[];
}

/** What an undo or a redo would do. Nothing has happened yet. */
export interface UndoPlan {
  readonly direction: "undo" | "redo";
  /** What was said before the changes, if anything is known. */
  readonly text: string | undefined;
  /** When the files were as they will be, in milliseconds since 1970. */
  readonly at: number;
  /** In the order of their paths. */
  readonly changes: readonly PlannedChange[];
  /** Paths that are left alone unless they are asked for. */
  readonly kept: readonly KeptChange[];
  /** Paths that no undo touches. */
  readonly notCovered: readonly NotCovered[];
  /** What else there is to know, a sentence each. */
  readonly notes: readonly string[];
  /** The changes as a unified diff. */
  diff(options?: DiffOptions): Promise<string>;
  /** Does it. Never rejects over a single file; throws `SnapshotError` when the files cannot be looked at. */
  apply(options?: ApplyOptions): Promise<UndoOutcome>;
}
