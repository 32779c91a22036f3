import { TreeLog } from "./tree-log.ts";
import type { LogSources } from "./tree-log.ts";
import { EntryTree } from "./tree.ts";

/** A session log that lives as long as the object: for tests, for throw-away conversations, for a browser. */
export class MemoryLog extends TreeLog {
  constructor(sources: LogSources = {}) {
    super(new EntryTree(), sources);
  }

  protected override async write(): Promise<void> {
    // The tree is all there is.
  }

  protected override async release(): Promise<void> {
    // Nothing is held.
  }

  protected override keepsLeaf(): boolean {
    return false;
  }
}
