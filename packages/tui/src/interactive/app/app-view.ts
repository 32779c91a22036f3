import type { Size } from "../../terminal/geometry.ts";
import type { Frame, View } from "../../terminal/renderer/view.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { EditorView } from "../editor/editor-view.ts";
import { pickerLines } from "../pickers/picker-view.ts";
import { takesKeys, takesKeysFromMs } from "../questions/question-state.ts";
import { questionLines } from "../questions/question-view.ts";
import { activityChangesMs, activityLine } from "../status/activity-line.ts";
import { statusLine } from "../status/status-line.ts";
import { viewerLines } from "../transcript/output-viewer.ts";
import { TranscriptView } from "../transcript/transcript-view.ts";
import { isEditorEmpty, queuedTexts } from "./app-state.ts";
import type { AppState } from "./app-state.ts";
import { liveRows, stack } from "./layout.ts";
import type { Part } from "./layout.ts";
import { queueLines } from "./queue-lines.ts";
import { remembered } from "./remembered.ts";

export interface AppViewOptions {
  readonly state: () => AppState;
  readonly theme: Theme;
  /** The user's home folder. */
  readonly home: string;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Called when something that was being loaded is there: the next frame looks different. */
  readonly onChange: () => void;
  /** Called when code has its colours: they may wait for the next frame. */
  readonly onColours: () => void;
  /** Told with each frame when the screen next changes by itself, in milliseconds since 1970; undefined: not at all. */
  readonly onFrame: (nextChangeMs: number | undefined) => void;
}

const mostEditorRows = 12;
const hint = "Say what is to be done. /help lists keys and commands.";

/** What is on the screen, as a function of the state. Only what was drawn is remembered. */
export class AppView implements View {
  readonly #options: AppViewOptions;
  readonly #transcript: TranscriptView;
  readonly #editor: EditorView;
  readonly #activity: (
    activity: AppState["activity"],
    hint: AppState["hint"],
    question: AppState["question"],
    seconds: number,
    width: number,
  ) => Part;
  readonly #queue: (next: AppState["next"], queue: AppState["queue"], width: number) => Part;
  readonly #rule: (width: number) => Part;
  readonly #status: (facts: AppState["facts"], queued: number, width: number) => Part;

  constructor(options: AppViewOptions) {
    this.#options = options;
    const { theme, home, onChange, onColours } = options;
    this.#transcript = new TranscriptView({ theme, onChange, onColours });
    this.#editor = new EditorView({ theme, hint });
    this.#activity = remembered((activity, shownHint, question, seconds, width) => {
      const state = { activity, hint: shownHint, question };
      const line = activityLine(state, { seconds, width, theme });
      return { lines: line === "" ? [""] : ["", line] };
    });
    this.#queue = remembered((next, queue, width) => ({
      lines: queueLines({ next, queue }, width, theme),
    }));
    this.#rule = remembered((width) => ({ lines: [theme.paint("muted", "─".repeat(width))] }));
    this.#status = remembered((facts, queued, width) => ({
      lines: [statusLine(facts, { width, theme, home, queued })],
    }));
  }

  /** Loads what the first answer needs while nobody waits for it. Resolves when it is there. */
  async prepare(size: Size): Promise<void> {
    await this.#transcript.prepare({ ...size, nowMs: this.#options.nowMs() });
  }

  frame(size: Size): Frame {
    const { columns } = size;
    const state = this.#options.state();
    const { transcript, isThinkingShown, isLeaving } = state;
    const most = liveRows(size);
    const parts = isLeaving ? [] : this.#parts(state, columns, most);
    const taken = parts.reduce((sum, { lines }) => sum + lines.length, 0);
    const rows = Math.max(0, most - taken);
    const nowMs = this.#options.nowMs();
    const shown = this.#transcript.frame(transcript, { columns, rows, nowMs, isThinkingShown });
    this.#options.onFrame(earliest([shown.nextChangeMs, ...ownChanges(state, nowMs)]));
    const { lines, cursor } = stack([{ lines: shown.live }, ...parts]);
    return { finished: shown.finished, live: lines, ...(cursor && { cursor }) };
  }

  recent(size: Size): readonly string[] {
    return this.#transcript.recent(size);
  }

  /** Everything below the conversation, from top to bottom. */
  #parts(state: AppState, width: number, rows: number): readonly Part[] {
    const { theme, nowMs } = this.#options;
    const { viewer, facts } = state;
    if (viewer) return [{ lines: viewerLines(viewer, { width, rows, theme }) }];
    const editor = this.#editorPart(state, width, rows);
    const queued = queuedTexts(state).length;
    const second = Math.floor((nowMs() - (state.activity.run?.startedMs ?? 0)) / 1000);
    const below: readonly Part[] = [
      this.#activity(state.activity, state.hint, state.question, second, width),
      this.#queue(state.next, state.queue, width),
      this.#rule(width),
      editor,
      this.#status(facts, queued, width),
    ];
    const room = rows - below.reduce((sum, { lines }) => sum + lines.length, 0);
    const asked = this.#askedPart(state, width, Math.max(3, room - 1));
    return asked ? [{ lines: [""] }, asked, ...below] : below;
  }

  #editorPart(state: AppState, width: number, rows: number): Part {
    const most = Math.max(1, Math.min(mostEditorRows, Math.floor(rows / 2)));
    this.#editor.show(state.editor, most);
    const lines = this.#editor.render(width);
    const isElsewhere = state.picker !== undefined || state.question?.words !== undefined;
    return isElsewhere ? { lines } : { lines, cursor: this.#editor.cursor };
  }

  /** A list to choose from, or a question. */
  #askedPart(state: AppState, width: number, rows: number): Part | undefined {
    const { theme, nowMs } = this.#options;
    const { picker, question, lastKeyMs } = state;
    if (picker) return pickerLines(picker.picker, { theme, width, rows });
    if (!question) return undefined;
    const context = { nowMs: nowMs(), lastKeyMs, isEditorEmpty: isEditorEmpty(state) };
    const options = { theme, width, rows, takesKeys: takesKeys(question, context) };
    return questionLines(question, options);
  }
}

/** When what is not the conversation looks different by itself. */
function ownChanges(state: AppState, nowMs: number): readonly (number | undefined)[] {
  if (state.isLeaving) return [];
  const { question, lastKeyMs } = state;
  const isTyped = !isEditorEmpty(state);
  return [
    activityChangesMs(state, nowMs),
    question && !isTyped ? takesKeysFromMs(question, { nowMs, lastKeyMs }) : undefined,
  ];
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
