import { loadParser } from "./parser.ts";
import type { Reading } from "./reading.ts";

/** Reads command lines once the parser is there. */
export type LineReader = (command: string) => Reading;

/** Loads the parser and what reads its trees when the first command is judged. */
export function lazyLineReader(): () => Promise<LineReader> {
  let loaded: Promise<LineReader> | undefined;
  return () => (loaded ??= load());
}

async function load(): Promise<LineReader> {
  const [parser, { readCommandLine }] = await Promise.all([
    loadParser(),
    import("./script-reader.ts"),
  ]);
  return (command) => readCommandLine(parser, command);
}
