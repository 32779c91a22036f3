import { JsonlLog } from "@tau-ts/agent/node";
import type { ExportedSession } from "./session-view.ts";

/** Reads a session file without holding it. Rejects with a SessionError for one that cannot be read. */
export async function readSession(path: string): Promise<ExportedSession> {
  const log = await JsonlLog.open(path, { readOnly: true });
  try {
    return { header: log.header, entries: await log.entries(), leafId: log.leafId };
  } finally {
    await log.close();
  }
}
