import { permissionModes } from "../cli/arguments/option-values.ts";
import type { OptionFact } from "../cli/arguments/options.ts";
import type { SubCommandName } from "../cli/arguments/sub-commands.ts";

export const sessionsOptions: readonly OptionFact<"all" | "json">[] = [
  { name: "all", help: "The sessions of every folder." },
  { name: "json", help: "One line of JSON for each." },
];

export const modelsOptions: readonly OptionFact<"all" | "local">[] = [
  { name: "all", help: "Of providers without a key too." },
  { name: "local", help: "Ask the model servers of this machine." },
];

export const exportOptions: readonly OptionFact<"format" | "output">[] = [
  {
    name: "format",
    value: "jsonl|markdown|html",
    help: "Default: by the name of --output, else markdown.",
  },
  { name: "output", short: "o", value: "FILE", help: "Where to write. Default: standard output." },
];

export const undoOptions: readonly OptionFact<"redo" | "yes" | "overwrite" | "list" | "to">[] = [
  { name: "redo", help: "Take the last undo back." },
  { name: "yes", short: "y", help: "Do not ask." },
  { name: "overwrite", help: "Also what was changed by others since." },
  { name: "list", help: "Show the points that can be gone back to." },
  {
    name: "to",
    value: "POINT",
    help: "Go back to before this point. Default: before the last run.",
  },
];

export const explainOptions: readonly OptionFact<"permission-mode" | "allow" | "deny">[] = [
  { name: "permission-mode", value: permissionModes.join("|"), help: "Default: the setting." },
  { name: "allow", value: "RULE", isRepeatable: true, help: "As of tau." },
  { name: "deny", value: "RULE", isRepeatable: true, help: "As of tau." },
];

/** The options of each sub-command, beside `--help`. */
export const subCommandOptions: Readonly<Record<SubCommandName, readonly OptionFact[]>> = {
  sessions: sessionsOptions,
  models: modelsOptions,
  config: [],
  auth: [],
  export: exportOptions,
  undo: undoOptions,
  explain: explainOptions,
  doctor: [],
  completion: [],
};
