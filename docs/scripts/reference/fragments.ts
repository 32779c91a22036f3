import { commandLineReference } from "./command-line.ts";
import { errorsReference } from "./errors.ts";
import { keysReference } from "./keys.ts";
import { rpcReference } from "./rpc.ts";
import { sessionEntriesReference } from "./session-entries.ts";
import { settingsReference } from "./settings.ts";

/** What pages include, by the name of the file. */
export async function fragments(): Promise<Readonly<Record<string, string>>> {
  const { commands, shapes } = rpcReference();
  return {
    settings: settingsReference(),
    errors: errorsReference(),
    "session-entries": sessionEntriesReference(),
    "rpc-commands": commands,
    "rpc-shapes": shapes,
    ...named("command", commandLineReference()),
    ...named("keys", await keysReference()),
  };
}

/** `command/exit-codes` out of `Exit codes`. */
function named(
  folder: string,
  tables: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(tables).map(([title, text]) => [
      `${folder}/${title.toLowerCase().replaceAll(" ", "-")}`,
      text,
    ]),
  );
}
