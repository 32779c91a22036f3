import { escapeCharacter, stringTerminator } from "./escape.ts";

/** What a piece of text is; how that looks is the theme's business. */
export type Role =
  | "accent"
  | "muted"
  | "error"
  | "warning"
  | "success"
  | "added"
  | "removed"
  | "heading"
  | "code"
  | "link"
  | "quote"
  | "user"
  | "keyword"
  | "string"
  | "number"
  | "comment"
  | "type"
  | "function"
  | "bold"
  | "italic"
  | "strike"
  | "underline"
  | "inverse";

/** Turns roles into styles of the terminal at hand. */
export interface Theme {
  /** The text in the role's style. It may hold styles of its own: where they end, the role's style goes on. */
  paint(role: Role, text: string): string;
  /** The text, which leads to the address where the terminal can do that. An address that is not plain is left out. */
  link(url: string, text: string): string;
}

/** How many colours there are: none, 16 named by the person's own palette, 256, or all. */
type Depth = 0 | 4 | 8 | 24;

/** A colour at each depth: a code of the 16, an index of the 256, and red, green and blue. */
interface Colour {
  readonly basic: number;
  readonly index: number;
  readonly exact: readonly [number, number, number];
}

// Each is readable on a dark and on a light ground.
const grey: Colour = { basic: 90, index: 244, exact: [128, 128, 128] };
const red: Colour = { basic: 31, index: 167, exact: [215, 80, 80] };
const green: Colour = { basic: 32, index: 71, exact: [70, 160, 80] };
const yellow: Colour = { basic: 33, index: 172, exact: [200, 135, 20] };
const blue: Colour = { basic: 34, index: 68, exact: [80, 135, 215] };
const purple: Colour = { basic: 35, index: 134, exact: [170, 95, 200] };
const teal: Colour = { basic: 36, index: 37, exact: [20, 160, 170] };

/** Attributes by the code that puts them on. */
const attributeEnds: ReadonlyMap<number, number> = new Map([
  [1, 22],
  [3, 23],
  [4, 24],
  [7, 27],
  [9, 29],
]);

interface Style {
  readonly colour?: Colour;
  readonly attribute?: number;
}

const styles: Readonly<Record<Role, Style>> = {
  accent: { colour: teal },
  muted: { colour: grey },
  error: { colour: red },
  warning: { colour: yellow },
  success: { colour: green },
  added: { colour: green },
  removed: { colour: red },
  heading: { colour: teal, attribute: 1 },
  code: { colour: yellow },
  link: { colour: blue, attribute: 4 },
  quote: { colour: grey, attribute: 3 },
  user: { attribute: 1 },
  keyword: { colour: purple },
  string: { colour: green },
  number: { colour: yellow },
  comment: { colour: grey, attribute: 3 },
  type: { colour: teal },
  function: { colour: blue },
  bold: { attribute: 1 },
  italic: { attribute: 3 },
  strike: { attribute: 9 },
  underline: { attribute: 4 },
  inverse: { attribute: 7 },
};

const plainTheme: Theme = { paint: (_role, text) => text, link: (_url, text) => text };

/**
 * The theme for what the environment says of the terminal: `NO_COLOR` leaves only weights, `TERM=dumb` nothing;
 * `COLORTERM` and `TERM` tell how many colours there are.
 */
export function themeFor(variables: Readonly<Record<string, string | undefined>>): Theme {
  if (variables["TERM"] === "dumb") return plainTheme;
  return new TerminalTheme(depthOf(variables), variables["TERM"] !== "linux");
}

function depthOf(variables: Readonly<Record<string, string | undefined>>): Depth {
  if ((variables["NO_COLOR"] ?? "") !== "") return 0;
  if (/^(?:truecolor|24bit)$/.test(variables["COLORTERM"] ?? "")) return 24;
  return /256|direct|kitty|ghostty/.test(variables["TERM"] ?? "") ? 8 : 4;
}

class TerminalTheme implements Theme {
  readonly #codes: ReadonlyMap<string, Codes>;
  readonly #hasLinks: boolean;

  constructor(depth: Depth, hasLinks: boolean) {
    this.#hasLinks = hasLinks;
    this.#codes = new Map(
      Object.entries(styles).map(([role, style]) => [role, codesOf(style, depth)]),
    );
  }

  paint(role: Role, text: string): string {
    const codes = this.#codes.get(role);
    if (!codes || codes.on === "" || text === "") return text;
    return codes.on + (text.includes(escapeCharacter) ? reopen(text, codes) : text) + codes.off;
  }

  link(url: string, text: string): string {
    if (!this.#hasLinks || !isPlainAddress(url)) return text;
    return `\u001b]8;;${url}${stringTerminator}${text}\u001b]8;;${stringTerminator}`;
  }
}

interface Codes {
  readonly on: string;
  readonly off: string;
  /** The sequences within the text that would end the style before its end. */
  readonly ends: readonly string[];
}

function codesOf({ colour, attribute }: Style, depth: Depth): Codes {
  const on: string[] = [];
  const off: string[] = [];
  if (attribute !== undefined) {
    on.push(String(attribute));
    off.push(String(attributeEnds.get(attribute) ?? 0));
  }
  if (colour && depth > 0) {
    on.push(colourCode(colour, depth));
    off.push("39");
  }
  return { on: styleSequence(on), off: styleSequence(off), ends: off };
}

function styleSequence(codes: readonly string[]): string {
  return codes.length === 0 ? "" : `\u001b[${codes.join(";")}m`;
}

function colourCode({ basic, index, exact }: Colour, depth: Depth): string {
  if (depth === 24) return `38;2;${exact.join(";")}`;
  return depth === 8 ? `38;5;${index}` : String(basic);
}

// oxlint-disable-next-line no-control-regex
const styleSequences = /\u001b\[([\d;]*)m/g;

/** Puts the style on again after each sequence of the text that ends it, or a part of it. */
function reopen(text: string, { on, ends }: Codes): string {
  return text.replaceAll(styleSequences, (sequence: string, codes: string) => {
    const parts = codes.split(";");
    const isEnd = codes === "" || codes === "0" || parts.every((part) => endCodes.has(part));
    if (!isEnd) return sequence;
    return codes === "" || codes === "0" || parts.some((part) => ends.includes(part))
      ? sequence + on
      : sequence;
  });
}

const endCodes: ReadonlySet<string> = new Set(["22", "23", "24", "27", "29", "39"]);

/** Whether an address can stand in a sequence of the terminal and names something a person would open. */
function isPlainAddress(url: string): boolean {
  return url.length <= 2000 && /^(?:https?|file|mailto):[\u0021-\u007e]+$/i.test(url);
}
