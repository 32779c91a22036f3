import { emptyEditor } from "../editor/editor-state.ts";
import { emptyFacts } from "../status/status-facts.ts";
import { emptyTranscript } from "../transcript/transcript-state.ts";
import { emptyQueue } from "./app-state.ts";
import type { AppState } from "./app-state.ts";

/** The application before there is an agent: what is typed waits for it. */
export function initialState(cwd: string): AppState {
  return {
    transcript: emptyTranscript(),
    editor: emptyEditor(),
    activity: { isOpening: true, isCompacting: false, isChanging: false, shells: 0 },
    queue: emptyQueue,
    facts: emptyFacts(cwd),
    next: [],
    templates: [],
    lastKeyMs: 0,
    leavesUntilMs: 0,
    isThinkingShown: false,
    isLeaving: false,
  };
}
