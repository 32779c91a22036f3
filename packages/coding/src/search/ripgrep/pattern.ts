/** A regular expression, as JavaScript compiled it. */
export type Compiled = Pick<RegExp, "source" | "flags">;

/**
 * An expression in ripgrep's syntax that matches every line that the given one matches, and maybe more. Undefined when
 * there is none that is sure to: then every file has to be looked at.
 *
 * The two dialects differ in many small ways (what `\s`, `\b`, `.` and invalid bytes are, look-around, references). So
 * ripgrep only chooses files, and JavaScript has the last word on lines; a translation may be generous but never strict.
 */
export function toRipgrep(expression: Compiled): string | undefined {
  const reader = new Reader(expression);
  const translated = reader.alternatives();
  return reader.isAtEnd ? translated : undefined;
}

/** Bytes of any character outside ASCII, and of whatever stands for one where the text is not UTF-8. */
const nonAscii = String.raw`(?-u:[\x80-\xff]){1,4}`;
const anything = String.raw`(?-u:[^\n]){1,4}`;

/** Escapes that stand for one character or a set of them, by the letter after the backslash. */
const setEscapes = "dDwWsS";
const characterEscapes = "tvfr";
/** What a backslash makes an ordinary character. Letters and digits after one have meanings that are not all covered. */
const escapable = /^[\^$\\.*+?()[\]{}|/\-!"#%&',:;<=>@_`~ ]$/;

class Reader {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;
  #isLost = false;

  constructor({ source, flags }: Compiled) {
    // An empty expression has a source that is not empty.
    this.#source = source === "(?:)" ? "" : source;
    this.#flags = flags;
    // Without the flag a character outside the basic plane counts as two, which ripgrep cannot be told.
    if (!flags.includes("u") && /[\ud800-\udfff]/.test(source)) this.#isLost = true;
  }

  get isAtEnd(): boolean {
    return !this.#isLost && this.#at === this.#source.length;
  }

  /** Up to the end or a closing parenthesis. */
  alternatives(): string {
    let result = "";
    while (!this.#isLost && this.#at < this.#source.length && this.#next !== ")")
      result += this.#take("|") ? "|" : this.#term();
    return result;
  }

  get #next(): string {
    return this.#source[this.#at] ?? "";
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #lose(): string {
    this.#isLost = true;
    return "";
  }

  #term(): string {
    const atom = this.#atom();
    const quantifier = this.#match(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    return quantifier === undefined ? atom : `(?:${atom})${quantifier}`;
  }

  #atom(): string {
    if (this.#take("^")) return "^";
    if (this.#take("$")) return String.raw`(?:\r?$)`; // A carriage return before the line feed is no part of a line.
    if (this.#take(".")) return anything;
    if (this.#next === "(") return this.#group();
    if (this.#next === "[") return this.#class();
    if (this.#next === "\\") return this.#escape();
    const character = this.#match(/[^]/uy) ?? "";
    return /^[\n\ud800-\udfff]$/.test(character) ? this.#lose() : literal(character);
  }

  #group(): string {
    const start = this.#match(/\(\?(?:<?[=!]|:|<[^>]*>)|\((?!\?)/y);
    if (start === undefined) return this.#lose(); // Flags inside the expression.
    const inside = this.alternatives();
    if (!this.#take(")")) return this.#lose();
    // A condition on what stands around narrows the matches down: without it there are more.
    return /[=!]$/.test(start) ? "" : `(?:${inside})`;
  }

  #class(): string {
    const source = this.#match(/\[\^?(?:\\[^]|[^\]\\])*\]/y);
    return source === undefined ? this.#lose() : this.#set(source);
  }

  #escape(): string {
    const [, kind = ""] = this.#match(/\\[^]/y) ?? "";
    if (kind === "b") return this.#flags.includes("i") ? "" : String.raw`(?-u:\b)`;
    if (kind === "B") return "";
    if (setEscapes.includes(kind) || characterEscapes.includes(kind)) return this.#set(`\\${kind}`);
    if (kind === "x" || kind === "u") {
      const digits = this.#match(kind === "x" ? /[0-9a-f]{2}/iy : /[0-9a-f]{4}/iy);
      const code = Number.parseInt(digits ?? "", 16);
      const isPlain = digits !== undefined && code !== 0x0a && (code < 0xd800 || code > 0xdfff);
      return isPlain ? literal(String.fromCharCode(code)) : this.#lose();
    }
    return escapable.test(kind) ? literal(kind) : this.#lose();
  }

  /** A set of characters: JavaScript says which of ASCII are in it; of the others any may be. */
  #set(source: string): string {
    let test: RegExp;
    try {
      test = new RegExp(`^${source}$`, this.#flags);
    } catch {
      return this.#lose();
    }
    let ascii = "";
    for (let code = 0; code < 128; code++)
      if (code !== 0x0a && test.test(String.fromCharCode(code))) ascii += hex(code);
    const inAscii = ascii === "" ? "" : `(?-u:[${ascii}])|`;
    return `(?:${inAscii}${nonAscii})`;
  }
}

/** One character. The replacement character also stands for bytes that are not UTF-8. */
function literal(character: string): string {
  if (character === "\ufffd") return `(?:${nonAscii})`;
  return /^[\dA-Za-z]$/.test(character) ? character : hex(character.codePointAt(0) ?? 0);
}

function hex(code: number): string {
  return `\\x{${code.toString(16)}}`;
}
