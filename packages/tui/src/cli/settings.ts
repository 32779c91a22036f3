import { CommandError } from "./command-error.ts";

/** Variables of the environment. An empty one counts as not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The value without surrounding blanks. */
export function variable(variables: Variables, name: string): string | undefined {
  return variables[name]?.trim() || undefined;
}

/** The folder that everything kept between runs is in. */
export function tauHome(variables: Variables, userHome: string): string {
  return variable(variables, "TAU_HOME") ?? `${userHome}/.tau-ts`;
}

/** How long a model may be silent, in milliseconds; `undefined` when nothing is said, 0 for no limit. */
export function streamIdleMs(variables: Variables): number | undefined {
  const text = variable(variables, "TAU_STREAM_IDLE_MS");
  if (text === undefined) return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new CommandError(
    "usage",
    `TAU_STREAM_IDLE_MS must be a whole number of milliseconds, not ${JSON.stringify(text)}.`,
  );
}
