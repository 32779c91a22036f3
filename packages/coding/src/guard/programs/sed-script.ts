/** What a sed script does beyond printing. */
export interface SedScript {
  /** Why it may run a command; `undefined` when it runs none. */
  readonly runs: string | undefined;
  /** Files that it writes. */
  readonly writes: readonly string[];
}

/** Reads a sed script command by command. Whatever it does not know may run something. */
export function readSedScript(script: string): SedScript {
  return new SedReader(script).read();
}

const unknown =
  "sed would be given a script that cannot be read with certainty, and sed scripts can run commands";

class SedReader {
  readonly #text: string;
  readonly #writes: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): SedScript {
    const runs = this.#readCommands();
    return { runs, writes: this.#writes };
  }

  #readCommands(): string | undefined {
    while (this.#at < this.#text.length) {
      this.#skip(/[\s;{}]*/y);
      if (this.#at >= this.#text.length) return undefined;
      if (!this.#skipAddresses()) return unknown;
      const command = this.#text.charAt(this.#at++);
      const problem = this.#readCommand(command);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  #readCommand(command: string): string | undefined {
    switch (command) {
      case "":
      case "{":
        return undefined;
      case "#":
      case ":":
        this.#takeLine();
        return undefined;
      case "b":
      case "t":
      case "T":
        return this.#skip(/[ \t]*\w*[ \t]*(?=[;}\n]|$)/y) ? undefined : unknown;
      case "a":
      case "i":
      case "c":
        this.#takeText();
        return undefined;
      case "r":
      case "R":
        this.#takeLine();
        return undefined;
      case "w":
      case "W":
        this.#writes.push(this.#takeLine());
        return undefined;
      case "s":
        return this.#readSubstitution();
      case "y":
        return this.#skipDelimited(2) && this.#isAtEnd() ? undefined : unknown;
      case "e":
        return "the sed command e runs a command";
      default:
        return this.#readPlain(command);
    }
  }

  #readPlain(command: string): string | undefined {
    if (!"=dDgGhHnNpPxzlqQF".includes(command)) return unknown;
    if ("lqQ".includes(command)) this.#skip(/[ \t]*\d*/y);
    return this.#isAtEnd() ? undefined : unknown;
  }

  #readSubstitution(): string | undefined {
    if (!this.#skipDelimited(2)) return unknown;
    const flags = this.#take(/[a-zA-Z0-9]*/y);
    if (/[e]/.test(flags)) return "the flag e of the sed command s runs a command";
    const write = flags.indexOf("w");
    if (write !== -1) {
      this.#at -= flags.length - write - 1;
      this.#writes.push(this.#takeLine());
      return undefined;
    }
    return /^[gpiImM0-9]*$/.test(flags) && this.#isAtEnd() ? undefined : unknown;
  }

  #skipAddresses(): boolean {
    if (!this.#skipAddress()) return true;
    this.#skip(/[ \t]*/y);
    if (this.#text.charAt(this.#at) === ",") {
      this.#at++;
      this.#skip(/[ \t]*/y);
      if (!this.#skipAddress()) return false;
    }
    this.#skip(/[ \t]*!*[ \t]*/y);
    return true;
  }

  /** Returns whether there was one. A `!` without an address counts. */
  #skipAddress(): boolean {
    const first = this.#text.charAt(this.#at);
    if (first === "!") return true;
    if (first === "/") {
      if (!this.#skipDelimited(1)) return false;
      this.#skip(/[IM]*/y);
      return true;
    }
    if (first === "\\") {
      this.#at++;
      if (!this.#skipDelimited(1)) return false;
      this.#skip(/[IM]*/y);
      return true;
    }
    return this.#skip(/(?:[+~]?\d+(?:~\d+)?|\$)/y);
  }

  /** Skips `count` parts after a delimiter. A delimiter in brackets is read differently by different seds. */
  #skipDelimited(count: number): boolean {
    const delimiter = this.#text.charAt(this.#at++);
    if (delimiter === "" || delimiter === "\\" || delimiter === "\n") return false;
    for (let part = 0; part < count; part++) {
      const start = this.#at;
      while (this.#at < this.#text.length && this.#text.charAt(this.#at) !== delimiter)
        this.#at += this.#text.charAt(this.#at) === "\\" ? 2 : 1;
      if (this.#at >= this.#text.length) return false;
      if (part === 0 && /\[[^\]]*$/.test(this.#text.slice(start, this.#at))) return false;
      this.#at++;
    }
    return true;
  }

  /** The text of `a`, `i` and `c` goes on over lines that end in a backslash. */
  #takeText(): void {
    while (this.#at < this.#text.length && this.#text.charAt(this.#at) !== "\n")
      this.#at += this.#text.charAt(this.#at) === "\\" ? 2 : 1;
  }

  #takeLine(): string {
    return this.#take(/[^\n]*/y).trim();
  }

  #isAtEnd(): boolean {
    this.#skip(/[ \t]*/y);
    return /^(?:[;}\n#]|$)/.test(this.#text.charAt(this.#at));
  }

  #skip(pattern: RegExp): boolean {
    return this.#take(pattern) !== "";
  }

  #take(pattern: RegExp): string {
    const sticky = new RegExp(pattern.source, "y");
    sticky.lastIndex = this.#at;
    const text = sticky.exec(this.#text)?.[0] ?? "";
    this.#at += text.length;
    return text;
  }
}
