import { editorText } from "../editor/editor-state.ts";
import { unheardWords } from "../questions/question-state.ts";
import { queuedTexts } from "./app-state.ts";
import type { AppState } from "./app-state.ts";

/** Everything that was typed and that nobody has heard: what waits, what is being typed, and the reason for a no. */
export function unsentTexts(state: AppState): readonly string[] {
  const { activity, question, editor } = state;
  const all = [
    activity.run?.unrecorded,
    ...queuedTexts(state),
    editorText(editor),
    question && unheardWords(question),
  ];
  return all.filter((text) => text !== undefined).filter((text) => text.trim() !== "");
}

/** What is said when the terminal is given back. */
export function farewellOf(session: { readonly id: string } | undefined, unsent: number): string {
  const lines: string[] = [];
  if (session) lines.push(`To go on with this session: tau -r ${session.id}`);
  if (unsent > 0)
    lines.push(
      "What you had typed and not sent is in the history: press Up in the next session here.",
    );
  return lines.join("\n");
}
