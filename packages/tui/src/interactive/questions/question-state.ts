import type { Key } from "../../terminal/input/input-event.ts";
import { graphemes } from "../../terminal/text/graphemes.ts";
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
  if (choice.wantsWords === true) return { kind: "state", state: { ...state, words: "" } };
  return { kind: "answer", answer: { value: choice.value, words: "" } };
}

/** One line is enough for a reason: its end can be added to and taken away. */
function keyAtWords(state: QuestionState, key: Key, words: string): QuestionStep {
  const typed = (text: string | undefined): QuestionStep => ({
    kind: "state",
    state: { ...state, words: text },
  });
  if (key.name === "escape") return typed(undefined);
  if (key.name === "enter" && key.alt) return typed(`${words}\n`);
  if (key.name === "enter") {
    const { choices } = state.question;
    const { value } = choices[state.selected] ?? choices[0];
    return { kind: "answer", answer: { value, words } };
  }
  if (key.name === "backspace" && (key.ctrl || key.alt)) return typed(withoutLastWord(words));
  if (key.name === "backspace") return typed(withoutLastCharacter(words));
  if (key.ctrl && key.name === "u") return typed("");
  if (key.ctrl && key.name === "w") return typed(withoutLastWord(words));
  if (key.ctrl || key.alt || key.text === "") return { kind: "state", state };
  return typed(words + key.text);
}

/** Text that was pasted belongs to the words while they are typed. Undefined when it is for the editor. */
export function pasteAtQuestion(state: QuestionState, text: string): QuestionState | undefined {
  return state.words === undefined ? undefined : { ...state, words: state.words + text };
}

function withoutLastWord(text: string): string {
  return text.replace(/\S*\s*$/u, "");
}

function withoutLastCharacter(text: string): string {
  const characters = [...graphemes.segment(text)];
  return text.slice(0, characters.at(-1)?.index ?? 0);
}
