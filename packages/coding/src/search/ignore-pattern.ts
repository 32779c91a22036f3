/** One line of a `.gitignore` file. */
export interface IgnorePattern {
  /** The line takes back what lines before it, or files above, leave out. */
  readonly isNegated: boolean;
  /** Whether the line is about a path (relative to the file's folder, `/` between names), by itself and not by its parents. */
  readonly matches: (path: string, isFolder: boolean) => boolean;
}

/** The patterns of a file, in its order. Comments, empty lines and what can match nothing are left out. */
export function parseIgnoreFile(text: string): IgnorePattern[] {
  return text
    .replace(/^\ufeff/, "")
    .split("\n")
    .flatMap((line) => parseIgnoreLine(line.replace(/\r$/, "")) ?? []);
}

/** Reads one line, as described in gitignore(5). */
export function parseIgnoreLine(line: string): IgnorePattern | undefined {
  if (line.startsWith("#")) return undefined;
  const trimmed = line.replace(/(?<!\\) +$/, "");
  const isNegated = trimmed.startsWith("!");
  const bare = isNegated ? trimmed.slice(1) : trimmed;
  const isForFolders = bare.endsWith("/");
  const pattern = isForFolders ? bare.slice(0, -1) : bare;
  if (pattern === "" || pattern === "/") return undefined;
  const isAnchored = pattern.includes("/");
  const expression = compile(isAnchored ? pattern.replace(/^\//, "") : `**/${pattern}`);
  if (!expression) return undefined;
  return {
    isNegated,
    matches: (path, isFolder) => (isFolder || !isForFolders) && expression.test(path),
  };
}

/** The parts of a pattern: what stars mean depends on the slashes around them. */
const parts =
  /^\*\*\/|\/\*\*\/(?:\*\*\/)*|\/\*\*$|\*+|\?|\[[!^]?\]?(?:\[:\w+:\]|\\[^]|[^\]\\])*\]|\\[^]|[^]/gu;

function compile(pattern: string): RegExp | undefined {
  if (/(?<!\\)(?:\\\\)*\\$/.test(pattern)) return undefined; // Ends with a backslash that escapes nothing.
  const source = Array.from(pattern.matchAll(parts), ([part]) => translate(part)).join("");
  try {
    return new RegExp(`^${source}$`, "su");
  } catch {
    return undefined; // A range that runs backwards.
  }
}

function translate(part: string): string {
  if (part === "**/") return "(?:.*/)?";
  if (part.startsWith("/**/")) return "/(?:.*/)?";
  if (part === "/**") return "/.+";
  if (part.startsWith("*")) return "[^/]*";
  if (part === "?") return "[^/]";
  if (part.startsWith("[") && part.length > 1) return characterClass(part);
  return literal(part.length > 1 && part.startsWith("\\") ? part.slice(1) : part);
}

const namedClasses: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`\\{-~",
  space: "\\s",
  upper: "A-Z",
  xdigit: "0-9A-Fa-f",
};

/** `[a-z]` and `[!a-z]`; a slash is in none of them. */
function characterClass(part: string): string {
  const isNegated = /^\[[!^]/.test(part);
  const inside = part.slice(isNegated ? 2 : 1, -1);
  const members = inside.replace(/\[:(\w+):\]|\\([^])|([^])/gu, (_, name, escaped, plain) => {
    if (typeof name === "string") return namedClasses[name] ?? "";
    return plain === "-" ? "-" : literal(String(escaped ?? plain));
  });
  return isNegated ? `[^/${members}]` : `(?!/)[${members}]`;
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&");
}
