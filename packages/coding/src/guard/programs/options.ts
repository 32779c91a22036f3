import { dropStart, mayBeOption } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";

/** The options of a program, as far as they matter for finding its operands. */
export interface OptionSpec {
  /** Letters that stand alone. */
  readonly flags?: string;
  /** Letters that take a value. */
  readonly values?: string;
  /** Long names that stand alone, or take a value after `=` only. */
  readonly longFlags?: readonly string[];
  readonly longValues?: readonly string[];
  /** `-5` is an option. */
  readonly isNumeric?: boolean;
  /** Options may follow operands. */
  readonly isPermuting?: boolean;
}

/** An option that stands on the line. */
export interface GivenOption {
  /** `-c` or `--command`. */
  readonly name: string;
  readonly value: ReadWord | undefined;
}

/** The words after a program's name, told apart. */
export interface ScannedOptions {
  readonly options: readonly GivenOption[];
  readonly operands: readonly ReadWord[];
  /** A word that could not be told apart: unknown, or left open by an expansion. */
  readonly strange: ReadWord | undefined;
}

/** Reads the words after a program's name the way getopt does, long names shortened included. */
export function scanOptions(words: readonly ReadWord[], spec: OptionSpec): ScannedOptions {
  return new Scanner(words, spec).scan();
}

class Scanner {
  readonly #words: readonly ReadWord[];
  readonly #spec: OptionSpec;
  readonly #options: GivenOption[] = [];
  #next = 0;

  constructor(words: readonly ReadWord[], spec: OptionSpec) {
    this.#words = words;
    this.#spec = spec;
  }

  scan(): ScannedOptions {
    const operands: ReadWord[] = [];
    let strange: ReadWord | undefined;
    while (this.#next < this.#words.length && !strange) {
      const word = this.#words[this.#next];
      if (!word) break;
      if (word.value === "--") {
        operands.push(...this.#words.slice(this.#next + 1));
        break;
      }
      if (word.value === "-" || !mayBeOption(word)) {
        if (!this.#spec.isPermuting) {
          operands.push(...this.#words.slice(this.#next));
          break;
        }
        operands.push(word);
        this.#next++;
      } else if (!this.#readOption(word)) strange = word;
    }
    return { options: this.#options, operands, strange };
  }

  #readOption(word: ReadWord): boolean {
    const [start] = word.pieces;
    if (typeof start !== "string" || !start.startsWith("-")) return false;
    this.#next++;
    if (start.startsWith("--")) return this.#readLong(word, start);
    if (this.#spec.isNumeric === true && /^-\d+$/.test(word.value ?? "")) return true;
    return this.#readCluster(word, start);
  }

  #readLong(word: ReadWord, start: string): boolean {
    const { longFlags = [], longValues = [] } = this.#spec;
    const end = start.indexOf("=");
    if (end === -1 && word.value === undefined) return false;
    const given = end === -1 ? start.slice(2) : start.slice(2, end);
    const known = [...longFlags, ...longValues];
    const matches = known.filter((name) => name.startsWith(given));
    const name = known.includes(given) ? given : matches[0];
    if (name === undefined || (matches.length > 1 && name !== given)) return false;
    const isInline = end !== -1;
    const takesNext = !isInline && longValues.includes(name);
    const value = isInline ? dropStart(word, end + 1) : takesNext ? this.#take() : undefined;
    this.#options.push({ name: `--${name}`, value });
    return !takesNext || value !== undefined;
  }

  #readCluster(word: ReadWord, start: string): boolean {
    const { flags = "", values = "" } = this.#spec;
    for (let index = 1; index < start.length; index++) {
      const letter = start.charAt(index);
      if (values.includes(letter)) {
        const isInline = index + 1 < start.length || word.value === undefined;
        const value = isInline ? dropStart(word, index + 1) : this.#take();
        this.#options.push({ name: `-${letter}`, value });
        return value !== undefined;
      }
      if (!flags.includes(letter)) return false;
      this.#options.push({ name: `-${letter}`, value: undefined });
    }
    return word.value !== undefined;
  }

  #take(): ReadWord | undefined {
    return this.#words[this.#next++];
  }
}
