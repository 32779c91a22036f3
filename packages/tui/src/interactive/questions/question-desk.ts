import type { Question, QuestionAnswer } from "./question.ts";

/** Where a question is shown. */
export interface QuestionBoard {
  show(id: number, question: Question): void;
  withdraw(id: number): void;
}

/** Puts questions to the person at the terminal, one at a time, and hands the answers back to whoever asked. */
export class QuestionDesk {
  readonly #board: QuestionBoard;
  #waiting:
    | { readonly id: number; readonly answer: (answer: QuestionAnswer | undefined) => void }
    | undefined;
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  constructor(board: QuestionBoard) {
    this.#board = board;
  }

  /** Resolves with the answer; undefined when `signal` aborted, which takes the question off the screen. */
  async ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer | undefined> {
    const before = this.#last;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#last = over;
    try {
      await before;
      return signal.aborted ? undefined : await this.#askNow(question, signal);
    } finally {
      end();
    }
  }

  /**
   * Hands an answer to whoever waits for it, undefined for none: somebody turned away from the question. One to a
   * question that is gone is dropped.
   */
  answer(id: number, answer: QuestionAnswer | undefined): void {
    if (this.#waiting?.id === id) this.#waiting.answer(answer);
  }

  async #askNow(question: Question, signal: AbortSignal): Promise<QuestionAnswer | undefined> {
    this.#count += 1;
    const id = this.#count;
    const { promise, resolve } = Promise.withResolvers<QuestionAnswer | undefined>();
    const withdraw = (): void => resolve(undefined);
    this.#waiting = { id, answer: resolve };
    signal.addEventListener("abort", withdraw, { once: true });
    this.#board.show(id, question);
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.#waiting = undefined;
      this.#board.withdraw(id);
    }
  }
}
