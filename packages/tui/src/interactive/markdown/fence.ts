import type { Token, Tokens } from "marked";
import type { CodePiece, CodesWithin } from "./piece.ts";

/** Whether a block is code between fences, and not code that is told by its indent. */
export function isFencedCode(token: Token): boolean {
  return token.type === "code" && /^ {0,3}(?:`{3,}|~{3,})/.test(token.raw);
}

/** Reads the lines below an opening fence. */
export class FenceReader {
  /** The first word after the fence, in lower case. */
  readonly language: string;
  readonly #indent: number;
  readonly #end: RegExp;
  readonly #marker: string;

  /** `line` is the opening fence, with or without its line feed. */
  constructor(line: string) {
    const [, indent = "", fence = "```", info = ""] =
      /^( *)(`{3,}|~{3,})[^\S\n]*([^\n]*)/.exec(line) ?? [];
    this.#indent = indent.length;
    this.#marker = fence;
    const [first = ""] = info.split(/[\s,{]/);
    this.language = first.toLowerCase();
    this.#end = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},} *\n?$`);
  }

  /** Whether the line is the closing fence. */
  isEnd(line: string): boolean {
    return this.#end.test(line);
  }

  /** Whether the line is a closing fence or may become one: it is not shown, so that the code never gets shorter. */
  mayBeEnd(line: string): boolean {
    const text = line.trim();
    return text !== "" && (this.isEnd(line) || this.#marker.startsWith(text));
  }

  /** The line without its line feed, and without as much indent as the fence has. */
  contentOf(line: string): string {
    const text = line.replace(/\n$/, "");
    const spaces = /^ */.exec(text)?.[0].length ?? 0;
    return text.slice(Math.min(spaces, this.#indent));
  }
}

/** The code of a block as a piece. Without its closing fence it is not closed, and what may become one is left out. */
export function codeOf(token: Token): CodePiece {
  const [first = "", ...rest] = token.raw.replace(/\n$/, "").split("\n");
  const reader = new FenceReader(first);
  const last = rest.at(-1);
  const isEnd = last !== undefined && reader.mayBeEnd(last);
  const lines = (isEnd ? rest.slice(0, -1) : rest).map((line) => reader.contentOf(line));
  return { kind: "code", language: reader.language, lines, isClosed: false };
}

/** The code within a closed list or quote. */
export function codesWithin(tokens: readonly Token[]): CodesWithin | undefined {
  const codes = new Map<Token, CodePiece>();
  const waiting = [...tokens];
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
    if (isFencedCode(token)) codes.set(token, { ...codeOf(token), isClosed: true });
    for (const child of childrenOf(token)) waiting.push(child);
  }
  return codes.size === 0 ? undefined : codes;
}

function childrenOf(token: Token): readonly Token[] {
  if (isList(token)) return token.items;
  const isContainer = token.type === "blockquote" || token.type === "list_item";
  return isContainer && "tokens" in token ? (token.tokens ?? []) : [];
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}
