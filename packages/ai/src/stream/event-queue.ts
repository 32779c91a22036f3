/** First in, first out, in constant time however many wait: `Array.shift` would move all of them. */
export class EventQueue<Item> {
  #items: (Item | undefined)[] = [];
  #head = 0;

  push(item: Item): void {
    this.#items.push(item);
  }

  /** The item that was pushed last, if it still waits. */
  get newest(): Item | undefined {
    return this.#items.at(-1);
  }

  /** The oldest item, or `undefined` when none waits. */
  shift(): Item | undefined {
    const item = this.#items[this.#head];
    if (this.#head < this.#items.length) this.#items[this.#head++] = undefined;
    if (this.#head === this.#items.length) {
      // Empty again, as it is after every chunk: what was handed out is not kept.
      this.#items = [];
      this.#head = 0;
    }
    return item;
  }
}
