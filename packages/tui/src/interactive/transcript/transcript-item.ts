import { isClosed } from "./block.ts";
import type { Block, ToolBlock } from "./block.ts";
import { isLook } from "./call-lines.ts";
import { blockAt, blockCount } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

/** Blocks that are shown as one: one block, or calls side by side that only look at something. */
export interface Item {
  /** The place of its first block. */
  readonly start: number;
  /** The place after its last block. */
  readonly end: number;
  readonly block: Block;
  /** All of the calls, if they are such. */
  readonly looks?: readonly ToolBlock[];
  /** Nothing of it changes any more, and nothing is added to it. */
  readonly isClosed: boolean;
}

/** The item that begins at a place. */
export function itemAt(transcript: Transcript, start: number): Item | undefined {
  const block = blockAt(transcript, start);
  if (!block) return undefined;
  if (!isLookBlock(block)) return { start, end: start + 1, block, isClosed: isClosed(block) };
  const looks: ToolBlock[] = [];
  let end = start;
  for (
    let next: Block | undefined = block;
    next && isLookBlock(next);
    next = blockAt(transcript, end)
  ) {
    looks.push(next);
    end += 1;
  }
  // While a run goes on, the next call may be one more of them.
  const isOver = end < blockCount(transcript) || !transcript.isRunning;
  return { start, end, block, looks, isClosed: isOver && looks.every(isClosed) };
}

/** Where the item begins whose last block is before a place. */
export function startOfItemBefore(transcript: Transcript, end: number, first: number): number {
  let start = end - 1;
  const last = blockAt(transcript, start);
  if (!last || !isLookBlock(last)) return start;
  while (start > first) {
    const before = blockAt(transcript, start - 1);
    if (!before || !isLookBlock(before)) break;
    start -= 1;
  }
  return start;
}

function isLookBlock(block: Block): block is ToolBlock {
  return block.kind === "tool" && isLook(block);
}
