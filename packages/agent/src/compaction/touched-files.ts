import { isJsonObject, toolCalls } from "@tau-ts/ai";
import type { JsonValue, Message } from "@tau-ts/ai";

/**
 * Files a conversation has dealt with, by path as the calls gave it, in the order of first use. None is in both lists.
 */
export interface TouchedFiles {
  readonly readFiles: readonly string[];
  readonly modifiedFiles: readonly string[];
}

/**
 * The files that calls of `read`, `write` and `edit` dealt with, after those known from before. Failed calls do not
 * count.
 */
export function touchedFiles(messages: readonly Message[], known: TouchedFiles): TouchedFiles {
  const read = new Set(known.readFiles);
  const modified = new Set(known.modifiedFiles);
  const failed = new Set<string>();
  for (const message of messages)
    if (message.role === "toolResult" && message.isError) failed.add(message.toolCallId);
  for (const message of messages)
    for (const call of toolCalls(message)) {
      const { path } = call.arguments;
      if (typeof path !== "string" || failed.has(call.id)) continue;
      if (call.name === "read") read.add(path);
      if (call.name === "write" || call.name === "edit") modified.add(path);
    }
  return {
    readFiles: [...read].filter((path) => !modified.has(path)),
    modifiedFiles: [...modified],
  };
}

/** The lists that an earlier summary left in its entry's `details`; empty for anything else. */
export function filesOfDetails(details: JsonValue | undefined): TouchedFiles {
  if (!isJsonObject(details)) return { readFiles: [], modifiedFiles: [] };
  return { readFiles: paths(details["readFiles"]), modifiedFiles: paths(details["modifiedFiles"]) };
}

/** Two lists as one. */
export function joinedFiles(first: TouchedFiles, second: TouchedFiles): TouchedFiles {
  const modified = new Set([...first.modifiedFiles, ...second.modifiedFiles]);
  const read = new Set([...first.readFiles, ...second.readFiles]);
  return {
    readFiles: [...read].filter((path) => !modified.has(path)),
    modifiedFiles: [...modified],
  };
}

/** The lists as an entry keeps them. */
export function detailsOf({ readFiles, modifiedFiles }: TouchedFiles): JsonValue {
  return { readFiles: [...readFiles], modifiedFiles: [...modifiedFiles] };
}

function paths(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];
}
