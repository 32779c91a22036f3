import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the documentation. */
export const docsFolder: string = join(import.meta.dirname, "..");

/** A fenced block of a page. */
export interface Block {
  /** `ts`, `sh`, `json` … */
  readonly language: string;
  /** The file that the reader is told to write, from `[name]` behind the language. */
  readonly file: string | undefined;
  /** Other words behind the language. */
  readonly words: readonly string[];
  readonly text: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
}

export interface Page {
  /** Below the documentation's folder, such as `how-to/custom-tool.md`. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Every page that is written by hand, in the order of their paths. */
export function readPages(): readonly Page[] {
  const paths = globSync("**/*.md", {
    cwd: docsFolder,
    exclude: ["README.md", "node_modules/**", "reference/api/**", ".generated/**", ".vitepress/**"],
  });
  return paths
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(docsFolder, path), "utf8");
      return { path, text, blocks: blocksOf(text) };
    });
}

/** The fenced blocks of a text, in order, also those that are indented in a list. */
export function blocksOf(text: string): readonly Block[] {
  const fence = /^( *)```(\S+)([^\n]*)\n(.*?)^\1```$/gms;
  return [...text.matchAll(fence)].map((match) => {
    const [, indent = "", language = "", info = "", body = ""] = match;
    const name = /\[(.+?)\]/.exec(info)?.[1];
    return {
      language,
      file: name,
      words: info
        .replace(/\[.+?\]/, "")
        .split(" ")
        .filter(Boolean),
      text: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      line: text.slice(0, match.index).split("\n").length,
    };
  });
}

/** The unnamed TypeScript blocks of a page as the one module they are read as, or undefined when it has none. */
export function moduleOf(page: Page): string | undefined {
  const parts = page.blocks.filter(({ language, file }) => language === "ts" && file === undefined);
  return parts.length === 0 ? undefined : parts.map(({ text }) => text).join("\n");
}

/** What the comments behind `console.log(…);` say is printed, in order. */
export function promisedLines(code: string): readonly string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, text = ""]) => text);
}
