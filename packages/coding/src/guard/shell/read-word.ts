import type { Word, WordPart } from "unbash";
import type { Piece, ReadWord } from "./word.ts";

/** What the parser says of a word, as far as it is known before the command runs. */
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
