import { baseName, programName } from "./program-name.ts";
import type { SimpleCommand } from "./reading.ts";
import { knownStart } from "./word.ts";
import type { ReadWord } from "./word.ts";

/** Files that programs write and that nothing runs by itself. */
const dataFile =
  /(?:\.(?:log|txt|out|err|csv|tsv|md|html?|xml|pdf|png|svg|patch|diff|bak|tmp|lock|gz|zip)|^null|^std(?:out|err))$/i;

/**
 * A line that makes a file and then runs one could run whatever it wrote, so it cannot be judged. Files that are plainly
 * data do not count, unless they are what is run.
 */
export function runsMadeFile(
  made: readonly ReadWord[],
  ran: readonly ReadWord[],
): { readonly text: string; readonly reason: string } | undefined {
  const [source] = made.filter((file) => !isData(file, ran));
  const [target] = ran;
  if (!source || !target) return undefined;
  return { text: target.text, reason: `it may run ${source.text}, which the same line makes` };
}

function isData(file: ReadWord, ran: readonly ReadWord[]): boolean {
  const name = baseName(lastText(file));
  const isRan = ran.some((target) => target.value === undefined || baseName(target.value) === name);
  if (name === "" || isRan) return false;
  return dataFile.test(name) || (!name.includes(".") && !buildFile.test(name));
}

/** Files without an extension that build tools read. */
const buildFile =
  /(?:make|rake|just|gem|docker|pip|brew|proc)file$|^(?:BUILD|WORKSPACE|SConstruct)$/i;

/** A line that makes a file called like a program, and then runs that program by its bare name. */
export function runsReplacedProgram(
  made: readonly ReadWord[],
  commands: readonly SimpleCommand[],
): { readonly text: string; readonly reason: string } | undefined {
  const names = new Set(made.map((word) => baseName(lastText(word))));
  const command = commands.find(({ name }) => names.has(name));
  return (
    command && {
      text: command.text,
      reason: `it may run a file called ${command.name}, which the same line makes`,
    }
  );
}

/** Files of a repository that make git run something: anything in `.git`, and hooks by their names. */
const gitFile =
  /(?:^|\/)(?:\.git(?:\/|$)|\.git(?:config|modules)$|(?:pre|post|commit|prepare|applypatch|reference|fsmonitor|update|push|sendemail|proc)-[a-z-]+$|config$)/;

/** A line that makes a hook and then calls git has git run it. */
export function startsGitHook(
  made: readonly ReadWord[],
  commands: readonly SimpleCommand[],
): { readonly text: string; readonly reason: string } | undefined {
  if (!commands.some(({ name }) => programName(name) === "git")) return undefined;
  const file = made.find((word) =>
    gitFile.test(word.pieces.filter((piece) => typeof piece === "string").join("")),
  );
  return (
    file && {
      text: file.text,
      reason: "it makes a file that tells git what to run, and then calls git",
    }
  );
}

/** The text that the word certainly ends with. */
function lastText(word: ReadWord): string {
  const last = word.pieces.at(-1);
  return typeof last === "string" ? last : knownStart(word);
}
