import { cleanLine, cleanText } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Role } from "../../terminal/text/theme.ts";
import { wrapText } from "../../terminal/text/wrap.ts";
import { duration } from "../../wording/times.ts";
import type {
  Block,
  CustomBlock,
  EndingBlock,
  MarkerBlock,
  NoticeBlock,
  NoticeRole,
  ThinkingBlock,
  UserBlock,
} from "./block.ts";
import { callLines, shellLines } from "./call-lines.ts";
import { endingOf } from "./failure-advice.ts";
import { imageName } from "./image-name.ts";
import { lastLines } from "./lines-of-text.ts";
import type { Place } from "./place.ts";

/** The lines of a block that is no text of a model's, each as wide as there is place at most. */
export function blockLines(
  block: Exclude<Block, { kind: "text" }>,
  place: Place,
): readonly string[] {
  switch (block.kind) {
    case "user":
      return userLines(block, place);
    case "thinking":
      return thinkingLines(block, place);
    case "tool":
      return callLines(block, place);
    case "shell":
      return shellLines(block, place);
    case "ending":
      return endingLines(block, place);
    case "custom":
      return customLines(block, place);
    case "marker":
      return [markerLine(block, place)];
    case "notice":
      return noticeLines(block, place);
  }
}

function userLines({ content }: UserBlock, { width, theme }: Place): readonly string[] {
  const lines = wrapText(contentText(content), Math.max(1, width - 2));
  return lines.map((line, index) => {
    const mark = theme.paint("accent", index === 0 ? "› " : "  ");
    return fitText(mark + theme.paint("user", line), width);
  });
}

/** The words, and a name for each picture. */
function contentText(content: UserBlock["content"]): string {
  if (typeof content === "string") return cleanText(content);
  let images = 0;
  return content
    .map((part) => (part.type === "text" ? cleanText(part.text) : imageName(part, images++)))
    .join("\n");
}

/** Characters of growing thoughts that are laid out: more than a screen shows. */
const openThoughts = 8000;

function thinkingLines(block: ThinkingBlock, place: Place): readonly string[] {
  const { text, isHidden, isOpen, startedMs } = block;
  const { width, theme, nowMs, isThinkingShown } = place;
  if (!isOpen && !isHidden && text.trim() === "") return [];
  const seconds = startedMs === undefined ? 0 : Math.floor((nowMs - startedMs) / 1000);
  const time = seconds < 1 ? "" : ` ${duration(seconds)}`;
  const inner = Math.max(1, width - 2);
  if (isThinkingShown && !isHidden) {
    const head = isOpen ? `Thinking…${time}` : "Thought";
    // While it grows its end is on the screen, and no more than that is laid out.
    const words = isOpen ? text.slice(-openThoughts) : text;
    const lines = wrapText(cleanText(words.trim()), inner).map((line) => `  ${line}`);
    return [`∴ ${head}`, ...lines].map((line) => theme.paint("muted", fitText(line, width)));
  }
  const tail = text.slice(-4 * width).trim();
  if (isOpen) {
    const lines = tail === "" ? [] : wrapText(cleanText(tail), inner).slice(-2);
    const shown = [`∴ Thinking…${time}`, ...lines.map((line) => `  ${line}`)];
    return shown.map((line) => theme.paint("muted", fitText(line, width)));
  }
  const about = isHidden ? "the provider keeps the words to itself" : gist(text);
  return [theme.paint("muted", fitText(`∴ Thought · ${about}`, width))];
}

/** The first line, without the signs of Markdown. */
function gist(text: string): string {
  const [first = ""] = text.trim().slice(0, 600).split("\n", 1);
  return cleanText(first.replaceAll(/^#+ |\*\*|`/g, ""));
}

function endingLines({ message }: EndingBlock, place: Place): readonly string[] {
  const ending = endingOf(message);
  if (!ending) return [];
  const { role, title, advice } = ending;
  const text = cleanText(ending.text.slice(0, 4000)).trim();
  const { theme } = place;
  const sign = role === "error" ? "✗" : "◼";
  const head = theme.paint(role, theme.paint("bold", cleanText(title)));
  return marked(
    theme.paint(role, sign),
    text === "" ? `${head}.` : `${head}: ${text}`,
    place,
  ).concat(marked(" ", theme.paint("muted", advice), place));
}

const noticeRoles: Readonly<Record<NoticeRole, { readonly sign: string; readonly role: Role }>> = {
  muted: { sign: "·", role: "muted" },
  choice: { sign: "·", role: "muted" },
  warning: { sign: "!", role: "warning" },
  error: { sign: "✗", role: "error" },
  success: { sign: "✓", role: "success" },
};

function noticeLines({ role: name, text }: NoticeBlock, place: Place): readonly string[] {
  const { sign, role } = noticeRoles[name];
  const words = cleanText(text.trim());
  const painted = role === "muted" || role === "warning" ? place.theme.paint(role, words) : words;
  return marked(place.theme.paint(role, sign), painted, place);
}

function customLines({ message }: CustomBlock, place: Place): readonly string[] {
  const { customType, content } = message;
  const name = cleanLine(customType);
  const head = place.theme.paint("muted", fitText(`[${name}]`, place.width));
  return [head, ...wrapText(contentText(content), place.width)];
}

function markerLine(marker: MarkerBlock, { width, theme }: Place): string {
  const more = marker.summary === undefined ? "" : " · Ctrl+O shows the summary";
  const text = `── ${markerText(marker)}${more} `;
  return theme.paint("muted", fitText(text.padEnd(Math.min(width, 100), "─"), width));
}

/** What a marker says. */
export function markerText({ place, summary, tokensBefore }: MarkerBlock): string {
  if (place === "branch")
    return summary === undefined
      ? "The conversation goes on from an earlier place"
      : "The conversation goes on from an earlier place; the other branch was summed up";
  const size =
    tokensBefore === undefined ? "" : ` (about ${Math.round(tokensBefore / 1000)}k tokens)`;
  return `Older messages were summed up${size}`;
}

/** Text with a sign before its first line and below the sign nothing. */
function marked(sign: string, text: string, { width }: Place): string[] {
  const lines = wrapText(text, Math.max(1, width - 2));
  return lines.map((line, index) => fitText(`${index === 0 ? sign : " "} ${line}`, width));
}

/** The end of a text that cannot be laid out yet. */
export function plainTail(text: string, rows: number, { width }: Place): readonly string[] {
  return lastLines(text, rows).lines.flatMap((line) => wrapText(line, width));
}
