/** One command to measure. */
export interface Command {
  /** What the table calls it. */
  readonly name: string;
  readonly words: readonly [string, ...string[]];
  /** Added to the environment that it inherits. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What the command line asked for. */
export interface Arguments {
  readonly commands: readonly Command[];
  /** Measured runs of each command, from 1. */
  readonly runs: number;
  /** Runs of each command before the measured ones; not counted. */
  readonly warmup: number;
  /** After this many seconds a run is killed. */
  readonly timeoutSeconds: number;
  /** Print every sample as JSON instead of the table. */
  readonly json: boolean;
}

/** The command line makes no sense. `message` says which word and what to write instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** How to call the program. */
export const usage = `Usage: node bench/src/measure.ts [OPTION]... [NAME=] [VARIABLE=VALUE]... COMMAND [ARGUMENT]... [--- NEXT COMMAND]...

  --runs N           measured runs of each command (default 9)
  --warmup N         runs before them that do not count (default 1)
  --timeout SECONDS  a run is killed after this long (default 60)
  --json             every sample as JSON instead of a table

Options come before the first command; three dashes stand between two commands.
`;

const separator = "---";

/** Reads the words after the script's name. Throws a UsageError. */
export function parseArguments(words: readonly string[]): Arguments {
  const options = { runs: 9, warmup: 1, timeoutSeconds: 60, json: false };
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const next = (): number => positiveNumber(word, words[(at += 1)]);
    if (word === "--json") options.json = true;
    else if (word === "--runs") options.runs = wholeNumber(word, next(), 1);
    else if (word === "--warmup") options.warmup = wholeNumber(word, next(), 0);
    else if (word === "--timeout") options.timeoutSeconds = secondsOfTimer(next());
    // A package manager may hand on the `--` that stood before our options.
    else if (word === "--") continue;
    else if (word.startsWith("-") && word !== separator) {
      throw new UsageError(`${word} is not an option: use --runs, --warmup, --timeout or --json`);
    } else break;
  }
  const commands = split(words.slice(at)).map(parseCommand);
  return { ...options, commands };
}

/** `name= KEY=value node script.js`: a word that ends in `=` names, `KEY=value` goes into the environment. */
function parseCommand(words: readonly string[]): Command {
  let name: string | undefined;
  const environment: Record<string, string> = {};
  for (const [at, word] of words.entries()) {
    const equals = word.indexOf("=");
    const isAssignment = /^[A-Za-z_][A-Za-z0-9_]*=./.test(word);
    if (at === 0 && equals > 0 && equals === word.length - 1) name = word.slice(0, -1);
    else if (isAssignment) environment[word.slice(0, equals)] = word.slice(equals + 1);
    else {
      const [program, ...rest] = words.slice(at);
      return {
        name: name ?? words.slice(at).join(" "),
        words: [program ?? "", ...rest],
        environment,
      };
    }
  }
  throw new UsageError(
    words.length === 0
      ? `a command is missing: write one, and ${separator} only between two commands`
      : `${words.join(" ")} has a name or variables but no command after them`,
  );
}

function split(words: readonly string[]): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const word of words) {
    if (word === separator) commands.push([]);
    else commands.at(-1)?.push(word);
  }
  return commands;
}

function positiveNumber(option: string, word: string | undefined): number {
  const value = word === undefined || word.trim() === "" ? Number.NaN : Number(word);
  if (!Number.isFinite(value) || value < 0) {
    throw new UsageError(`${option} wants a number, but got ${word ?? "nothing"}`);
  }
  return value;
}

function wholeNumber(option: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least) {
    throw new UsageError(`${option} wants a whole number from ${least}, but got ${value}`);
  }
  return value;
}

/** Timers count milliseconds in 31 bits; a longer one would fire at once. */
function secondsOfTimer(seconds: number): number {
  if (seconds <= 0 || seconds * 1000 > 2 ** 31 - 1) {
    throw new UsageError(`--timeout wants seconds above 0 and below 2147483, but got ${seconds}`);
  }
  return seconds;
}
