import { toolCalls } from "@tau-ts/ai";
import type {
  AssistantMessage,
  BashExecutionMessage,
  Message,
  ToolCall,
  ToolResultMessage,
} from "@tau-ts/ai";
import type { Block, MarkerBlock, ToolBlock } from "./block.ts";
import { applyChoices } from "./choices.ts";
import { isHiddenThinking, startReply } from "./grow-reply.ts";
import { abandonOpen, appended, settled } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

/** Tools whose calls run side by side when a reply asks for nothing else. */
const parallelTools: ReadonlySet<string> = new Set(["read", "grep", "find", "ls"]);

/**
 * A message is on record. This is what both a session that is watched and one that is read go through, so that they look
 * the same. `atMs`: when it got there, in milliseconds since 1970.
 */
export function recordMessage(transcript: Transcript, message: Message, atMs: number): Transcript {
  return { ...recorded(transcript, message, atMs), lastMessageMs: atMs };
}

function recorded(transcript: Transcript, message: Message, atMs: number): Transcript {
  switch (message.role) {
    case "user":
      return spoken(transcript, { kind: "user", content: message.content });
    case "assistant":
      return recordReply(transcript, message, atMs);
    case "toolResult":
      return recordResult(transcript, message);
    case "bashExecution":
      return spoken(withoutShell(transcript, message), { kind: "shell", message });
    case "custom":
      return spoken(transcript, ...(message.display ? [{ kind: "custom" as const, message }] : []));
    case "branchSummary":
      return appended(transcript, [branchMarker(message.summary)]);
    case "compactionSummary":
      return appended(transcript, [compactionMarker(message)]);
  }
}

/** Something that is no reply: what was chosen before it is in force now. */
function spoken(transcript: Transcript, ...blocks: readonly Block[]): Transcript {
  const closed = abandonOpen(transcript);
  const { state: choices, notice } = applyChoices(closed.choices);
  return appended({ ...closed, choices }, [...(notice ? [notice] : []), ...blocks]);
}

function recordReply(transcript: Transcript, message: AssistantMessage, atMs: number): Transcript {
  const started = transcript.reply ? transcript : startReply(transcript);
  const own = new Set(started.reply?.places.values());
  const blocks = replyBlocks(message);
  const open: Block[] = [];
  // What else was put there meanwhile stays in its place: it may have been shown already.
  for (const [index, block] of started.open.entries()) {
    if (!own.has(index)) open.push(block);
    else {
      const next = blocks.shift();
      if (next) open.push(next);
    }
  }
  open.push(...blocks);
  const isParallel = toolCalls(message).every(({ name }) => parallelTools.has(name));
  const batch = { askedMs: atMs, isParallel };
  return settled({ ...started, open, reply: undefined, batch });
}

/** What there is to see of a reply that is on record. */
function replyBlocks(message: AssistantMessage): Block[] {
  const { stopReason } = message;
  const hasFailed = stopReason === "error" || stopReason === "aborted";
  const blocks: Block[] = [];
  for (const content of message.content) {
    if (content.type === "text") {
      if (content.text !== "") blocks.push({ kind: "text", text: content.text, isOpen: false });
    } else if (content.type === "thinking") {
      const { thinking: text } = content;
      const isHidden = isHiddenThinking(content);
      if (text !== "" || isHidden) blocks.push({ kind: "thinking", text, isHidden, isOpen: false });
    } else blocks.push(callBlock(content, hasFailed ? "not-run" : "waiting"));
  }
  if (hasFailed || stopReason === "length") blocks.push({ kind: "ending", message });
  return blocks;
}

function callBlock({ id, name, arguments: args }: ToolCall, state: ToolBlock["state"]): ToolBlock {
  return { kind: "tool", id, name, args, state };
}

function recordResult(transcript: Transcript, message: ToolResultMessage): Transcript {
  const { toolCallId: id, toolName: name } = message;
  const place = transcript.open.findIndex(
    (block) => block.kind === "tool" && block.id === id && block.state !== "ended",
  );
  const call = transcript.open[place];
  if (call?.kind !== "tool")
    return appended(transcript, [
      { kind: "tool", id, name, args: {}, state: "ended", result: message },
    ]);
  const open = [...transcript.open];
  const seconds = secondsOf(transcript, call, message.timestamp);
  open[place] = {
    kind: "tool",
    id,
    name,
    args: call.args,
    state: "ended",
    result: message,
    ...(seconds === undefined ? {} : { seconds }),
  };
  return settled({ ...transcript, open });
}

/** How long a call took. Of one that was not watched it is known when it was asked for and when its turn came. */
function secondsOf(
  { batch, lastMessageMs }: Transcript,
  { startedMs }: ToolBlock,
  endedMs: number,
): number | undefined {
  const turnMs = batch?.isParallel === true ? batch.askedMs : lastMessageMs;
  const seconds = Math.floor((endedMs - (startedMs ?? turnMs)) / 1000);
  const isBelievable = seconds >= 1 && seconds < 30 * 86_400;
  return isBelievable ? seconds : undefined;
}

/** The first that ended of those with this command: they get on record in the order in which they end. */
function withoutShell(transcript: Transcript, { command }: BashExecutionMessage): Transcript {
  const { shells } = transcript;
  const place = shells.findIndex((shell) => shell.ended && shell.command === command);
  if (place === -1) return transcript;
  return { ...transcript, shells: shells.filter((_, index) => index !== place) };
}

/** Where older messages were summed up. */
export function compactionMarker(facts: {
  readonly summary: string;
  readonly tokensBefore: number;
}): MarkerBlock {
  const { summary, tokensBefore } = facts;
  const marker = { kind: "marker", place: "compaction", summary } as const;
  return tokensBefore > 0 ? { ...marker, tokensBefore } : marker;
}

/** Where the conversation goes on from an earlier place. */
export function branchMarker(summary?: string): MarkerBlock {
  return { kind: "marker", place: "branch", ...(summary === undefined ? {} : { summary }) };
}
