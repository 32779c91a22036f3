import type { Unsubscribe } from "./terminal.ts";

/** Listeners to one kind of news, told in the order in which they came. */
export class Listeners<News = void> {
  readonly #all = new Set<{ readonly tell: (news: News) => void }>();

  add(tell: (news: News) => void): Unsubscribe {
    const entry = { tell };
    this.#all.add(entry);
    return () => void this.#all.delete(entry);
  }

  /** Tells those who listen when the news comes. */
  tell(news: News): void {
    for (const { tell } of this.#all) tell(news);
  }
}
