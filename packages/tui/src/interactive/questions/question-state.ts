import type { Key } from "../../terminal/input/input-event.ts";
import { editAtEnd } from "../editor/edit-at-end.ts";
import type { Question, QuestionAnswer } from "./question.ts";

/** A question on the screen. */
export interface QuestionState {
  readonly id: number;
  readonly question: Question;
  /** When it was shown, in milliseconds. */
  readonly shownMs: number;
  /** Keys go to it because the person said so. */
  readonly isFocused: boolean;
  /** Which choice Enter takes. */
  readonly selected: number;
  /** Lines of what would change that were scrolled past. */
  readonly scroll: number;
  /** The words that are being typed to go with a choice; undefined while none are. */
  readonly words?: string | undefined;
  /** Words that were turned away from: they are there again when words are asked for. */
  readonly draft?: string | undefined;
}

/** What surrounds a key. */
export interface KeyContext {
  readonly nowMs: number;
  /** When the key before this one came. */
  readonly lastKeyMs: number;
  /** Whether nothing stands in the editor. */
  readonly isEditorEmpty: boolean;
}

/** What a key does: something to the question, an answer, or nothing here, which leaves it to the editor. */
export type QuestionStep =
  | { readonly kind: "state"; readonly state: QuestionState }
  | { readonly kind: "answer"; readonly answer: QuestionAnswer }
  | { readonly kind: "pass"; readonly state: QuestionState };

/** Somebody who types pauses for less than this, in milliseconds: a key that comes sooner was meant for the editor. */
export const quietMs = 500;

const scrollStep = 8;

export function openQuestion(id: number, question: Question, nowMs: number): QuestionState {
  return { id, question, shownMs: nowMs, isFocused: false, selected: 0, scroll: 0 };
}

/**
 * Takes a key. A question that comes while somebody types must not swallow a letter: it takes keys when it was asked to,
 * with Tab, or when nothing stands in the editor and no key came for a while.
 */
export function keyAtQuestion(state: QuestionState, key: Key, context: KeyContext): QuestionStep {
  if (state.words !== undefined) return keyAtWords(state, key, state.words);
  if (key.name === "tab" && !key.alt && !key.ctrl)
    return { kind: "state", state: { ...state, isFocused: !state.isFocused } };
  if (!takesKeys(state, context)) return { kind: "pass", state };
  const plain = !key.ctrl && !key.alt;
  if (!plain) return { kind: "pass", state };
  const chosen = state.question.choices.findIndex((choice) => choice.key === key.text);
  if (chosen !== -1) return choose({ ...state, isFocused: true, selected: chosen });
  return keyAtChoices(state, key);
}

/** Whether a key that comes now is the question's. */
export function takesKeys({ isFocused, shownMs }: QuestionState, context: KeyContext): boolean {
  const { nowMs, lastKeyMs, isEditorEmpty } = context;
  return isFocused || (isEditorEmpty && nowMs - Math.max(shownMs, lastKeyMs) >= quietMs);
}

/** When it begins to take keys by itself, in milliseconds since 1970; undefined when that will not change. */
export function takesKeysFromMs(
  { isFocused, shownMs }: QuestionState,
  { nowMs, lastKeyMs }: Pick<KeyContext, "nowMs" | "lastKeyMs">,
): number | undefined {
  const fromMs = Math.max(shownMs, lastKeyMs) + quietMs;
  return isFocused || fromMs <= nowMs ? undefined : fromMs;
}

function keyAtChoices(state: QuestionState, key: Key): QuestionStep {
  const last = state.question.choices.length - 1;
  const { selected, scroll } = state;
  switch (key.name) {
    case "up":
      return moved({ ...state, selected: Math.max(0, selected - 1) });
    case "down":
      return moved({ ...state, selected: Math.min(last, selected + 1) });
    case "pageup":
      return moved({ ...state, scroll: Math.max(0, scroll - scrollStep) });
    case "pagedown":
      return moved({ ...state, scroll: scroll + scrollStep });
    case "enter":
      return choose(state);
    default:
      // Somebody has begun to type: the rest is for the editor too.
      return { kind: "pass", state: key.text === "" ? state : { ...state, isFocused: false } };
  }
}

function moved(state: QuestionState): QuestionStep {
  return { kind: "state", state: { ...state, isFocused: true } };
}

function choose(state: QuestionState): QuestionStep {
  const { choices } = state.question;
  const choice = choices[state.selected] ?? choices[0];
  if (choice.wantsWords === true)
    return { kind: "state", state: { ...state, words: state.draft ?? "" } };
  return { kind: "answer", answer: { value: choice.value, words: "" } };
}

/** Takes a key while words are typed. They are few: Alt+Enter breaks the line, and only their end can be changed. */
function keyAtWords(state: QuestionState, key: Key, words: string): QuestionStep {
  const typed = (text: string): QuestionStep => ({
    kind: "state",
    state: { ...state, words: text },
  });
  if (key.name === "escape" || (key.ctrl && key.name === "c"))
    return { kind: "state", state: { ...state, words: undefined, draft: words } };
  if (key.name === "enter" && key.alt) return typed(`${words}\n`);
  if (key.name === "enter") {
    const { choices } = state.question;
    const { value } = choices[state.selected] ?? choices[0];
    return { kind: "answer", answer: { value, words } };
  }
  return typed(editAtEnd(words, key) ?? words);
}

/** What was typed for a question and nobody has heard; empty for nothing. */
export function unheardWords({ words, draft = "" }: QuestionState): string {
  return words ?? draft;
}

/** Text that was pasted belongs to the words while they are typed. Undefined when it is for the editor. */
export function pasteAtQuestion(state: QuestionState, text: string): QuestionState | undefined {
  return state.words === undefined ? undefined : { ...state, words: state.words + text };
}
