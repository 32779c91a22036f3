import { resolve } from "node:path";
import type { Piece, ReadWord } from "../shell/word.ts";
import { sampleNames } from "./protected-paths.ts";

/** Where relative paths and `~` lead. */
export interface Whereabouts {
  readonly cwd: string;
  readonly home: string;
  /** Follows links, also of paths that do not exist yet. */
  readonly realPath: (path: string) => string;
}

/** The absolute paths that a word may stand for, each as written and with links followed. */
export function pathsOf(word: ReadWord, where: Whereabouts): readonly string[] {
  const texts = candidateTexts(word, where);
  const paths = texts.map((text) => resolve(where.cwd, text));
  return [...new Set(paths.flatMap((path) => [path, where.realPath(path)]))];
}

/** Whether the word can be told as a path at all: no expansion but home, folder and patterns of names. */
export function isKnownPath({ pieces }: ReadWord): boolean {
  return pieces.every((piece) => typeof piece === "string" || piece.open !== "expansion");
}

/** The path itself, and what stands behind `=`, `@` or `:` as in `--file=path`, `@path`, `host:path`, `if=path`. */
function candidateTexts(word: ReadWord, where: Whereabouts): readonly string[] {
  const text = textOf(word.pieces, where);
  const inner = text
    .split(/[=@:,<]/)
    .slice(1)
    .map((part) => (part.startsWith("~/") ? `${where.home}${part.slice(1)}` : part));
  const letters = /^-[A-Za-z](.+)$/.exec(text)?.[1];
  const all = [text, ...inner, ...(letters === undefined ? [] : [letters])].filter(
    (one) => one !== "",
  );
  return all.flatMap(filledIn);
}

function textOf(pieces: readonly Piece[], { home, cwd }: Whereabouts): string {
  const texts = pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    if (piece.open === "home") return home;
    if (piece.open === "cwd") return cwd;
    if (piece.open === "number") return "1";
    return piece.open === "glob" ? globMark(piece.text) : unknownMark;
  });
  return texts.join("");
}

/** What an expansion leaves open: whoever needs to know the path asks {@link isKnownPath} first. */
const unknownMark = "\ue002";

/** Patterns of names, as characters that no path has. */
function globMark(text: string): string {
  return text === "?" ? "\ue001" : "\ue000";
}

/** A part with a pattern in it is replaced by every name worth protecting that the pattern could stand for. */
function filledIn(path: string): readonly string[] {
  const parts = path.split("/");
  const index = parts.findIndex((part) => /[\ue000\ue001]/.test(part));
  if (index === -1) return [path];
  const part = parts[index] ?? "";
  const source = part
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll("\ue000", ".*")
    .replaceAll("\ue001", ".");
  const pattern = new RegExp(`^${source}$`, "i");
  const isSecretFolder = /^\/proc\/|\/\.tau/.test(path);
  const names = [...sampleNames].filter((name) => {
    if (!pattern.test(name)) return false;
    // Unless told otherwise the shell's `*` does not stand for a leading dot; and a bare `*` names nothing in particular.
    return name.startsWith(".") ? part.startsWith(".") : isSecretFolder || /[a-z]/i.test(part);
  });
  const rest = parts.slice(index + 1);
  return ["_", ...names].flatMap((name) =>
    filledIn([...parts.slice(0, index), name, ...rest].join("/")),
  );
}
