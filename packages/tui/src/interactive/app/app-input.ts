import type { UserMessage } from "@tau-ts/ai";
import type { CodingAgentEvent } from "@tau-ts/coding";
import type { Size } from "../../terminal/geometry.ts";
import type { InputEvent } from "../../terminal/input/input-event.ts";
import type { CommandName } from "../commands/command-list.ts";
import type { CompletionItem } from "../completion/completion-menu.ts";
import type { CompletionRequest } from "../completion/completion-request.ts";
import type { Question, QuestionAnswer } from "../questions/question.ts";
import type { StatusFacts } from "../status/status-facts.ts";
import type { Transcript } from "../transcript/transcript-state.ts";
import type { AppState, Notice, OpenPicker, PickerPurpose, QueueName } from "./app-state.ts";

/** What changes the state. */
export type AppInput =
  | { readonly type: "agent"; readonly event: CodingAgentEvent }
  /** `size`: that of the terminal. */
  | { readonly type: "terminal"; readonly event: InputEvent; readonly size: Size }
  /** What can be put at the cursor. */
  | {
      readonly type: "completions";
      readonly request: CompletionRequest;
      readonly items: readonly CompletionItem[];
    }
  /** What was entered in earlier sessions, oldest first. */
  | { readonly type: "history"; readonly older: readonly string[] }
  /** The agent is there. */
  | {
      readonly type: "opened";
      readonly templates: readonly string[];
      /** Words of the command line, to be said first. */
      readonly prompt?: string | UserMessage | undefined;
    }
  /** Another session, or another place in it, is on the screen from now on. */
  | { readonly type: "replaced"; readonly transcript: Transcript }
  /** A prompt was answered, or could not be: why not. */
  | { readonly type: "run-over"; readonly failure?: string | undefined }
  /** Words could not be queued. */
  | { readonly type: "refused"; readonly text: string; readonly reason: string }
  /** Waiting words were taken back. */
  | { readonly type: "taken-back"; readonly text: string }
  | { readonly type: "stopped" }
  | { readonly type: "changing"; readonly isChanging: boolean }
  | { readonly type: "shell-over" }
  | { readonly type: "question"; readonly id: number; readonly question: Question }
  | { readonly type: "withdrawn"; readonly id: number }
  | { readonly type: "picker"; readonly picker: OpenPicker }
  | { readonly type: "notice"; readonly notice: Notice }
  | { readonly type: "facts"; readonly facts: Partial<StatusFacts> }
  | { readonly type: "edited"; readonly text: string }
  | { readonly type: "page"; readonly title: string; readonly lines: readonly string[] };

/** What is to be done because of an input. */
export type AppEffect =
  /** `message`: the text with what is attached to it. */
  | { readonly type: "prompt"; readonly text: string; readonly message?: UserMessage | undefined }
  | { readonly type: "queue"; readonly text: string; readonly queue: QueueName }
  | { readonly type: "take-back"; readonly queue: QueueName }
  | { readonly type: "clear-queues" }
  | { readonly type: "shell"; readonly command: string; readonly excludeFromContext: boolean }
  | { readonly type: "command"; readonly name: CommandName; readonly argument: string }
  | { readonly type: "picked"; readonly purpose: PickerPurpose; readonly value: string | undefined }
  | { readonly type: "answer"; readonly id: number; readonly answer: QuestionAnswer | undefined }
  /** `isHard`: without any grace. */
  | { readonly type: "stop"; readonly isHard: boolean }
  | { readonly type: "remember"; readonly text: string }
  /** Write this text with a program of the person's. */
  | { readonly type: "edit-externally"; readonly text: string }
  | { readonly type: "suspend" }
  | { readonly type: "leave"; readonly code: number };

/** A new state and what follows from it. */
export interface Step {
  readonly state: AppState;
  readonly effects: readonly AppEffect[];
}
