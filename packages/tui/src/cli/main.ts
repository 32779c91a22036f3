import { helpText } from "./arguments/help.ts";
import { parseArguments } from "./arguments/parse-arguments.ts";
import type { Invocation } from "./arguments/parse-arguments.ts";
import { CommandError } from "./command-error.ts";
import { packageVersion } from "./version.ts";

/**
 * The `tau` command. Only what the command line asks for is imported: `--version` and `--help` stay with the parser.
 * The exit code is 2 for a command line that makes no sense; a run ends the process by itself.
 */
export async function main(words: readonly string[]): Promise<void> {
  let invocation: Invocation;
  try {
    invocation = alone(words) ?? parseArguments(words);
  } catch (error) {
    if (!CommandError.isInstance(error)) throw error;
    process.stderr.write(`tau: ${error.message}\n`);
    process.exitCode = 2;
    return;
  }
  switch (invocation.kind) {
    case "help":
      return print(helpText());
    case "version":
      return print(`tau-ts ${packageVersion()}\n`);
    case "sub-command":
      return (await import("../sub-commands/run-sub-command.ts")).runSubCommand(
        invocation.name,
        invocation.words,
      );
    case "run":
      return (await import("./run-command.ts")).runCommand(invocation.arguments);
  }
}

/** The two commands that are called most and do least need no parser. */
function alone([word, ...others]: readonly string[]): Invocation | undefined {
  if (others.length > 0) return undefined;
  if (word === "--version" || word === "-v") return { kind: "version" };
  return word === "--help" || word === "-h" ? { kind: "help" } : undefined;
}

/** Writes to the file itself: making a stream of it takes longer than all the rest of such a start. */
function print(text: string): void {
  const { writeSync } = process.getBuiltinModule("node:fs");
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch {
    printLater(rest);
  }
}

/** For a pipe that is full for the moment, and to hear of what is wrong. */
function printLater(rest: Buffer): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return; // Whoever read the text went away: there is nobody left to tell.
    process.stderr.write(`tau: standard output cannot be written: ${error.message}\n`);
    process.exitCode = 1;
  });
  process.stdout.write(rest);
}
