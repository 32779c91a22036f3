/** One replacement in the text: `removed` stood at `at`, `inserted` stands there now. */
export interface Change {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
  readonly cursorBefore: number;
  readonly cursorAfter: number;
}

/** What can be taken back and what can be done again, newest first. Changes are kept, not texts: cost follows what was typed. */
export interface UndoLog {
  readonly done: ChangeList | undefined;
  readonly undone: ChangeList | undefined;
}

interface ChangeList {
  readonly change: Change;
  readonly older: ChangeList | undefined;
}

/** A text, and the cursor in it. */
export interface Place {
  readonly text: string;
  readonly cursor: number;
}

/** What an undo or a redo leads to. */
export interface Undone extends Place {
  readonly log: UndoLog;
}

/** Nothing to take back. */
export function emptyUndoLog(): UndoLog {
  return { done: undefined, undone: undefined };
}

/** The text with the change made. */
export function applyChange(text: string, { at, removed, inserted }: Change): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

/** Adds a change. With `joins` it becomes part of the newest one, if the two touch. */
export function recordChange(log: UndoLog, change: Change, joins: boolean): UndoLog {
  const newest = log.done;
  const joined = joins && newest && !log.undone ? joinChanges(newest.change, change) : undefined;
  if (joined) return { done: { change: joined, older: newest?.older }, undone: undefined };
  return { done: { change, older: newest }, undone: undefined };
}

/** Takes the newest change back; undefined when there is none. */
export function undoChange(text: string, log: UndoLog): Undone | undefined {
  if (!log.done) return undefined;
  const { change, older } = log.done;
  const inverse = { ...change, removed: change.inserted, inserted: change.removed };
  return {
    text: applyChange(text, inverse),
    cursor: change.cursorBefore,
    log: { done: older, undone: { change, older: log.undone } },
  };
}

/** Makes the change that was taken back last again; undefined when there is none. */
export function redoChange(text: string, log: UndoLog): Undone | undefined {
  if (!log.undone) return undefined;
  const { change, older } = log.undone;
  return {
    text: applyChange(text, change),
    cursor: change.cursorAfter,
    log: { done: { change, older: log.done }, undone: older },
  };
}

/** Typing goes on where it stopped, or deleting does in one direction. */
function joinChanges(first: Change, second: Change): Change | undefined {
  const { cursorBefore } = first;
  const { cursorAfter } = second;
  if (second.removed === "" && first.removed === "") {
    if (second.at !== first.at + first.inserted.length) return undefined;
    const inserted = first.inserted + second.inserted;
    return { at: first.at, removed: "", inserted, cursorBefore, cursorAfter };
  }
  if (second.inserted !== "" || first.inserted !== "") return undefined;
  if (second.at + second.removed.length === first.at) {
    const removed = second.removed + first.removed;
    return { at: second.at, removed, inserted: "", cursorBefore, cursorAfter };
  }
  if (second.at !== first.at) return undefined;
  const removed = first.removed + second.removed;
  return { at: first.at, removed, inserted: "", cursorBefore, cursorAfter };
}
