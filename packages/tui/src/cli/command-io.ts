import { oneLine } from "../wording/lines.ts";
import { OutputStream } from "./output-stream.ts";

/** The streams of the command. */
export interface CommandIo {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Tells a person something, in one line on standard error. */
  readonly notify: (text: string) => void;
}

export function commandIo(streams: Pick<NodeJS.Process, "stdout" | "stderr">): CommandIo {
  const stderr = new OutputStream(streams.stderr);
  return {
    stdout: new OutputStream(streams.stdout),
    stderr,
    notify: (text) => void stderr.write(`tau: ${oneLine(text)}\n`),
  };
}
