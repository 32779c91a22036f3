import type { Reading } from "./reading.ts";

/** Reads command lines once the parser is there. */
export type LineReader = (command: string) => Reading;

/**
 * Loads the parser, and what reads its trees, when the first command is judged: most uses of this package never need it.
 */
export function lazyLineReader(): () => Promise<LineReader> {
  let loaded: Promise<LineReader> | undefined;
  return () => (loaded ??= load());
}

async function load(): Promise<LineReader> {
  return (await import("./script-reader.ts")).readCommandLine;
}
