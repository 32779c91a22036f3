import { createHash } from "node:crypto";
import { mkdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonValue } from "@tau-ts/ai";
import { SnapshotError, errorCode } from "../../errors.ts";
import { atomicWrite } from "../../workspace/atomic-write.ts";
import { readableName } from "../../workspace/folders.ts";
import type { UsualModes } from "./usual-modes.ts";

/** The folder of all snapshots. */
function snapshotsFolder(home: string): string {
  return join(home, "snapshots");
}

/** The folder of the snapshots of one root: readable, and different for any two roots. */
export function placeFolder(home: string, root: string): string {
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 16);
  return join(snapshotsFolder(home), `${readableName(root)}-${hash}`);
}

/** What is known about a folder of snapshots as a whole. */
export interface PlaceFacts {
  readonly root: string;
  readonly modes: UsualModes;
}

/** Undefined when nothing was kept there yet. */
export async function readFacts(folder: string): Promise<PlaceFacts | undefined> {
  let text: string;
  try {
    text = await readFile(factsPath(folder), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  const facts = parseFacts(text);
  if (facts) return facts;
  throw new SnapshotError(
    "damaged",
    `Could not read ${factsPath(folder)}: it is damaged, and the snapshots beside it are lost. Delete ${folder}.`,
  );
}

/** Writes them down in one step. */
export async function writeFacts(folder: string, facts: PlaceFacts): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await atomicWrite(
    factsPath(folder),
    Buffer.from(`${JSON.stringify({ version: 1, ...facts })}\n`),
  );
}

function factsPath(folder: string): string {
  return join(folder, "place.json");
}

function parseFacts(text: string): PlaceFacts | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value["version"] !== 1) return undefined;
  const { root, modes } = value;
  const usual = parseModes(modes);
  return typeof root === "string" && usual ? { root, modes: usual } : undefined;
}

function parseModes(value: JsonValue | undefined): UsualModes | undefined {
  if (!isJsonObject(value)) return undefined;
  const { file, executable, folder } = value;
  if (typeof file !== "number" || typeof executable !== "number" || typeof folder !== "number")
    return undefined;
  return { file, executable, folder };
}

/** The path with links followed; as it is when nothing is there. */
export async function realOrSame(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return path;
    throw error;
  }
}
