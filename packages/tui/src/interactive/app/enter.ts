import { parseInput } from "../commands/parse-input.ts";
import type { EnteredInput } from "../commands/parse-input.ts";
import { clearedEditor, editorText } from "../editor/editor-state.ts";
import type { AppEffect, Step } from "./app-input.ts";
import { isBusy } from "./app-state.ts";
import type { AppState, QueueName } from "./app-state.ts";
import { beginRun } from "./reduce-activity.ts";

/** Takes what stands in the editor. `queue`: where words for the model go while a run is going on. */
export function enter(state: AppState, queue: QueueName, nowMs: number): Step {
  const text = editorText(state.editor);
  const entered = parseInput(text, state.templates);
  switch (entered.kind) {
    case "nothing":
      return { state, effects: [] };
    case "unknown":
      return hinted(state, unknownText(entered));
    case "command":
      return taken(state, text, [
        { type: "command", name: entered.name, argument: entered.argument },
      ]);
    case "shell":
      return runShell(state, text, entered);
    case "prompt":
      return say(state, text, queue, nowMs);
  }
}

function say(state: AppState, text: string, queue: QueueName, nowMs: number): Step {
  const { activity } = state;
  if (activity.isOpening || activity.isChanging || activity.stopping !== undefined)
    return taken({ ...state, next: [...state.next, text] }, text, []);
  if (!isBusy(state) || isOnlyShell(state)) {
    const cleared = taken(state, text, []);
    const begun = beginRun(cleared.state, text, nowMs);
    return { state: begun.state, effects: [...cleared.effects, ...begun.effects] };
  }
  const order = [...state.queue.order, queue];
  return taken({ ...state, queue: { ...state.queue, order } }, text, [
    { type: "queue", text, queue },
  ]);
}

/** A command of the user's runs beside anything. */
function isOnlyShell({ activity }: AppState): boolean {
  return activity.run === undefined && !activity.isCompacting && !activity.isChanging;
}

function runShell(
  state: AppState,
  text: string,
  { command, excludeFromContext }: Extract<EnteredInput, { readonly kind: "shell" }>,
): Step {
  const { activity } = state;
  if (activity.isOpening || activity.isChanging)
    return hinted(state, "Wait until the session is open: the text stays here.");
  const shells = activity.shells + 1;
  return taken({ ...state, activity: { ...activity, shells } }, text, [
    { type: "shell", command, excludeFromContext },
  ]);
}

function unknownText({
  name,
  nearest,
}: Extract<EnteredInput, { readonly kind: "unknown" }>): string {
  const guess = nearest === undefined ? "/help lists them all" : `did you mean /${nearest}?`;
  return `There is no command /${name}: ${guess}`;
}

/** The text stays where it is, with a word about it. */
function hinted(state: AppState, hint: string): Step {
  return { state: { ...state, hint }, effects: [] };
}

/** The text leaves the editor, and is remembered for later. */
function taken(state: AppState, text: string, effects: readonly AppEffect[]): Step {
  return {
    state: { ...state, editor: clearedEditor(state.editor) },
    effects: [{ type: "remember", text }, ...effects],
  };
}
