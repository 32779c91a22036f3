import { WorkspaceError } from "../errors.ts";
import type { ReadRecord } from "./read-record.ts";
import type { Workspace } from "./workspace.ts";

/** A file that is about to be changed. */
export interface KnownFile {
  readonly workspace: Workspace;
  readonly reads: ReadRecord;
  /** As the model wrote it. */
  readonly path: string;
  readonly absolute: string;
}

/** Refuses to go on when somebody else changed the file since the agent last read or wrote it. */
export async function refuseChanged(action: "edit" | "write", file: KnownFile): Promise<void> {
  const { workspace, reads, path, absolute } = file;
  const stat = await workspace.stat(absolute);
  if (!stat || !reads.hasChanged(await workspace.realPath(absolute), stat)) return;
  throw new WorkspaceError(
    "changed",
    path,
    `Could not ${action} ${path}: it has changed since it was last read. Read it again, then ${action} what is there now.`,
  );
}

/** Remembers the state the file is in now. */
export async function noteState({
  workspace,
  reads,
  absolute,
}: Omit<KnownFile, "path">): Promise<void> {
  const stat = await workspace.stat(absolute);
  if (stat) reads.note(await workspace.realPath(absolute), stat);
}
