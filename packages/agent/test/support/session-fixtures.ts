import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AssistantMessage, Message, ToolResultMessage, UserMessage } from "@tau-ts/ai";
import { SessionError } from "../../src/session/errors.ts";

/** A user message with a fixed time. */
export function user(text: string, timestamp = 1_700_000_000_000): UserMessage {
  return { role: "user", content: text, timestamp };
}

/** A reply, asking for the given calls. */
export function assistant(text: string, ...callIds: string[]): AssistantMessage {
  return {
    role: "assistant",
    content: [
      { type: "text", text },
      ...callIds.map((id) => ({
        type: "toolCall" as const,
        id,
        name: "read",
        arguments: { path: "a" },
      })),
    ],
    api: "test",
    provider: "test",
    model: "test-1",
    usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3 },
    stopReason: callIds.length > 0 ? "toolUse" : "stop",
    timestamp: 1_700_000_000_001,
  };
}

export function toolResult(toolCallId: string, text = "done"): ToolResultMessage {
  return {
    role: "toolResult",
    toolCallId,
    toolName: "read",
    content: [{ type: "text", text }],
    details: { lines: [1, 2], nothing: null },
    isError: false,
    timestamp: 1_700_000_000_002,
  };
}

export function texts(messages: readonly Message[]): unknown[] {
  return messages.map((message) => ("content" in message ? message.content : message));
}

/** The first line of a session file. */
export const header = `{"type":"session","version":3,"id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/c"}\n`;

/** The line of a message entry. */
export function line(id: string, parentId: string | null, text = id): string {
  const timestamp = "2025-01-01T00:00:00.000Z";
  return `${JSON.stringify({ type: "message", id, parentId, timestamp, message: user(text) })}\n`;
}

/** Runs with a folder of its own, which is gone afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "tau-session-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The SessionError a promise rejects with. */
export async function sessionErrorOf(promise: Promise<unknown>): Promise<SessionError> {
  try {
    await promise;
  } catch (error) {
    if (SessionError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("expected a rejection");
}

/** Starts one of the programs in this folder with Node. */
export function startProgram(
  name: string,
  ...parameters: string[]
): ChildProcessWithoutNullStreams {
  const program = fileURLToPath(new URL(name, import.meta.url));
  return spawn(process.execPath, ["--conditions=tau-ts:source", program, ...parameters], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
}

/** What a program printed and how it ended. */
export async function finished(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
  });
}

/** Resolves when the program has printed a text for the first time. */
export async function printed(child: ChildProcessWithoutNullStreams, text: string): Promise<void> {
  let seen = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    seen += String(chunk);
    if (seen.includes(text)) return;
  }
  throw new Error(`the program ended and printed ${JSON.stringify(seen)}`);
}
