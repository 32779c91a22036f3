/** A command that is typed into the editor. */
export interface CommandFact {
  readonly name: CommandName;
  /** What may stand behind it. */
  readonly argument?: string | undefined;
  readonly help: string;
}

export type CommandName =
  | "model"
  | "thinking"
  | "mode"
  | "resume"
  | "new"
  | "compact"
  | "undo"
  | "redo"
  | "jobs"
  | "help"
  | "quit";

/** Every command, in the order in which help tells of them. */
export const commandFacts: readonly CommandFact[] = [
  { name: "model", argument: "NAME", help: "Choose the model that answers." },
  { name: "thinking", argument: "LEVEL", help: "Choose how much it thinks." },
  { name: "mode", argument: "MODE", help: "Choose what it may do without asking." },
  { name: "resume", argument: "ID", help: "Go on with another session." },
  { name: "new", help: "Begin a new session." },
  { name: "compact", argument: "FOCUS", help: "Sum up old messages to make room." },
  { name: "undo", help: "Take back what the last run did to files." },
  { name: "redo", help: "Take the last undo back." },
  { name: "jobs", help: "Look at background jobs, and stop them." },
  { name: "help", help: "Show keys and commands." },
  { name: "quit", help: "Leave." },
];

export function isCommandName(word: string): word is CommandName {
  return commandFacts.some(({ name }) => name === word);
}
