import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { isJsonObject, textOf } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { errorText } from "../errors.ts";
import { idInName } from "./session-files.ts";

/** What a list shows of a session. */
export interface SessionSummary {
  readonly path: string;
  readonly id: string;
  /** The folder the session works in; empty when that cannot be read. */
  readonly cwd: string;
  /** ISO 8601; empty when that cannot be read. */
  readonly startedAt: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly bytes: number;
  /** The name it was given, as far as the beginning or the end of the file tells. */
  readonly name?: string;
  /** How its first prompt begins. */
  readonly firstWords?: string;
  /** The session this one was forked from. */
  readonly parentSession?: string;
  /** Why it cannot be read. The others can. */
  readonly problem?: string;
}

/** How much is read at the beginning, and at the end, of a file. In bytes. */
const pieceBytes = 4096;
/** How much of the first prompt is shown. */
const shownCharacters = 120;

/**
 * What the beginning and the end of a session file tell: its cost does not depend on how long the session is. Never
 * rejects.
 */
export async function readSummary(path: string): Promise<SessionSummary> {
  const unknown = {
    path,
    id: idInName(path) ?? "",
    cwd: "",
    startedAt: "",
    modifiedMs: 0,
    bytes: 0,
  };
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r");
    const { size, mtimeMs } = await file.stat();
    const facts = { ...unknown, modifiedMs: mtimeMs, bytes: size };
    const head = await piece(file, 0, Math.min(size, pieceBytes));
    const header = parsed(head.split("\n", 1)[0] ?? "");
    if (header?.["type"] !== "session" || typeof header["id"] !== "string")
      return { ...facts, problem: "its first line is no session header" };
    const start = Math.max(pieceBytes, size - pieceBytes);
    const tail = size > pieceBytes ? await piece(file, start, size - start) : "";
    const name = nameIn(tail) ?? nameIn(head);
    const words = firstWords(head);
    return {
      ...facts,
      id: header["id"],
      cwd: textField(header, "cwd") ?? "",
      startedAt: textField(header, "timestamp") ?? "",
      ...(name === undefined || name === "" ? {} : { name }),
      ...(words === undefined ? {} : { firstWords: words }),
      ...parentOf(header),
    };
  } catch (error) {
    return { ...unknown, problem: errorText(error) };
  } finally {
    await file?.close();
  }
}

async function piece(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.toString("utf8", 0, bytesRead);
}

/** The newest name in a piece of a file; empty when it was taken away. */
function nameIn(text: string): string | undefined {
  if (!text.includes('"session_info"')) return undefined;
  const lines = text.split("\n").filter((line) => line.includes('"session_info"'));
  const entry = lines.map(parsed).findLast((line) => line?.["type"] === "session_info");
  return entry && (textField(entry, "name") ?? "");
}

/** Words of the first prompt, which may be cut off by the end of the piece. */
function firstWords(head: string): string | undefined {
  const line = head.split("\n").find((text) => text.includes('"role":"user"'));
  if (line === undefined) return undefined;
  const message = parsed(line)?.["message"];
  const text = isUserMessage(message) ? textOf(message) : cutText(line);
  const words = text?.replaceAll(/\s+/g, " ").trim();
  return words === undefined || words === "" ? undefined : words.slice(0, shownCharacters);
}

function isUserMessage(value: unknown): value is Parameters<typeof textOf>[0] {
  return (
    isJsonObject(value) &&
    value["role"] === "user" &&
    (typeof value["content"] === "string" || Array.isArray(value["content"]))
  );
}

/** The beginning of the text in a line whose end is missing. */
function cutText(line: string): string | undefined {
  const match = /"(?:content|text)":"((?:[^"\\]|\\.)*)/.exec(line);
  return match ? String(quoted(match[1] ?? "")) : undefined;
}

function quoted(text: string): unknown {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text; // Cut within an escape: shown as it stands.
  }
}

/** A line that is no JSON object, such as one that the piece cuts, tells nothing. */
function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textField(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" ? value : undefined;
}

function parentOf(header: JsonObject): { readonly parentSession?: string } {
  const parentSession = textField(header, "parentSession");
  return parentSession === undefined ? {} : { parentSession };
}
