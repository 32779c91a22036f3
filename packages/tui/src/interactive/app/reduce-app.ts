import { withEditorText, withHistory } from "../editor/editor-state.ts";
import { offerCompletions } from "../editor/menu-keys.ts";
import { openQuestion, unheardWords } from "../questions/question-state.ts";
import { pageViewer } from "../transcript/output-viewer.ts";
import { withNotice } from "../transcript/transcript-state.ts";
import type { AppInput, Step } from "./app-input.ts";
import type { AppState, Notice } from "./app-state.ts";
import { giveBack } from "./give-back.ts";
import { endRun, giveBackQueue, reduceEvent, sayNext, settleQueue } from "./reduce-activity.ts";
import { reduceTyped } from "./reduce-keys.ts";

/** The whole application: what a state becomes by an input, and what is to be done because of it. */
export function reduceApp(state: AppState, input: AppInput, nowMs: number): Step {
  const { activity } = state;
  switch (input.type) {
    case "agent":
      return reduceEvent(state, input.event, nowMs);
    case "terminal":
      return reduceTyped(state, input.event, { nowMs, size: input.size });
    case "completions":
      return only({ ...state, editor: offerCompletions(state.editor, input.request, input.items) });
    case "history":
      return only({ ...state, editor: withHistory(state.editor, input.older) });
    case "opened":
      return opened(state, input, nowMs);
    case "replaced":
      return only({ ...state, transcript: input.transcript });
    case "run-over":
      return endRun(noticed(state, "error", input.failure), input.failure, nowMs);
    case "refused":
      return only(giveBack(noticed(state, "error", input.reason), [input.text]));
    case "taken-back":
      return only(giveBack(state, [input.text]));
    case "stopped":
      return settleQueue(
        { ...state, activity: { ...activity, stopping: undefined } },
        nowMs,
        false,
      );
    case "changing":
      return changing(state, input.isChanging, nowMs);
    case "shell-over":
      return only({
        ...state,
        activity: { ...activity, shells: Math.max(0, activity.shells - 1) },
      });
    case "question":
      return only({ ...state, question: openQuestion(input.id, input.question, nowMs) });
    case "withdrawn":
      return only(withdrawn(state, input.id));
    case "picker":
      return only({ ...state, picker: input.picker });
    case "notice":
      return only(noticed(state, input.notice.role, input.notice.text));
    case "facts":
      return only({ ...state, facts: { ...state.facts, ...input.facts } });
    case "edited":
      return only({ ...state, editor: withEditorText(state.editor, input.text) });
    case "page":
      return only({ ...state, viewer: pageViewer(input.title, input.lines) });
  }
}

function only(state: AppState): Step {
  return { state, effects: [] };
}

/** What was entered while there was no agent is said now, the command line's words first. */
function opened(
  state: AppState,
  input: Extract<AppInput, { readonly type: "opened" }>,
  nowMs: number,
): Step {
  const { templates, prompt } = input;
  const activity = { ...state.activity, isOpening: false };
  const there: AppState = { ...state, templates, activity };
  return sayNext(there, prompt === undefined ? state.next : [prompt, ...state.next], nowMs);
}

/** A question is gone, and nobody waits for an answer: the words that were typed for it go to the editor. */
function withdrawn(state: AppState, id: number): AppState {
  if (state.question?.id !== id) return state;
  const words = unheardWords(state.question);
  const gone: AppState = { ...state, question: undefined };
  return words.trim() === "" ? gone : giveBack(gone, [words]);
}

/** What waits does not go to another session with the person: it goes back to the editor. */
function changing(state: AppState, isChanging: boolean, nowMs: number): Step {
  const changed: AppState = { ...state, activity: { ...state.activity, isChanging } };
  if (!isChanging) return settleQueue(changed, nowMs, false);
  return giveBackQueue(changed);
}

function noticed(state: AppState, role: Notice["role"], text: string | undefined): AppState {
  if (text === undefined) return state;
  return { ...state, transcript: withNotice(state.transcript, { role, text }) };
}
