import { open } from "node:fs/promises";
import type { SessionHeader } from "@tau-ts/agent";
import { isJsonObject } from "@tau-ts/ai";
import type { CodingAgent } from "@tau-ts/coding";

/** The first line of a session, for whoever reads along: that of its file, or the one its file will have. */
export async function sessionHeader(
  { session, cwd }: CodingAgent,
  now: Date,
): Promise<SessionHeader> {
  const { id, path } = session;
  const written = path === undefined ? undefined : await firstLine(path);
  const timestamp = written?.["timestamp"];
  return {
    type: "session",
    version: 3,
    id,
    timestamp: typeof timestamp === "string" ? timestamp : now.toISOString(),
    cwd,
  };
}

async function firstLine(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    await using file = await open(path, "r");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const [line = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // There is no file yet.
  }
}
