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
