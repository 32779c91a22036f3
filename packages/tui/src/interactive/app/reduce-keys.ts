import type { InputEvent, Key } from "../../terminal/input/input-event.ts";
import { pickWith } from "../pickers/picker-state.ts";
import { keyAtQuestion, pasteAtQuestion } from "../questions/question-state.ts";
import type { QuestionState } from "../questions/question-state.ts";
import { viewOutput } from "../transcript/output-viewer.ts";
import type { ViewerState } from "../transcript/output-viewer.ts";
import type { AppEffect, Step } from "./app-input.ts";
import { isBusy, isEditorEmpty, modeOf } from "./app-state.ts";
import type { AppState, OpenPicker } from "./app-state.ts";
import { keyAtEditor } from "./keys-at-editor.ts";
import type { Around, TypedEvent } from "./keys-at-editor.ts";
import { liveRows } from "./layout.ts";

/** Takes what was typed or pasted. */
export function reduceTyped(state: AppState, event: InputEvent, around: Around): Step {
  if (event.type === "focus") return { state, effects: [] };
  const step =
    event.type === "key" && isSuspend(event) ? suspend(state) : typed(state, event, around);
  return { state: { ...step.state, lastKeyMs: around.nowMs }, effects: step.effects };
}

function isSuspend({ name, ctrl, alt }: Key): boolean {
  return name === "z" && ctrl && !alt;
}

function suspend(state: AppState): Step {
  return { state, effects: [{ type: "suspend" }] };
}

function typed(before: AppState, event: TypedEvent, around: Around): Step {
  const state: AppState = { ...before, hint: undefined };
  const { viewer, picker, question } = state;
  switch (modeOf(state)) {
    case "viewer":
      return viewer ? atViewer(state, viewer, event, around) : keyAtEditor(state, event, around);
    case "picker":
      return picker ? atPicker(state, picker, event) : keyAtEditor(state, event, around);
    case "question":
      return question
        ? atQuestion(state, question, event, around)
        : keyAtEditor(state, event, around);
    case "editor":
      return keyAtEditor(state, event, around);
  }
}

function isInterrupt(event: InputEvent): boolean {
  return event.type === "key" && event.ctrl && event.name === "c";
}

function atViewer(state: AppState, viewer: ViewerState, event: TypedEvent, around: Around): Step {
  // Two rows are its title and its keys.
  const next = viewOutput(viewer, event, liveRows(around.size) - 2);
  return { state: { ...state, viewer: next }, effects: [] };
}

function atPicker(state: AppState, open: OpenPicker, event: InputEvent): Step {
  const { purpose } = open;
  const closed = (value: string | undefined): Step => ({
    state: { ...state, picker: undefined },
    effects: [{ type: "picked", purpose, value }],
  });
  if (isInterrupt(event)) return closed(undefined);
  const outcome = pickWith(open.picker, event);
  if (outcome.kind === "picked") return closed(outcome.value);
  if (outcome.kind === "cancelled") return closed(undefined);
  return { state: { ...state, picker: { purpose, picker: outcome.state } }, effects: [] };
}

function atQuestion(
  state: AppState,
  question: QuestionState,
  event: TypedEvent,
  around: Around,
): Step {
  if (event.type === "paste") {
    const worded = pasteAtQuestion(question, event.text);
    return worded
      ? { state: { ...state, question: worded }, effects: [] }
      : keyAtEditor(state, event, around);
  }
  const isTypingWords = question.words !== undefined;
  if (event.name === "escape" && !isTypingWords && !isBusy(state))
    return answered(state, { type: "answer", id: question.id, answer: undefined });
  const { nowMs } = around;
  const context = { nowMs, lastKeyMs: state.lastKeyMs, isEditorEmpty: isEditorEmpty(state) };
  const step = keyAtQuestion(question, event, context);
  if (step.kind === "state") return { state: { ...state, question: step.state }, effects: [] };
  if (step.kind === "pass") return keyAtEditor({ ...state, question: step.state }, event, around);
  return answered(state, { type: "answer", id: question.id, answer: step.answer });
}

function answered(state: AppState, effect: AppEffect): Step {
  return { state: { ...state, question: undefined }, effects: [effect] };
}
