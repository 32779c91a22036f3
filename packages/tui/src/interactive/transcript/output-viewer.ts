import type { InputEvent, Key } from "../../terminal/input/input-event.ts";
import { cleanLine, cleanText } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import { hardWrap } from "../../terminal/text/hard-wrap.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { outputPage } from "./output-page.ts";
import type { OutputPage } from "./output-page.ts";
import { blockAt, blockCount } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

/** A text that takes the whole screen and can be scrolled. */
export interface ViewerState {
  readonly page: OutputPage;
  /** The first line of the page that is shown. */
  readonly top: number;
  /** Where the page comes from, if there are others beside it. */
  readonly place?: { readonly transcript: Transcript; readonly index: number } | undefined;
}

/** Rows of text on a screen of usual size; used when nobody says how many there are. */
const usualRows = 20;

/** The newest output of a conversation in full; undefined when there is none. */
export function latestOutput(transcript: Transcript): ViewerState | undefined {
  return outputFrom(transcript, blockCount(transcript) - 1, -1);
}

/** A text of the program's own, to be looked at. */
export function pageViewer(title: string, lines: readonly string[]): ViewerState {
  const own = lines.flatMap((line) =>
    cleanText(line)
      .split("\n")
      .map((text) => ({ text })),
  );
  return { page: { title: cleanLine(title), lines: own }, top: 0 };
}

/**
 * What a key does: arrows, Page Up and Down, Home and End scroll, Left and Right go to the output before and after,
 * Escape, `q` and Ctrl+O close: then there is no state any more. `rows`: lines of text on the screen.
 */
export function viewOutput(
  state: ViewerState,
  event: InputEvent,
  rows: number = usualRows,
): ViewerState | undefined {
  if (event.type !== "key") return state;
  if (isClosing(event)) return undefined;
  const neighbour = neighbourOf(state, event);
  if (neighbour) return neighbour;
  const top = topAfter(state, event, Math.max(1, rows));
  const last = Math.max(0, state.page.lines.length - 1);
  return { ...state, top: Math.min(Math.max(0, top), last) };
}

function isClosing({ name, ctrl, alt }: Key): boolean {
  if (alt) return false;
  if (ctrl) return name === "o" || name === "c" || name === "d";
  return name === "escape" || name === "q";
}

function topAfter({ top, page }: ViewerState, { name, shift }: Key, rows: number): number {
  switch (name) {
    case "up":
    case "k":
      return top - 1;
    case "down":
    case "j":
    case "enter":
      return top + 1;
    case "pageup":
    case "b":
      return top - Math.max(1, rows - 1);
    case "pagedown":
    case "space":
      return top + Math.max(1, rows - 1);
    case "home":
      return 0;
    case "end":
      return page.lines.length - rows;
    case "g":
      return shift ? page.lines.length - rows : 0;
    default:
      return top;
  }
}

function neighbourOf({ place }: ViewerState, { name }: Key): ViewerState | undefined {
  if (!place) return undefined;
  const { transcript, index } = place;
  if (name === "left") return outputFrom(transcript, index - 1, -1);
  return name === "right" ? outputFrom(transcript, index + 1, 1) : undefined;
}

/** The first output from a place on, in one direction. */
function outputFrom(transcript: Transcript, from: number, step: 1 | -1): ViewerState | undefined {
  const count = blockCount(transcript);
  for (let index = from; index >= 0 && index < count; index += step) {
    const block = blockAt(transcript, index);
    const page = block && outputPage(block);
    if (page) return { page, top: 0, place: { transcript, index } };
  }
  return undefined;
}

/** The viewer as exactly as many lines as there are rows. */
export function viewerLines(
  { page, top, place }: ViewerState,
  screen: { readonly width: number; readonly rows: number; readonly theme: Theme },
): readonly string[] {
  const { rows, theme } = screen;
  const width = Math.max(1, screen.width);
  const room = Math.max(0, rows - 2);
  const lines: string[] = [];
  let next = top;
  for (; next < page.lines.length && lines.length < room; next += 1) {
    const line = page.lines[next];
    if (!line) break;
    const text = line.role ? theme.paint(line.role, line.text) : line.text;
    for (const part of hardWrap(text, width)) lines.push(part);
  }
  const shown = lines.slice(0, room);
  while (shown.length < room) shown.push("");
  const title = theme.paint("heading", fitText(page.title, width));
  const where = `${Math.min(top + 1, page.lines.length)}–${next} of ${page.lines.length}`;
  const others = place ? " · ←/→ other outputs" : "";
  const help = theme.paint("muted", fitText(`${where} · ↑/↓ scroll${others} · Esc closes`, width));
  return [title, ...shown, help].slice(0, Math.max(1, rows));
}
