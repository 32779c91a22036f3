import type { forEachChild, parse } from "unbash";

/** The two functions of the shell parser that are used here. */
export interface ShellParser {
  readonly parse: typeof parse;
  readonly forEachChild: typeof forEachChild;
}

/** Loads the parser when the first command is judged: most uses of this package never need it. */
export async function loadParser(): Promise<ShellParser> {
  const { forEachChild, parse } = await import("unbash");
  return { forEachChild, parse };
}
