import { BlockList } from "./block-list.ts";
import { isClosed } from "./block.ts";
import type { Block, NoticeRole, RunningShell, ToolBlock } from "./block.ts";
import { choose, noChoices } from "./choices.ts";
import type { Choices, ChoiceState } from "./choices.ts";

/** A conversation as it is shown: what does not change any more, and what still does. */
export interface Transcript {
  /** Which conversation it is: transcripts that grew out of each other have the same. */
  readonly origin: object;
  readonly finished: BlockList;
  /** What follows: from the first block on that still changes. */
  readonly open: readonly Block[];
  /** The reply that is growing. */
  readonly reply?: GrowingReply | undefined;
  /** The calls that were asked for last. */
  readonly batch?: CallBatch | undefined;
  /** Commands of the user's that are not on record yet. */
  readonly shells: readonly RunningShell[];
  readonly isRunning: boolean;
  readonly compaction?: RunningCompaction | undefined;
  readonly retry?: Retry | undefined;
  readonly choices: ChoiceState;
  /** When the newest message came, in milliseconds since 1970. */
  readonly lastMessageMs: number;
}

/** Where a reply that is growing stands. */
export interface GrowingReply {
  /** The places in `open` of its blocks, by their places in the reply. */
  readonly places: ReadonlyMap<number, number>;
}

/** The calls of one reply. */
export interface CallBatch {
  /** When they were asked for, in milliseconds since 1970. */
  readonly askedMs: number;
  /** They run side by side, and not one after the other. */
  readonly isParallel: boolean;
}

/** Older messages are being summed up. */
export interface RunningCompaction {
  /** In milliseconds since 1970. */
  readonly startedMs: number;
}

/** A model call that failed is made again. */
export interface Retry {
  readonly attempt: number;
  readonly maxAttempts: number;
  /** When, in milliseconds since 1970. */
  readonly atMs: number;
  readonly error: string;
}

/** A conversation in which nobody has said anything. `choices`: what it begins with. */
export function emptyTranscript(choices: Choices = {}): Transcript {
  return {
    origin: {},
    finished: BlockList.of(),
    open: [],
    shells: [],
    isRunning: false,
    choices: choose(noChoices, choices),
    lastMessageMs: 0,
  };
}

/** Something to know beside the conversation; it stands where the conversation is now. */
export function withNotice(
  transcript: Transcript,
  notice: { readonly role: Exclude<NoticeRole, "choice">; readonly text: string },
): Transcript {
  return appended(transcript, [{ kind: "notice", ...notice }]);
}

/** How many blocks there are. */
export function blockCount({ finished, open }: Transcript): number {
  return finished.length + open.length;
}

/** The block at a place, from 0. */
export function blockAt({ finished, open }: Transcript, index: number): Block | undefined {
  return finished.at(index) ?? open[index - finished.length];
}

/** Puts blocks behind the last one. */
export function appended(transcript: Transcript, blocks: readonly Block[]): Transcript {
  if (transcript.open.length > 0) return { ...transcript, open: [...transcript.open, ...blocks] };
  return { ...transcript, finished: transcript.finished.with(blocks) };
}

/** Moves what does not change any more to the finished blocks. A growing reply stays together until it is on record. */
export function settled(transcript: Transcript): Transcript {
  const { open, finished, reply } = transcript;
  if (reply) return transcript;
  let count = 0;
  while (count < open.length && isClosedAt(open, count)) count += 1;
  if (count === 0) return transcript;
  return { ...transcript, finished: finished.with(open.slice(0, count)), open: open.slice(count) };
}

function isClosedAt(open: readonly Block[], index: number): boolean {
  const block = open[index];
  return block !== undefined && isClosed(block);
}

/** Nothing goes on any more: calls without a result have none, and what was still growing stays as it is. */
export function abandonOpen(transcript: Transcript): Transcript {
  if (transcript.open.length === 0 && !transcript.reply) return transcript;
  const open = transcript.open.map(abandoned);
  return settled({ ...transcript, open, reply: undefined });
}

function abandoned(block: Block): Block {
  if (isClosed(block)) return block;
  switch (block.kind) {
    case "text":
      return { ...block, isOpen: false };
    case "thinking": {
      const { startedMs: _, ...kept } = block;
      return { ...kept, isOpen: false };
    }
    case "tool":
      return abandonedCall(block);
    default:
      return block;
  }
}

/** A call that nobody waits for any more. What it said so far is not on record. */
export function abandonedCall({ kind, id, name, args }: ToolBlock): ToolBlock {
  return { kind, id, name, args, state: "abandoned" };
}
