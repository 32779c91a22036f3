/** A command that the user typed to be run, not to be answered. */
export interface UserCommand {
  readonly command: string;
  /** The model is not told. */
  readonly excludeFromContext: boolean;
}

/** Reads `!command` and `!!command`, which keeps it from the model. Undefined for anything else. */
export function parseUserCommand(text: string): UserCommand | undefined {
  const match = /^(!!?)(?!!)\s*(\S[^]*)$/.exec(text.trim());
  if (!match) return undefined;
  return { command: match[2] ?? "", excludeFromContext: match[1] === "!!" };
}
