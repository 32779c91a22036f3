import { describe, expect, it } from "vitest";
import type { Key } from "../../../src/terminal/input/input-event.ts";
import type { Question } from "../../../src/interactive/questions/question.ts";
import {
  keyAtQuestion,
  openQuestion,
  pasteAtQuestion,
  quietMs,
} from "../../../src/interactive/questions/question-state.ts";
import type {
  KeyContext,
  QuestionState,
  QuestionStep,
} from "../../../src/interactive/questions/question-state.ts";

const question: Question = {
  title: "Run this command?",
  subject: "touch made",
  parts: [],
  choices: [
    { key: "y", label: "Yes", value: "yes" },
    { key: "n", label: "No", value: "no" },
    { key: "w", label: "No, because", value: "no", wantsWords: true },
  ],
};

function key(name: string, more: Partial<Key> = {}): Key {
  const text = name.length === 1 ? name : "";
  return { type: "key", name, text, ctrl: false, alt: false, shift: false, ...more };
}

const calm: KeyContext = { nowMs: 10_000, lastKeyMs: 0, isEditorEmpty: true };
const shown = openQuestion(1, question, 1000);

function stateOf(step: QuestionStep): QuestionState {
  if (step.kind === "answer") throw new Error("it was answered");
  return step.state;
}

describe("keys at a question", () => {
  it("C12.4 a letter answers it once nobody has typed for a while", () => {
    expect(keyAtQuestion(shown, key("y"), calm)).toEqual({
      kind: "answer",
      answer: { value: "yes", words: "" },
    });
    expect(keyAtQuestion(shown, key("n"), calm)).toMatchObject({ answer: { value: "no" } });
  });

  it.each<[string, Partial<KeyContext>]>([
    ["right after it was shown", { nowMs: 1000 + quietMs - 1 }],
    ["right after another key", { lastKeyMs: 10_000 - quietMs + 1 }],
    ["while something stands in the editor", { isEditorEmpty: false }],
  ])("C12.4 a letter typed %s is left to the editor", (_when, context) => {
    expect(keyAtQuestion(shown, key("y"), { ...calm, ...context }).kind).toBe("pass");
    expect(keyAtQuestion(shown, key("enter"), { ...calm, ...context }).kind).toBe("pass");
  });

  it("C12.4 Tab goes to the question at any time, and back", () => {
    const busy = { ...calm, lastKeyMs: calm.nowMs, isEditorEmpty: false };
    const focused = stateOf(keyAtQuestion(shown, key("tab"), busy));
    expect(keyAtQuestion(focused, key("y"), busy)).toMatchObject({ answer: { value: "yes" } });
    const back = stateOf(keyAtQuestion(focused, key("tab"), busy));
    expect(keyAtQuestion(back, key("y"), busy).kind).toBe("pass");
  });

  it("C12.4 a letter that answers nothing begins a message, and the letters after it go there too", () => {
    const step = keyAtQuestion({ ...shown, isFocused: true }, key("h"), calm);
    expect(step).toMatchObject({ kind: "pass", state: { isFocused: false } });
  });

  it("C12.4 arrows and Enter choose", () => {
    const down = stateOf(keyAtQuestion(shown, key("down"), calm));
    expect(keyAtQuestion(down, key("enter"), calm)).toMatchObject({ answer: { value: "no" } });
    const up = stateOf(keyAtQuestion(down, key("up"), calm));
    expect(keyAtQuestion(up, key("enter"), calm)).toMatchObject({ answer: { value: "yes" } });
  });

  it("C12.4 a no can say why: words are typed, mended and pasted until Enter, and Escape goes back", () => {
    let state = stateOf(keyAtQuestion(shown, key("w"), calm));
    for (const letter of "use e") state = stateOf(keyAtQuestion(state, key(letter), calm));
    state = stateOf(keyAtQuestion(state, key("backspace"), calm));
    state = pasteAtQuestion(state, "mkdir") ?? state;
    expect(keyAtQuestion(state, key("enter"), calm)).toEqual({
      kind: "answer",
      answer: { value: "no", words: "use mkdir" },
    });
    expect(stateOf(keyAtQuestion(state, key("escape"), calm)).words).toBeUndefined();
    expect(pasteAtQuestion(shown, "text")).toBeUndefined();
  });

  it("F93 Backspace takes a whole character, whatever it is made of", () => {
    const worded = { ...shown, words: "no 👨‍👩‍👧‍👦" };
    expect(stateOf(keyAtQuestion(worded, key("backspace"), calm)).words).toBe("no ");
  });

  it("C12.2 Escape and Ctrl keys are never an answer", () => {
    for (const other of [
      key("escape"),
      key("c", { ctrl: true, text: "" }),
      key("y", { alt: true }),
    ])
      expect(keyAtQuestion(shown, other, calm).kind).toBe("pass");
  });
});
