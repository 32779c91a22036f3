import { parseUserCommand } from "@tau-ts/coding";
import type { UserCommand } from "@tau-ts/coding";
import { nearest } from "../../wording/nearest.ts";
import { commandFacts, isCommandName } from "./command-list.ts";
import type { CommandName } from "./command-list.ts";

/** What somebody has entered. */
export type EnteredInput =
  | { readonly kind: "nothing" }
  /** Words for the model: they may name a skill or a template. */
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "command"; readonly name: CommandName; readonly argument: string }
  | ({ readonly kind: "shell" } & UserCommand)
  /** A command that there is none of; `nearest` may have been meant. */
  | { readonly kind: "unknown"; readonly name: string; readonly nearest: string | undefined };

/**
 * Reads what was entered. `templates` are the names behind a slash that the agent knows, such as `review` and
 * `skill:deploy`. A path, such as `/etc/hosts`, is no command.
 */
export function parseInput(text: string, templates: readonly string[]): EnteredInput {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "nothing" };
  const shell = parseUserCommand(trimmed);
  if (shell) return { kind: "shell", ...shell };
  const match = /^\/([\w:.-]+)(?:\s+([^]*))?$/.exec(trimmed);
  const [, name = "", argument = ""] = match ?? [];
  if (match && isCommandName(name)) return { kind: "command", name, argument: argument.trim() };
  if (!match || templates.includes(name)) return { kind: "prompt", text };
  const known = [...commandFacts.map((fact) => fact.name), ...templates];
  return { kind: "unknown", name, nearest: nearest(name, known) };
}
