const escape = String.fromCharCode(0x1b);
const bell = String.fromCharCode(0x07);
const csi = String.fromCharCode(0x9b);

/** Control sequences, then the strings some of them carry (titles, links, images), then short escapes. */
const sequences = [
  `(?:${escape}\\[|${csi})[0-?]*[ -/]*[@-~]`,
  `${escape}\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)`,
  `${escape}[PX^_][^${escape}]*${escape}\\\\`,
  `${escape}[ -/]*[0-OQ-WYZ\\\\\`-~]`,
].join("|");
const sequence = new RegExp(sequences, "g");

/** A sequence whose end has not come yet. */
const unfinished = new RegExp(
  `(?:(?:${escape}\\[|${csi})[0-?]*[ -/]*|${escape}\\][^${bell}${escape}]*${escape}?|${escape}[PX^_][^${escape}]*${escape}?|${escape}[ -/]*)$`,
);

/** Longer than any sequence that means something: what goes on for longer is text after a stray escape. */
const longestSequence = 4096;

/** Control characters but for the line feed, the tab and the carriage return. */
const control = /[^\P{Cc}\n\t\r]/gu;
const anyControl = /[^\P{Cc}\n\t]/u;

/**
 * Takes terminal control out of a stream of text: colours and cursor movements, window titles, bells, NULs. CRLF becomes
 * LF. A carriage return that overwrites its line is kept for `OutputTail`, which knows the line; see {@link sanitise} for
 * a whole text.
 */
export class Sanitiser {
  #held = "";

  /** The clean part of what has come so far. What may still become a sequence or a CRLF is held back. */
  push(text: string): string {
    if (this.#held === "" && !anyControl.test(text)) return text;
    let whole = this.#held + text;
    this.#held = "";
    const tail = unfinished.exec(whole);
    if (tail && tail[0].length <= longestSequence) this.#hold(whole, tail.index);
    else if (whole.endsWith("\r")) this.#hold(whole, whole.length - 1);
    whole = whole.slice(0, whole.length - this.#held.length);
    return clean(whole);
  }

  /** The rest, at the end of the stream. A sequence that never ended is left out. */
  end(): string {
    const rest = this.#held;
    this.#held = "";
    return rest === "\r" ? rest : clean(rest.replace(unfinished, ""));
  }

  #hold(text: string, index: number): void {
    this.#held = text.slice(index);
  }
}

/** Sanitises a whole text; of a line that was overwritten with carriage returns the last version stands. */
export function sanitise(text: string): string {
  return overwrite(clean(text));
}

/** Resolves carriage returns: what follows one replaces what stood on its line, unless nothing follows. */
export function overwrite(text: string): string {
  if (!text.includes("\r")) return text;
  return text.split("\n").map(lastVersion).join("\n");
}

function lastVersion(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end--;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

function clean(text: string): string {
  return text.replace(sequence, "").replace(/\r+\n/g, "\n").replace(control, "");
}
