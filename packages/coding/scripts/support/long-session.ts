import { JsonlLog } from "@tau-ts/agent/node";
import type { Message } from "@tau-ts/ai";

const count = 10_000;

/** Writes a session of 10,000 messages, about 9 MB. */
export async function makeLongSession(path: string, cwd: string): Promise<void> {
  const log = await JsonlLog.open(path, { cwd, fsync: "none" });
  for (let index = 0; index < count; index += 1) await log.append(messageAt(index));
  await log.close();
}

function messageAt(index: number): Message {
  const timestamp = 1_800_000_000_000 + index;
  const text = `message ${index}: ${"some words of a conversation, ".repeat(22)}`;
  const block = { type: "text" as const, text };
  if (index % 4 === 0) return { role: "user", content: text, timestamp };
  if (index % 4 === 2) {
    const [toolCallId, toolName] = [`c${index - 1}`, "read"];
    return {
      role: "toolResult",
      toolCallId,
      toolName,
      content: [block],
      isError: false,
      timestamp,
    };
  }
  const asksForTool = index % 4 === 1;
  const call = {
    type: "toolCall" as const,
    id: `c${index}`,
    name: "read",
    arguments: { path: "a" },
  };
  return {
    role: "assistant",
    content: asksForTool ? [block, call] : [block],
    api: "test",
    provider: "test",
    model: "m",
    usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3 },
    stopReason: asksForTool ? "toolUse" : "stop",
    timestamp,
  };
}
