import type { Position } from "../../terminal/geometry.ts";
import { cleanLine, cleanText } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import { wrapText } from "../../terminal/text/wrap.ts";
import type { QuestionState } from "./question-state.ts";
import type { Choice } from "./question.ts";

export interface QuestionViewOptions {
  readonly width: number;
  /** At most so many lines. */
  readonly rows: number;
  readonly theme: Theme;
  /** Whether a letter would answer it now; otherwise it is said how to get there. */
  readonly takesKeys: boolean;
}

export interface ShownQuestion {
  readonly lines: readonly string[];
  /** Where words are typed, if they are. */
  readonly cursor?: Position | undefined;
}

const leastSubjectRows = 3;

/** A question as lines: what, why, what would change, and how to answer. The answers are always there to be seen. */
export function questionLines(state: QuestionState, options: QuestionViewOptions): ShownQuestion {
  const { width, rows, theme } = options;
  const { question, words } = state;
  const head = wrapText(
    theme.paint("bold", theme.paint("warning", `? ${cleanLine(question.title)}`)),
    width,
  );
  const reason = reasonLines(question.reason, width, theme);
  const answers = words === undefined ? choiceLines(state, options) : wordLines(words, options);
  const room = rows - head.length - reason.length - answers.length;
  const details = detailLines(state, { ...options, rows: Math.max(leastSubjectRows, room) });
  const lines = [...head, ...details, ...reason, ...answers];
  const from = Math.max(0, lines.length - rows);
  const shown = lines.slice(from);
  if (words === undefined) return { lines: shown };
  const column = displayWidth(shown.at(-1) ?? "");
  return { lines: shown, cursor: { row: shown.length - 1, column: Math.min(column, width - 1) } };
}

function reasonLines(reason: string | undefined, width: number, theme: Theme): readonly string[] {
  if (reason === undefined) return [];
  return indented(theme.paint("muted", `Asked because: ${cleanText(reason)}`), width);
}

/** The subject and the diff, cut to the room there is; what is cut off can be scrolled to. */
function detailLines(state: QuestionState, options: QuestionViewOptions): readonly string[] {
  const { width, rows, theme } = options;
  const { subject, parts, diff } = state.question;
  const lines = [
    ...indented(
      marked(
        cleanText(subject),
        parts.map((part) => cleanText(part)),
        theme,
      ),
      width,
    ),
    ...(diff === undefined ? [] : diffLines(diff, width, theme)),
  ];
  if (lines.length <= rows) return lines;
  const page = rows - 1;
  const from = Math.min(state.scroll, lines.length - page);
  const left = lines.length - page - from;
  const note = left > 0 ? `… ${left} more lines (PgDn)` : "… the end (PgUp)";
  return [...lines.slice(from, from + page), theme.paint("muted", fitText(`  ${note}`, width))];
}

/** The parts stand out where they first occur, each once and none within another. */
function marked(subject: string, parts: readonly string[], theme: Theme): string {
  const longestFirst = parts.toSorted((one, other) => other.length - one.length);
  const spans: { readonly from: number; readonly to: number }[] = [];
  for (const part of longestFirst) {
    const from = subject.indexOf(part);
    const to = from + part.length;
    if (from !== -1 && spans.every((span) => to <= span.from || from >= span.to))
      spans.push({ from, to });
  }
  let text = "";
  let at = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    text += theme.paint("code", subject.slice(at, from));
    text += theme.paint("bold", theme.paint("warning", subject.slice(from, to)));
    at = to;
  }
  return text + theme.paint("code", subject.slice(at));
}

function diffLines(diff: string, width: number, theme: Theme): readonly string[] {
  if (diff === "") return [theme.paint("muted", fitText("  Nothing in it would change.", width))];
  const lines = withoutNames(cleanText(diff).trimEnd().split("\n"));
  return lines.flatMap((line) => indented(paintedDiffLine(line, theme), width));
}

/**
 * The lines of a diff without the names above its hunks, which the question tells already. Within a hunk every line is
 * shown: a line that was taken out and began with two dashes looks like a name.
 */
function withoutNames(lines: readonly string[]): readonly string[] {
  let [before, after] = [0, 0];
  return lines.filter((line) => {
    if (before <= 0 && after <= 0) {
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
      if (hunk) [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      return hunk !== null || !/^(?:---|\+\+\+|===|Index:)/.test(line);
    }
    if (!line.startsWith("+") && !line.startsWith("\\")) before -= 1;
    if (!line.startsWith("-") && !line.startsWith("\\")) after -= 1;
    return true;
  });
}

function paintedDiffLine(line: string, theme: Theme): string {
  if (line.startsWith("+")) return theme.paint("added", line);
  if (line.startsWith("-")) return theme.paint("removed", line);
  return theme.paint("muted", line);
}

function choiceLines(state: QuestionState, options: QuestionViewOptions): readonly string[] {
  const { width, theme, takesKeys } = options;
  const { choices } = state.question;
  const rows = choices.flatMap((choice, at) =>
    choiceRow(choice, takesKeys && at === state.selected, options),
  );
  const keys = choices.map(({ key }) => key).join("/");
  const hint = takesKeys
    ? `${keys} or ↑↓ Enter · Tab: back to what you type · Esc: stop`
    : `Tab, then ${keys} · what you type stays`;
  return [...rows, theme.paint("muted", fitText(`  ${hint}`, width))];
}

function choiceRow(
  { key, label }: Choice,
  isSelected: boolean,
  { width, theme }: QuestionViewOptions,
): readonly string[] {
  const [mark, role] = isSelected ? ["›", "accent" as const] : [" ", undefined];
  const text = `${mark} ${key}  ${cleanLine(label)}`;
  const fitting = fitText(text, width);
  return [role === undefined ? fitting : theme.paint(role, fitting)];
}

function wordLines(words: string, { width, theme }: QuestionViewOptions): readonly string[] {
  const hint = "Say why, or what to do instead · Enter: send · Esc: back";
  return [
    theme.paint("muted", fitText(`  ${hint}`, width)),
    ...wrapText(`${theme.paint("accent", "›")} ${cleanText(words)}`, Math.max(1, width - 1)),
  ];
}

function indented(text: string, width: number): readonly string[] {
  const indent = width < 10 ? "" : "  ";
  return wrapText(text, Math.max(1, width - indent.length)).map((line) => indent + line);
}
