import { stringTerminator } from "./escape.ts";

/** What can be on at the same time; a later code of the same kind takes the place of the earlier. */
type Attribute =
  | "intensity"
  | "dim"
  | "italic"
  | "underline"
  | "blink"
  | "inverse"
  | "hidden"
  | "strike"
  | "foreground"
  | "background"
  | "underlineColour";

const switchedOn: ReadonlyMap<number, Attribute> = new Map<number, Attribute>([
  [1, "intensity"],
  [2, "dim"],
  [3, "italic"],
  [4, "underline"],
  [5, "blink"],
  [7, "inverse"],
  [8, "hidden"],
  [9, "strike"],
  [21, "underline"],
]);

const switchedOff: ReadonlyMap<number, readonly Attribute[]> = new Map<
  number,
  readonly Attribute[]
>([
  [22, ["intensity", "dim"]],
  [23, ["italic"]],
  [24, ["underline"]],
  [25, ["blink"]],
  [27, ["inverse"]],
  [28, ["hidden"]],
  [29, ["strike"]],
  [39, ["foreground"]],
  [49, ["background"]],
  [59, ["underlineColour"]],
]);

// oxlint-disable-next-line no-control-regex
const stylePattern = /^\u001b\[([\d;:]*)m$/;
// oxlint-disable-next-line no-control-regex
const linkPattern = /^\u001b\]8;[^;]*;([^\u0007\u001b]*)(?:\u0007|\u001b\\)$/;

/** Which styles and which link are on at a place of a styled text. Other sequences leave it as it is. */
export class Pen {
  readonly #on = new Map<Attribute, string>();
  #link = "";

  /** Whether nothing is on. */
  get isPlain(): boolean {
    return this.#on.size === 0 && this.#link === "";
  }

  /** Goes past one sequence of the text. */
  pass(sequence: string): void {
    const style = stylePattern.exec(sequence);
    if (style) {
      this.#passStyle((style[1] ?? "").split(";"));
      return;
    }
    const link = linkPattern.exec(sequence);
    if (link) this.#link = link[1] === "" ? "" : sequence;
  }

  /** What puts on, in a plain terminal, all that is on. */
  open(): string {
    const codes = [...this.#on.values()];
    return (codes.length === 0 ? "" : `\u001b[${codes.join(";")}m`) + this.#link;
  }

  /** What puts off all that is on. */
  close(): string {
    return (
      (this.#link === "" ? "" : `\u001b]8;;${stringTerminator}`) +
      (this.#on.size === 0 ? "" : "\u001b[0m")
    );
  }

  #passStyle(parameters: readonly string[]): void {
    for (let index = 0; index < parameters.length; index += 1) {
      const parameter = parameters[index] ?? "";
      const code = Number(parameter.split(":")[0]);
      if (code === 38 || code === 48 || code === 58) {
        const length = parameter.includes(":") ? 1 : colourLength(parameters[index + 1]);
        this.#set(colourOf(code), parameters.slice(index, index + length).join(";"));
        index += length - 1;
      } else this.#passCode(code, parameter);
    }
  }

  #passCode(code: number, parameter: string): void {
    const on = switchedOn.get(code);
    if (code === 0) this.#on.clear();
    else if (parameter === "4:0") this.#on.delete("underline");
    else if (on !== undefined) this.#set(on, parameter);
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))
      this.#set("foreground", parameter);
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
      this.#set("background", parameter);
    else for (const attribute of switchedOff.get(code) ?? []) this.#on.delete(attribute);
  }

  #set(attribute: Attribute, code: string): void {
    this.#on.set(attribute, code);
  }
}

function colourOf(code: number): Attribute {
  if (code === 38) return "foreground";
  return code === 48 ? "background" : "underlineColour";
}

/** How many parameters an extended colour takes: 5 and an index, or 2 and three parts. */
function colourLength(kind: string | undefined): number {
  if (kind === "5") return 3;
  return kind === "2" ? 5 : 1;
}
