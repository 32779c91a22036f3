import type { UserMessage } from "@tau-ts/ai";
import type {
  Ask,
  AskTrust,
  CodingAgent,
  JobList,
  ModelRegistry,
  SessionSummary,
} from "@tau-ts/coding";

/** What an agent that is talked to at a terminal must be made with. */
export interface InteractiveAgentParts {
  readonly ask: Ask;
  readonly askTrust: AskTrust;
  /** Lets the person choose a session; undefined when none was. */
  readonly pickSession: (sessions: readonly SessionSummary[]) => Promise<string | undefined>;
  /** Shows what a person should know. */
  readonly onWarning: (warning: string) => void;
  /** Gives up the start: the person left. */
  readonly signal: AbortSignal;
}

/** An agent, and what it works with that the screen shows. */
export interface OpenedAgent {
  /** It is disposed of at the end. */
  readonly agent: CodingAgent;
  /** The background jobs of its shell, to be listed and stopped. */
  readonly jobs?: JobList | undefined;
}

/** What `runInteractive` needs; all but `openAgent` has a default. */
export interface RunInteractiveOptions {
  /** Makes the agent, once the screen is there, with what brings its questions and warnings to the screen. */
  readonly openAgent: (parts: InteractiveAgentParts) => Promise<OpenedAgent>;
  /** The folder the agent works in. Default: the current one. */
  readonly cwd?: string | undefined;
  /** Default: the user's, as the variables say. */
  readonly home?: string | undefined;
  /** Where sessions, history and snapshots are kept. Default: the user's, as the variables say. */
  readonly tauHome?: string | undefined;
  /** Default: `process.env`. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  /** Which models there are to choose from. Default: those of the user. */
  readonly registry?: (() => Promise<ModelRegistry>) | undefined;
  /** Names, as `provider/id`, of the models to choose from. Default: all that can be used. */
  readonly models?: readonly string[] | undefined;
  /** What is said first. Asked for when the agent is there; empty for nothing. */
  readonly prompt?: (() => Promise<string | UserMessage>) | undefined;
  /** Ends it, as leaving does. */
  readonly signal?: AbortSignal | undefined;
}

/** How it ended. */
export interface InteractiveEnd {
  /** 0; 130 when Ctrl+C left, 129 when the terminal is gone. */
  readonly exitCode: number;
  /** What to print now: how to go on, and where unsent words are. Empty for nothing. */
  readonly farewell: string;
}

/**
 * Talks to a person at a terminal: the screen, the editor, questions, commands. Resolves when the person has left, the
 * terminal is as it was before, and the session is closed. Rejects with what `openAgent` rejected with.
 *
 * @example
 * const { exitCode, farewell } = await runInteractive({
 *   openAgent: async (parts) => ({ agent: await createCodingAgent(parts) }),
 * });
 */
export async function runInteractive(options: RunInteractiveOptions): Promise<InteractiveEnd> {
  // Loaded when somebody sits there: other uses of this package do without the screen.
  const { talkAtTerminal } = await import("./app/talk-at-terminal.ts");
  return talkAtTerminal(options);
}
