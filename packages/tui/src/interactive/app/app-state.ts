import type { Outcome } from "@tau-ts/agent";
import { editorText } from "../editor/editor-state.ts";
import type { EditorState } from "../editor/editor-state.ts";
import type { PickerState } from "../pickers/picker-state.ts";
import type { QuestionState } from "../questions/question-state.ts";
import type { StatusFacts } from "../status/status-facts.ts";
import type { ViewerState } from "../transcript/output-viewer.ts";
import type { Transcript } from "../transcript/transcript-state.ts";

/** Which queue of the agent words wait in. */
export type QueueName = "steering" | "followUp";

/** What goes on. */
export interface Activity {
  /** There is no agent yet. */
  readonly isOpening: boolean;
  /** A prompt is being answered. */
  readonly run?: Run | undefined;
  readonly isCompacting: boolean;
  /** Another session is being gone to, or a command of the editor is being carried out. */
  readonly isChanging: boolean;
  /** Commands of the user's that run. */
  readonly shells: number;
  /** It was asked to stop, or made to. */
  readonly stopping?: "asked" | "made" | undefined;
}

export interface Run {
  /** When it began, in milliseconds since 1970. */
  readonly startedMs: number;
  /** What was entered, until it is on the record: it is given back when it never gets there. */
  readonly unrecorded?: string | undefined;
  /** How it ended, once it has. */
  readonly outcome?: Outcome | undefined;
}

/** What waits to be said. */
export interface Queue {
  readonly steering: readonly string[];
  readonly followUp: readonly string[];
  /** The queues in the order in which words were put there, newest last. */
  readonly order: readonly QueueName[];
}

export type PickerPurpose = "model" | "thinking" | "mode" | "session" | "start" | "jobs" | "job";

/** A list to choose from, and what the choice is for. */
export interface OpenPicker {
  readonly purpose: PickerPurpose;
  readonly picker: PickerState<string>;
}

/** Something to know that is no part of the conversation. */
export interface Notice {
  readonly role: "muted" | "warning" | "error" | "success";
  readonly text: string;
}

/** Everything that decides what is on the screen. */
export interface AppState {
  readonly transcript: Transcript;
  readonly editor: EditorState;
  readonly activity: Activity;
  readonly queue: Queue;
  readonly facts: StatusFacts;
  readonly question?: QuestionState | undefined;
  readonly picker?: OpenPicker | undefined;
  readonly viewer?: ViewerState | undefined;
  /** What was entered while nothing could be said: before there was an agent, or while something stops. It comes next. */
  readonly next: readonly string[];
  /** Names behind a slash that the agent knows. */
  readonly templates: readonly string[];
  /** A line about the last key, until the next one. */
  readonly hint?: string | undefined;
  /** When the last key came, in milliseconds since 1970. */
  readonly lastKeyMs: number;
  /** Until then another Ctrl+C leaves, in milliseconds since 1970. */
  readonly leavesUntilMs: number;
  /** The whole of what a model thinks is shown. */
  readonly isThinkingShown: boolean;
  readonly isLeaving: boolean;
}

/** Where keys go. */
export type Mode = "viewer" | "picker" | "question" | "editor";

export function modeOf({ viewer, picker, question }: AppState): Mode {
  if (viewer) return "viewer";
  if (picker) return "picker";
  return question ? "question" : "editor";
}

/** Whether there is something that Esc stops. */
export function isBusy({ activity }: AppState): boolean {
  const { run, isCompacting, isChanging, shells } = activity;
  return run !== undefined || isCompacting || isChanging || shells > 0;
}

export function isEditorEmpty({ editor }: AppState): boolean {
  return editorText(editor) === "";
}

/** What waits, in the order in which it would be said. */
export function queuedTexts({ queue, next }: AppState): readonly string[] {
  return [...next, ...queue.steering, ...queue.followUp];
}

export const emptyQueue: Queue = { steering: [], followUp: [], order: [] };
