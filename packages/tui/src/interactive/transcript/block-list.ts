import type { Block } from "./block.ts";

/**
 * Blocks in order, to which more can only be added. Adding costs the same however many there are: lists that grew out of
 * each other share what they have in common. A list never changes.
 */
export class BlockList {
  readonly length: number;
  readonly #blocks: Block[];

  private constructor(blocks: Block[], length: number) {
    this.#blocks = blocks;
    this.length = length;
  }

  static of(blocks: Iterable<Block> = []): BlockList {
    const own = [...blocks];
    return new BlockList(own, own.length);
  }

  at(index: number): Block | undefined {
    return index < this.length ? this.#blocks[index] : undefined;
  }

  with(added: readonly Block[]): BlockList {
    if (added.length === 0) return this;
    // Only the newest list may put more behind what it shares; an older one goes its own way.
    const isNewest = this.#blocks.length === this.length;
    const blocks = isNewest ? this.#blocks : this.#blocks.slice(0, this.length);
    for (const block of added) blocks.push(block);
    return new BlockList(blocks, blocks.length);
  }

  *[Symbol.iterator](): Generator<Block, void> {
    for (let index = 0; index < this.length; index += 1) {
      const block = this.#blocks[index];
      if (block) yield block;
    }
  }
}
