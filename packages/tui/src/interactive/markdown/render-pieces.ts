import type { Token, Tokens } from "marked";
import { hardWrap } from "../../terminal/text/hard-wrap.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import { wrapText } from "../../terminal/text/wrap.ts";
import { codeOf, isFencedCode } from "./fence.ts";
import type { CodePiece, CodesWithin, ItemPiece, Piece } from "./piece.ts";
import { renderInline } from "./render-inline.ts";
import { renderTable } from "./render-table.ts";

/** Text narrower than this is not indented further. */
const minWidth = 12;

/** Whether an empty line stands above the piece when another one is before it. */
export function hasGap(piece: Piece): boolean {
  return piece.kind !== "item" || !piece.isFurther;
}

/** What pieces are laid out with. */
export interface Layout {
  readonly theme: Theme;
  /** The lines of a code with their colours; undefined when there are none. */
  readonly highlighted?: ((code: CodePiece) => readonly string[] | undefined) | undefined;
}

/** The lines of a piece, each at most `width` columns. */
export function renderPiece(piece: Piece, width: number, layout: Layout): readonly string[] {
  try {
    return lay(piece, width, layout);
  } catch (error) {
    // Nested deeper than the stack: then the text stands for itself.
    if (!(error instanceof RangeError) || piece.kind === "code") throw error;
    return wrapText(piece.kind === "item" ? piece.item.raw : piece.token.raw, width);
  }
}

function lay(piece: Piece, width: number, layout: Layout): readonly string[] {
  switch (piece.kind) {
    case "block":
      return (
        piece.laidOut?.(width, layout.theme) ??
        renderBlock(piece.token, width, { ...layout, codes: piece.codes })
      );
    case "item":
      return renderItem(piece, width, { ...layout, codes: piece.codes });
    case "code":
      return [
        openingFence(piece, width, layout.theme),
        ...codeLines(piece, 0, width, layout),
        ...(piece.isClosed ? [closingFence(width, layout.theme)] : []),
      ];
  }
}

export function openingFence({ language }: CodePiece, width: number, theme: Theme): string {
  return theme.paint("muted", hardWrap(`\`\`\`${language}`, width)[0] ?? "");
}

export function closingFence(width: number, theme: Theme): string {
  return theme.paint("muted", "```".slice(0, width));
}

/** The lines of a code from its line `from` on, between the fences. */
export function codeLines(
  code: CodePiece,
  from: number,
  width: number,
  { theme, highlighted }: Layout,
): readonly string[] {
  const lines = highlighted?.(code) ?? code.lines.map((line) => theme.paint("code", line));
  return lines.slice(from).flatMap((line) => (line === "" ? [""] : hardWrap(line, width)));
}

interface Context extends Layout {
  readonly codes?: CodesWithin | undefined;
}

function renderBlock(token: Token, width: number, context: Context): readonly string[] {
  const { theme } = context;
  if (isHeading(token)) {
    const marks = theme.paint("muted", `${"#".repeat(token.depth)} `);
    return wrapText(marks + theme.paint("heading", renderInline(token.tokens, theme)), width);
  }
  if (isQuote(token)) return renderQuote(token, width, context);
  if (isTable(token)) return renderTable(token, width, theme);
  if (isList(token)) return renderList(token, width, context);
  if (token.type === "code") return renderCode(token, width, context);
  if (token.type === "hr") return [theme.paint("muted", "─".repeat(Math.min(width, 40)))];
  if (token.type === "html") return wrapText(token.raw.replace(/\n+$/, ""), width);
  if ("tokens" in token && token.tokens) return wrapText(renderInline(token.tokens, theme), width);
  return wrapText(token.raw.trim(), width);
}

/** Blocks one below the other with an empty line between them; within a list's item close together. */
function renderBlocks(
  tokens: readonly Token[],
  width: number,
  context: Context,
  isClose = false,
): readonly string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    if (token.type === "space" || token.type === "def" || token.type === "checkbox") continue;
    if (lines.length > 0 && !isClose) lines.push("");
    for (const line of renderBlock(token, width, context)) lines.push(line);
  }
  return lines;
}

/** Quotes nested so deep that little is left of the width are no longer indented. */
function renderQuote(quote: Tokens.Blockquote, width: number, context: Context): readonly string[] {
  const isIndented = width >= minWidth;
  const bar = isIndented ? context.theme.paint("muted", "│ ") : "";
  const lines = renderBlocks(quote.tokens, isIndented ? width - 2 : width, context);
  return lines.map((line) => bar + context.theme.paint("quote", line));
}

function renderList(list: Tokens.List, width: number, context: Context): readonly string[] {
  const start = typeof list.start === "number" ? list.start : 1;
  return list.items.flatMap((item, index) => {
    const numbered = list.ordered ? { number: start + index } : {};
    return renderItem({ kind: "item", item, isFurther: index > 0, ...numbered }, width, context);
  });
}

function renderItem(
  { item, number }: ItemPiece,
  width: number,
  context: Context,
): readonly string[] {
  const bullet = number === undefined ? "•" : `${number}.`;
  const box = item.task ? `${item.checked === true ? "[x]" : "[ ]"} ` : "";
  const mark = `${bullet} `;
  const indent = width - displayWidth(mark) < minWidth ? 0 : displayWidth(mark);
  const lines = renderBlocks(item.tokens, width - displayWidth(mark), context, true);
  const [first = "", ...rest] = lines;
  const head = `${context.theme.paint("accent", bullet)} ${box}${first}`;
  if (indent === 0)
    return [...wrapText(head, width), ...rest.flatMap((line) => wrapText(line, width))];
  const shift = " ".repeat(indent);
  const isWide = displayWidth(head) > width;
  const heads = isWide ? wrapText(box + first, width - indent) : [box + first];
  const [start = "", ...more] = heads;
  return [
    `${context.theme.paint("accent", bullet)} ${start}`,
    ...[...more, ...rest].map((line) => (line === "" ? "" : shift + line)),
  ];
}

/** Code within a list or a quote, or told by its indent: without fences. */
function renderCode(token: Token, width: number, context: Context): readonly string[] {
  const code = context.codes?.get(token);
  if (code) return codeLines(code, 0, width, context);
  if (isFencedCode(token)) return codeLines(codeOf(token), 0, width, { theme: context.theme });
  const text = "text" in token && typeof token.text === "string" ? token.text : token.raw;
  const lines = text.split("\n");
  return codeLines({ kind: "code", language: "", lines, isClosed: true }, 0, width, context);
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}

function isQuote(token: Token): token is Tokens.Blockquote {
  return token.type === "blockquote";
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}
