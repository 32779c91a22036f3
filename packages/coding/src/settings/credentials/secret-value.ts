import { errorText } from "../../errors.ts";
import { variableOf } from "../user-folders.ts";
import type { Variables } from "../user-folders.ts";
import { runKeyCommand } from "./key-command.ts";

/** Where kept values are looked up. */
export interface SecretSources {
  readonly environment: Variables;
  /** Default: `/bin/sh`, ten seconds. */
  readonly runCommand?: ((command: string) => Promise<string>) | undefined;
}

/** What a kept value means: `$NAME` and `${NAME}` a variable, `!command` what it prints, anything else itself. */
export type SecretKind =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "command"; readonly command: string };

/** `$$…` and `!!…` stand for values that begin with `$` and `!` themselves. */
export function secretKind(value: string): SecretKind {
  if (value.startsWith("$$") || value.startsWith("!!"))
    return { kind: "text", text: value.slice(1) };
  if (value.startsWith("!")) return { kind: "command", command: value.slice(1).trim() };
  const variable = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(value);
  const name = variable?.[1] ?? variable?.[2];
  return name === undefined ? { kind: "text", text: value } : { kind: "variable", name };
}

/** The secret that a kept value stands for. Rejects when its variable is not set or its command fails. */
export async function secretOf(value: string, sources: SecretSources): Promise<string> {
  const kind = secretKind(value);
  if (kind.kind === "text") return kind.text;
  if (kind.kind === "variable") {
    const text = variableOf(sources.environment, kind.name);
    if (text === undefined) throw new Error(`the variable ${kind.name} is not set`);
    return text;
  }
  try {
    return await (sources.runCommand ?? runKeyCommand)(kind.command);
  } catch (error) {
    throw new Error(
      `the command ${JSON.stringify(kind.command)} gave no key: ${errorText(error)}`,
      {
        cause: error,
      },
    );
  }
}
