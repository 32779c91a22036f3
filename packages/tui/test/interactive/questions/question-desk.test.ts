import { describe, expect, it } from "vitest";
import { QuestionDesk } from "../../../src/interactive/questions/question-desk.ts";
import type { Question } from "../../../src/interactive/questions/question.ts";

const question = (title: string): Question => ({
  title,
  subject: "",
  parts: [],
  choices: [{ key: "y", label: "Yes", value: "yes" }],
});
const yes = { value: "yes", words: "" };

class Board {
  readonly shown: (readonly [id: number, title: string])[] = [];
  readonly gone: number[] = [];
  show(id: number, { title }: Question): void {
    this.shown.push([id, title]);
  }
  withdraw(id: number): void {
    this.gone.push(id);
  }
}

const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("QuestionDesk", () => {
  it("C12.4 puts one question at a time, in their order", async () => {
    const board = new Board();
    const desk = new QuestionDesk(board);
    const { signal } = new AbortController();
    const first = desk.ask(question("first"), signal);
    const second = desk.ask(question("second"), signal);
    await turns();
    expect(board.shown).toEqual([[1, "first"]]);
    desk.answer(1, yes);
    expect(await first).toEqual(yes);
    await turns();
    expect(board.shown).toEqual([
      [1, "first"],
      [2, "second"],
    ]);
    desk.answer(1, yes); // Too late: it is no answer to the second.
    await turns();
    expect(board.gone).toEqual([1]);
    desk.answer(2, yes);
    expect(await second).toEqual(yes);
  });

  it("C12.2 a stop withdraws the question and those that wait, which are answered by nobody", async () => {
    const board = new Board();
    const desk = new QuestionDesk(board);
    const stopped = new AbortController();
    const first = desk.ask(question("first"), stopped.signal);
    const second = desk.ask(question("second"), stopped.signal);
    await turns();
    stopped.abort();
    expect(await first).toBeUndefined();
    expect(await second).toBeUndefined();
    expect(board).toMatchObject({ shown: [[1, "first"]], gone: [1] });
  });
});
