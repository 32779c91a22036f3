import { userFolders } from "@tau-ts/coding";
import type { SubCommandName } from "../cli/arguments/sub-commands.ts";
import { commandIo } from "../cli/command-io.ts";
import type { CommandIo } from "../cli/command-io.ts";
import { exitCodeOf, messageOf } from "../cli/failure.ts";
import { isBrokenPipe, readerGone } from "../cli/output-stream.ts";

/** What a sub-command works with. */
export interface SubCommandWork {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly tauHome: string;
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly io: CommandIo;
}

/** Resolves with the exit code. */
export type SubCommand = (work: SubCommandWork) => Promise<number>;

/** Does it and ends the process when all output was written. */
export async function runSubCommand(name: SubCommandName, words: readonly string[]): Promise<void> {
  const io = commandIo(process);
  const variables = process.env;
  const { home, tauHome } = userFolders({ environment: variables });
  let code: number;
  try {
    const perform = await load(name);
    code = await perform({ words, cwd: process.cwd(), tauHome, home, variables, io });
  } catch (error) {
    io.notify(messageOf(error));
    code = exitCodeOf(error);
  }
  await Promise.all([io.stdout.flush(), io.stderr.flush()]);
  process.exit(isBrokenPipe(io.stdout.failure) ? readerGone : code);
}

/** Only the one that is asked for is loaded. */
async function load(name: SubCommandName): Promise<SubCommand> {
  switch (name) {
    case "sessions":
      return (await import("./sessions.ts")).sessions;
    case "models":
      return (await import("./models.ts")).models;
    case "config":
      return (await import("./config.ts")).config;
    case "auth":
      return (await import("./auth.ts")).auth;
    case "export":
      return (await import("./export.ts")).exportSession;
    case "undo":
      return (await import("./undo.ts")).undo;
    case "explain":
      return (await import("./explain.ts")).explainCommand;
    case "doctor":
      return (await import("./doctor.ts")).doctor;
    case "completion":
      return (await import("./completion.ts")).completion;
  }
}
