import {
  blockStart,
  blockStop,
  messageDelta,
  messageStart,
  messageStop,
  textDelta,
  toolBlock,
} from "../../test/support/anthropic.ts";

/** The start of a reply of words. */
export const opening: string = messageStart + blockStart(0, { type: "text", text: "" });

/** The words of one delta. */
export function words(index: number): string {
  return `word ${index} `;
}

/** A whole reply of `count` small deltas, as one text per event. */
export function wordsReply(count: number): string[] {
  return [
    messageStart,
    blockStart(0, { type: "text", text: "" }),
    ...Array.from({ length: count }, (_, index) => textDelta(words(index))),
    blockStop(0),
    messageDelta("end_turn"),
    messageStop,
  ];
}

/** A whole reply that writes a file of `characters` characters, in fragments of a dozen characters. */
export function writeReply(characters: number): string {
  const content = "line of text\n".repeat(characters / 13);
  const fragments = JSON.stringify({ path: "notes.txt", content }).match(/.{1,12}/gsu) ?? [];
  return messageStart + toolBlock(fragments) + messageDelta("tool_use") + messageStop;
}

export function inChunks(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** Chunks one at a time, as a socket hands them out, at the lowest price an asynchronous source can have. */
export function sourceOf(chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      let index = 0;
      return {
        next(): Promise<IteratorResult<Uint8Array, undefined>> {
          const value = chunks[index++];
          return Promise.resolve(
            value === undefined ? { done: true, value } : { done: false, value },
          );
        },
      };
    },
  };
}
