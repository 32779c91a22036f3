import { CommandError } from "./command-error.ts";
import { joinPrompt, pipedInputKind, readPipedInput } from "./piped-input.ts";
import type { PipedInputKind } from "./piped-input.ts";
import type { Work } from "./work.ts";

/** How long a program that handed over a socket, and prompt words, may take to send its first byte, in milliseconds. */
const socketSilenceMs = 1000;
/** After this time, in milliseconds, it is said what is being waited for. */
const pipeSilenceMs = 3000;

/**
 * The prompt of a command that answers once: what is piped in and the prompt words. Empty when something else says what to
 * do: attached files, or a run to go on with. Throws CommandError of kind `usage` when nothing does, and the reason of
 * `signals.ended`.
 */
export async function readPrompt({ given, io, signals }: Work): Promise<string> {
  const kind = pipedInputKind();
  const piped = kind === undefined ? "" : await readPiped(kind);
  const prompt = joinPrompt(piped, given.prompt);
  if (prompt !== "" || given.files.length > 0 || given.images.length > 0) return prompt;
  if (given.session.kind !== "new" && given.session.kind !== "none") return prompt;
  throw new CommandError(
    "usage",
    "there is no prompt, and nobody at a terminal to ask for one. Give it as words or pipe it in. See tau --help.",
  );

  function readPiped(from: PipedInputKind): Promise<string> {
    // Programs that start others often leave the input open and send nothing; a shell's pipe always ends.
    const mayGoOn = from === "socket" && given.prompt.trim() !== "";
    return readPipedInput({
      input: process.stdin,
      signal: signals.ended,
      silenceMs: mayGoOn ? socketSilenceMs : pipeSilenceMs,
      onSilence: () => {
        io.notify(
          mayGoOn
            ? "nothing came through standard input, so the prompt is answered without it."
            : "waiting for standard input to end. If nothing will come, start with </dev/null.",
        );
        return mayGoOn;
      },
    });
  }
}
