import type { Word, WordPart } from "unbash";

/** A piece of a word: text that is certain, or what an expansion leaves open. */
export type Piece =
  | string
  | { readonly open: "expansion" | "number" | "home" | "cwd" }
  | { readonly open: "glob"; readonly text: string };

/** A word of a command as far as it is known before it runs. */
export interface ReadWord {
  /** As it was written. */
  readonly text: string;
  /** What the program will be handed, quotes removed; `undefined` when an expansion leaves it open. */
  readonly value: string | undefined;
  readonly pieces: readonly Piece[];
}

/** A word whose value is certain. */
export function literalWord(value: string): ReadWord {
  return { text: value, value, pieces: [value] };
}

/** A word that nothing is known about but its text. */
export function openWord(text: string): ReadWord {
  return { text, value: undefined, pieces: [{ open: "expansion" }] };
}

/** Whether the word may turn out to be an option, or several words, or none. */
export function mayBeOption(word: ReadWord): boolean {
  if (word.value !== undefined) return word.value.startsWith("-");
  const [first, second] = word.pieces;
  if (typeof first === "string" && first !== "") return first.startsWith("-");
  if (typeof first === "object" && (first.open === "home" || first.open === "cwd")) return false;
  // `*.o` stands for files whose name ends in it; with a dot that is no cluster of flags.
  const isSuffixGlob = typeof first === "object" && first.open === "glob";
  return !(isSuffixGlob && typeof second === "string" && second.includes("."));
}

/** The text that the word certainly begins with. */
export function knownStart(word: ReadWord): string {
  if (word.value !== undefined) return word.value;
  const [first] = word.pieces;
  return typeof first === "string" ? first : "";
}

/** The rest of a word after its first `length` characters, all of which are known. */
export function dropStart(word: ReadWord, length: number): ReadWord {
  const [first, ...rest] = word.pieces;
  if (typeof first !== "string") return word;
  return {
    text: word.text,
    value: word.value?.slice(length),
    pieces: [first.slice(length), ...rest],
  };
}

export function readWord(word: Word): ReadWord {
  const pieces = joinTexts(withTilde(word.text, piecesOf(word.parts, word.value)));
  const isKnown = pieces.every((piece) => typeof piece === "string");
  return { text: word.text, value: isKnown ? pieces.join("") : undefined, pieces };
}

function piecesOf(parts: readonly WordPart[] | undefined, value: string): readonly Piece[] {
  return parts ? parts.flatMap(pieceOf) : [value];
}

function pieceOf(part: WordPart): readonly Piece[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [part.value];
    case "DoubleQuoted":
      return part.parts.flatMap(pieceOf);
    case "Glob":
    case "ExtendedGlob":
      return [{ open: "glob", text: part.text }];
    case "ArithmeticExpansion":
      return [{ open: "number" }];
    case "SimpleExpansion":
    case "ParameterExpansion":
      return [variablePiece(part.text)];
    case "LocaleString": // Translated by whatever catalogue the environment names.
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "BraceExpansion":
      return [{ open: "expansion" }];
  }
}

function variablePiece(text: string): Piece {
  if (/^\$(?:[#?$!]|\{#\w+(?:\[[@*]\])?\})$/.test(text)) return { open: "number" };
  if (text === "$HOME" || text === "${HOME}") return { open: "home" };
  return { open: text === "$PWD" || text === "${PWD}" ? "cwd" : "expansion" };
}

/** An unquoted `~` at the start leads home; `~name` and `~+` lead somewhere else. */
function withTilde(text: string, pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (!text.startsWith("~") || typeof first !== "string") return pieces;
  const home = first === "~" || first.startsWith("~/");
  if (home) return [{ open: "home" }, first.slice(1), ...rest];
  const slash = first.indexOf("/");
  return [{ open: "expansion" }, slash === -1 ? "" : first.slice(slash), ...rest];
}

function joinTexts(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string")
      joined[joined.length - 1] = last + piece;
    else if (piece !== "") joined.push(piece);
  }
  return joined.length === 0 ? [""] : joined;
}
