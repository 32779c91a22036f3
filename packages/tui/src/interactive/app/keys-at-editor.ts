import type { Size } from "../../terminal/geometry.ts";
import type { InputEvent, Key } from "../../terminal/input/input-event.ts";
import { editText } from "../editor/edit-text.ts";
import { clearedEditor, editorText } from "../editor/editor-state.ts";
import { latestOutput } from "../transcript/output-viewer.ts";
import type { Step } from "./app-input.ts";
import { isBusy, isEditorEmpty } from "./app-state.ts";
import type { AppState } from "./app-state.ts";
import { enter } from "./enter.ts";
import { giveBack } from "./give-back.ts";

/** How long a second Ctrl+C counts as one that leaves, in milliseconds. */
const leaveWindowMs = 2000;
/** What a shell reports for a program that Ctrl+C ended. */
const interrupted = 130;

/** A key, or text that came at once. */
export type TypedEvent = Exclude<InputEvent, { readonly type: "focus" }>;

/** What surrounds a key. */
export interface Around {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** That of the terminal. */
  readonly size: Size;
}

/** Takes what was typed or pasted into the editor, and the keys that steer the whole application. */
export function keyAtEditor(state: AppState, event: TypedEvent, around: Around): Step {
  const isPlain = !state.editor.search && !state.editor.menu;
  const step = isPlain && event.type === "key" ? keyOfApp(state, event, around) : undefined;
  return step ?? edited(state, event, around);
}

function keyOfApp(state: AppState, key: Key, { nowMs }: Around): Step | undefined {
  if (key.ctrl && !key.alt) {
    if (key.name === "c") return clearOrLeave(state, nowMs);
    if (key.name === "d" && isEditorEmpty(state)) return leave(state, 0);
    if (key.name === "o") return openViewer(state);
    if (key.name === "t") return toggleThinking(state);
  }
  if (key.name === "tab" && key.shift) return nextMode(state);
  if (key.name === "up" && isEditorEmpty(state)) return takeBack(state);
  return undefined;
}

function edited(before: AppState, event: TypedEvent, around: Around): Step {
  const { state: editor, action, isHandled } = editText(before.editor, event, around.size.columns);
  const state: AppState = { ...before, editor };
  switch (action?.type) {
    case "submit":
      return enter(state, "steering", around.nowMs);
    case "follow-up":
      return enter(state, "followUp", around.nowMs);
    case "external-editor":
      return { state, effects: [{ type: "edit-externally", text: editorText(editor) }] };
    case undefined:
  }
  if (!isHandled && event.type === "key") {
    if (event.name === "escape") return stop(state);
    // A menu, or a search, has no use for it: it means what it always does.
    const step = keyOfApp(state, event, around);
    if (step) return step;
  }
  return { state, effects: [] };
}

/** Ctrl+C clears what is typed, which the history keeps; again, or with nothing typed, twice, it leaves. */
function clearOrLeave(state: AppState, nowMs: number): Step {
  const isAgain = nowMs < state.leavesUntilMs;
  if (isAgain || (state.activity.isOpening && isEditorEmpty(state)))
    return leave(state, interrupted);
  const text = editorText(state.editor);
  const armed: AppState = { ...state, leavesUntilMs: nowMs + leaveWindowMs };
  const more = isBusy(state) ? "Esc stops. " : "";
  if (text === "") return { state: { ...armed, hint: `${more}Ctrl+C again leaves.` }, effects: [] };
  const hint = `${more}Cleared; Up brings it back. Ctrl+C again leaves.`;
  return {
    state: { ...armed, editor: clearedEditor(state.editor), hint },
    effects: [{ type: "remember", text }],
  };
}

function leave(state: AppState, code: number): Step {
  return { state: { ...state, isLeaving: true }, effects: [{ type: "leave", code }] };
}

function toggleThinking(state: AppState): Step {
  const isThinkingShown = !state.isThinkingShown;
  const hint = isThinkingShown
    ? "Thinking is shown from now on."
    : "Thinking is folded from now on.";
  return { state: { ...state, isThinkingShown, hint }, effects: [] };
}

function openViewer(state: AppState): Step {
  const viewer = latestOutput(state.transcript);
  if (viewer) return { state: { ...state, viewer }, effects: [] };
  return { state: { ...state, hint: "No tool has been called yet." }, effects: [] };
}

/** In the order in which Shift+Tab goes through them. */
const modes = ["ask", "auto-edit", "full", "read-only"] as const;

function nextMode(state: AppState): Step | undefined {
  const { mode } = state.facts;
  if (mode === undefined) return undefined;
  const next = modes[(modes.indexOf(mode) + 1) % modes.length] ?? "ask";
  return { state, effects: [{ type: "command", name: "mode", argument: next }] };
}

function takeBack(state: AppState): Step | undefined {
  const newest = state.next.at(-1);
  if (newest !== undefined)
    return { state: giveBack({ ...state, next: state.next.slice(0, -1) }, [newest]), effects: [] };
  const { steering, followUp, order } = state.queue;
  if (steering.length + followUp.length === 0) return undefined;
  const queue = order.at(-1) ?? (followUp.length > 0 ? "followUp" : "steering");
  return { state, effects: [{ type: "take-back", queue }] };
}

/** Esc asks what goes on to stop; pressed again it makes it. */
export function stop(state: AppState): Step {
  const { activity } = state;
  if (!isBusy(state)) return { state, effects: [] };
  const isHard = activity.stopping !== undefined;
  if (activity.stopping === "made") return { state, effects: [] };
  const stopping = isHard ? "made" : "asked";
  return {
    state: { ...state, activity: { ...activity, stopping } },
    effects: [{ type: "stop", isHard }],
  };
}
