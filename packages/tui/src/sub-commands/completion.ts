import { CommandError } from "../cli/command-error.ts";
import { nearest } from "../wording/nearest.ts";
import { bashScript } from "./completion-bash.ts";
import { fishScript } from "./completion-fish.ts";
import { zshScript } from "./completion-zsh.ts";
import type { SubCommand } from "./run-sub-command.ts";

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Prints a script that teaches a shell the options and sub-commands. */
export const completion: SubCommand = async ({ words, io }) => {
  void io.stdout.write(completionScript(words));
  return 0;
};

/** A script that teaches a shell the options and sub-commands. Throws CommandError of kind `usage`. */
export function completionScript(words: readonly string[]): string {
  const [shell = "", ...more] = words;
  if (more.length === 0 && isShell(shell)) return shells[shell]();
  const names = Object.keys(shells);
  const guess = nearest(shell, names);
  const hint = guess === undefined ? "" : ` Did you mean ${guess}?`;
  throw new CommandError("usage", `tau completion needs one of: ${names.join(", ")}.${hint}`);
}

function isShell(word: string): word is keyof typeof shells {
  return Object.hasOwn(shells, word);
}
