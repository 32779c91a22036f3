import { CommandError } from "./command-error.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { Invocation } from "./parse-arguments.ts";

/**
 * The `tau` command. Only what the command line asks for is imported: `--version` and `--help` stay with the parser.
 * The exit code is 2 for a command line that makes no sense; a run ends the process by itself.
 */
export async function main(words: readonly string[]): Promise<void> {
  let invocation: Invocation;
  try {
    invocation = parseArguments(words);
  } catch (error) {
    if (!CommandError.isInstance(error)) throw error;
    process.stderr.write(`tau: ${error.message}\n`);
    process.exitCode = 2;
    return;
  }
  switch (invocation.kind) {
    case "help":
      return print((await import("./help.ts")).helpText());
    case "version":
      return print(`tau-ts ${(await import("./version.ts")).packageVersion()}\n`);
    case "sub-command":
      return (await import("../sub-commands/run-sub-command.ts")).runSubCommand(
        invocation.name,
        invocation.words,
      );
    case "run":
      return (await import("./command.ts")).runCommand(invocation.arguments);
  }
}

function print(text: string): void {
  process.stdout.on("error", () => undefined); // Whoever read the text went away: there is nobody left to tell.
  process.stdout.write(text);
}
