/** Standard input as far as it is not a terminal. `socket` is how another Node program hands over a pipe. */
export type PipedInputKind = "file" | "pipe" | "socket";

/** What stands behind file descriptor 0; `undefined` for a terminal, `/dev/null` and the like: nothing to read. */
export function pipedInputKind(): PipedInputKind | undefined {
  const { fstatSync } = process.getBuiltinModule("node:fs");
  try {
    const stat = fstatSync(0);
    if (stat.isFile()) return "file";
    if (stat.isFIFO()) return "pipe";
    return stat.isSocket() ? "socket" : undefined;
  } catch {
    return undefined; // Closed: there is nothing to read.
  }
}

export interface PipedInputOptions {
  readonly input: AsyncIterable<Uint8Array>;
  /** Ends the reading; the promise rejects with its reason. */
  readonly signal: AbortSignal;
  /** Milliseconds of silence at the beginning after which `onSilence` is asked. */
  readonly silenceMs: number;
  /** Whether to go on without any input. */
  readonly onSilence: () => boolean;
}

/** Everything that comes through standard input, as text; empty when nothing does. */
export async function readPipedInput(options: PipedInputOptions): Promise<string> {
  const { input, signal, silenceMs, onSilence } = options;
  const chunks: Uint8Array[] = [];
  const given = Promise.withResolvers<void>();
  const stop = (): void => given.reject(signal.reason);
  const timer = setTimeout(() => {
    if (chunks.length === 0 && onSilence()) given.resolve();
  }, silenceMs);
  const read = async (): Promise<void> => {
    for await (const chunk of input) chunks.push(chunk);
  };
  try {
    signal.throwIfAborted();
    signal.addEventListener("abort", stop, { once: true });
    const reading = read();
    reading.catch(() => undefined); // Nobody waits for it any more once the other promise has won.
    await Promise.race([reading, given.promise]);
    return new TextDecoder().decode(Buffer.concat(chunks));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** What was piped in, then the prompt words, parted by an empty line. */
export function joinPrompt(piped: string, words: string): string {
  const text = piped.trim() === "" ? "" : piped.replace(/\s+$/, "");
  return [text, words.trim()].filter((part) => part !== "").join("\n\n");
}
