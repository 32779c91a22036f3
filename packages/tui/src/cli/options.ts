/** One option of the command. Parsing, help and suggestions all read it from here. */
export interface OptionFact {
  readonly name: OptionName;
  /** One letter. */
  readonly short?: string;
  /** What help calls the value; an option without it takes none. */
  readonly value?: string;
  readonly group: OptionGroup;
  readonly help: string;
}

export type OptionGroup = "Run" | "Model" | "Session" | "Other";

export const optionGroups: readonly OptionGroup[] = ["Run", "Model", "Session", "Other"];

export type OptionName =
  | "print"
  | "mode"
  | "permission-mode"
  | "max-turns"
  | "cwd"
  | "system-prompt"
  | "provider"
  | "model"
  | "wire"
  | "base-url"
  | "api-key"
  | "continue"
  | "session"
  | "no-session"
  | "version"
  | "help";

export const options: readonly OptionFact[] = [
  { name: "print", short: "p", group: "Run", help: "Answer the prompt and leave." },
  {
    name: "mode",
    value: "text|json",
    group: "Run",
    help: "What to print: the answer (text), or every event as one line of JSON, which implies --print. Default: text.",
  },
  {
    name: "permission-mode",
    value: "ask|full",
    group: "Run",
    help: "ask: at a terminal, ask before bash, write and edit; without one, refuse them. full: never ask. Default: ask.",
  },
  {
    name: "max-turns",
    value: "N",
    group: "Run",
    help: "End a run that asks the model more than N times. Default: no limit.",
  },
  { name: "cwd", value: "DIR", group: "Run", help: "Work in DIR. Default: the current folder." },
  {
    name: "system-prompt",
    value: "TEXT",
    group: "Run",
    help: "Use TEXT in place of the built-in system prompt.",
  },
  { name: "provider", value: "NAME", group: "Model", help: "Who serves the model: anthropic." },
  { name: "model", short: "m", value: "NAME", group: "Model", help: "Which model answers." },
  {
    name: "wire",
    value: "NAME",
    group: "Model",
    help: "The protocol to speak to --base-url: anthropic-messages. Needs no provider.",
  },
  { name: "base-url", value: "URL", group: "Model", help: "Where the provider is." },
  {
    name: "api-key",
    value: "KEY",
    group: "Model",
    help: "The key, in place of the provider's variable. Other users of the machine may see it.",
  },
  {
    name: "continue",
    short: "c",
    group: "Session",
    help: "Go on with the newest session of this folder.",
  },
  {
    name: "session",
    value: "FILE",
    group: "Session",
    help: "Go on with the session in FILE, or begin it there.",
  },
  { name: "no-session", group: "Session", help: "Keep no session file." },
  { name: "version", short: "v", group: "Other", help: "Print the version and leave." },
  { name: "help", short: "h", group: "Other", help: "Print this help and leave." },
];

/** Variables that the command reads. */
export const variables: readonly { readonly name: string; readonly help: string }[] = [
  { name: "ANTHROPIC_API_KEY", help: "The key for --provider anthropic." },
  { name: "ANTHROPIC_BASE_URL", help: "Where that provider is, unless --base-url says." },
  { name: "TAU_HOME", help: "Where sessions are kept. Default: ~/.tau-ts." },
  {
    name: "TAU_STREAM_IDLE_MS",
    help: "How long a model may be silent, in milliseconds. Default: 300000; 0: no limit.",
  },
];

/** What the command's exit codes mean. */
export const exitCodes: readonly { readonly code: string; readonly help: string }[] = [
  { code: "0", help: "The prompt was answered." },
  { code: "1", help: "It was not: the reason is on standard error." },
  { code: "2", help: "The command line or the configuration makes no sense." },
  { code: "129, 130, 143", help: "Ended by SIGHUP, SIGINT (Ctrl+C) or SIGTERM." },
  { code: "141", help: "Whoever read the output went away." },
];
