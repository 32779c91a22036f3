import { orList } from "../../wording/lines.ts";
import { permissionModes, thinkingLevels, wireNames } from "./option-values.ts";

/** One option of the command. Parsing, help, completion and suggestions all read it from here. */
export interface OptionFact<Name extends string = string> {
  readonly name: Name;
  /** One letter. */
  readonly short?: string;
  /** What help calls the value; an option without it takes none. */
  readonly value?: string;
  /** The words a value can be, where `value` does not list them itself. */
  readonly choices?: readonly string[];
  /** The value may be left out. */
  readonly isValueOptional?: boolean;
  /** May be given several times, and every value counts. */
  readonly isRepeatable?: boolean;
  readonly help: string;
}

/** Options that belong together, as help shows them. */
export interface OptionGroup {
  readonly title: string;
  readonly options: readonly OptionFact<OptionName>[];
}

export type OptionName =
  | "print"
  | "mode"
  | "cwd"
  | "image"
  | "output-schema"
  | "verbose"
  | "provider"
  | "model"
  | "models"
  | "thinking"
  | "list-models"
  | "wire"
  | "base-url"
  | "api-key"
  | "offline-demo"
  | "record"
  | "replay"
  | "continue"
  | "resume"
  | "session"
  | "session-id"
  | "fork"
  | "no-session"
  | "name"
  | "permission-mode"
  | "allow"
  | "deny"
  | "tools"
  | "exclude-tools"
  | "no-tools"
  | "approve"
  | "no-approve"
  | "system-prompt"
  | "append-system-prompt"
  | "no-context-files"
  | "skill"
  | "no-skills"
  | "prompt-template"
  | "max-turns"
  | "limit-turns"
  | "limit-tokens"
  | "limit-usd"
  | "limit-seconds"
  | "version"
  | "help";

export const optionGroups: readonly OptionGroup[] = [
  {
    title: "Run",
    options: [
      { name: "print", short: "p", help: "Answer the prompt and leave." },
      {
        name: "mode",
        value: "text|json|transcript|rpc",
        help: "What to print: the answer (text), every event as one line of JSON, or the answer with the tool calls on standard error. rpc: take commands as lines of JSON. All but text imply --print. Default: text.",
      },
      { name: "cwd", value: "DIR", help: "Work in DIR. Default: the current folder." },
      {
        name: "image",
        value: "FILE",
        isRepeatable: true,
        help: "Attach a picture. @FILE among the prompt words does it too, and puts in the text of other files.",
      },
      {
        name: "output-schema",
        value: "FILE",
        help: "The answer must be JSON that fits the JSON Schema in FILE; one that does not is a failure.",
      },
      { name: "verbose", help: "Say on standard error what goes on." },
    ],
  },
  {
    title: "Model",
    options: [
      {
        name: "model",
        short: "m",
        value: "NAME[:LEVEL]",
        help: "Which model answers: PROVIDER/NAME, or a name that is known. :LEVEL is --thinking.",
      },
      { name: "provider", value: "NAME", help: "Who serves the model. See tau models." },
      {
        name: "thinking",
        value: "LEVEL",
        choices: thinkingLevels,
        help: `${orList(thinkingLevels)}.`,
      },
      {
        name: "models",
        value: "NAMES",
        help: "The models to switch between, parted by commas.",
      },
      {
        name: "list-models",
        value: "WORD",
        isValueOptional: true,
        help: "List the models whose name contains WORD and leave, as tau models does.",
      },
      {
        name: "wire",
        value: "NAME",
        choices: wireNames,
        help: `The protocol to speak to --base-url, without a provider: ${orList(wireNames)}.`,
      },
      { name: "base-url", value: "URL", help: "Where the provider is." },
      {
        name: "api-key",
        value: "KEY",
        help: "The key, in place of any that is kept. Other users of the machine may see it.",
      },
      { name: "offline-demo", help: "Let the built-in demo answer: no model, no network." },
      { name: "record", value: "FILE", help: "Keep every reply of the model in FILE." },
      { name: "replay", value: "FILE", help: "Answer from such a FILE, without any network." },
    ],
  },
  {
    title: "Session",
    options: [
      {
        name: "continue",
        short: "c",
        help: "Go on with the newest session of this folder; without a prompt, with the run that was cut off.",
      },
      {
        name: "resume",
        short: "r",
        value: "ID",
        isValueOptional: true,
        help: "Go on with the session whose id begins so; without ID, choose one at the terminal.",
      },
      {
        name: "session",
        value: "FILE|ID",
        help: "Go on with the session in FILE, or begin it there; or by its id.",
      },
      {
        name: "session-id",
        value: "ID",
        help: "Go on with the session of exactly this id, or begin it.",
      },
      { name: "fork", value: "FILE|ID", help: "Go on with a copy of a session." },
      { name: "no-session", help: "Keep no session file." },
      { name: "name", short: "n", value: "TEXT", help: "Give the session a name." },
    ],
  },
  {
    title: "Permissions and tools",
    options: [
      {
        name: "permission-mode",
        value: permissionModes.join("|"),
        help: "read-only: look and change nothing. ask: ask before anything that may change something; without a terminal, refuse it. auto-edit: write and edit files of the folder unasked. full: never ask. Default: ask.",
      },
      {
        name: "allow",
        value: "RULE",
        isRepeatable: true,
        help: "Never ask about calls like this: edit, bash(npm test), write(src/**).",
      },
      { name: "deny", value: "RULE", isRepeatable: true, help: "Refuse calls like this." },
      { name: "tools", value: "NAMES", help: "Only these tools, parted by commas." },
      { name: "exclude-tools", value: "NAMES", help: "All tools but these." },
      { name: "no-tools", help: "No tools at all." },
      {
        name: "approve",
        short: "a",
        help: "Trust the project: load its instructions, skills, templates and settings.",
      },
      { name: "no-approve", help: "Do not, whatever was answered before." },
    ],
  },
  {
    title: "Instructions",
    options: [
      {
        name: "system-prompt",
        value: "TEXT",
        help: "Use TEXT in place of the built-in system prompt.",
      },
      { name: "append-system-prompt", value: "TEXT", help: "Add TEXT to the system prompt." },
      { name: "no-context-files", help: "Load no AGENTS.md." },
      {
        name: "skill",
        value: "PATH",
        isRepeatable: true,
        help: "A skill, or a folder of skills, to load as well.",
      },
      { name: "no-skills", help: "Load no skills but those of --skill." },
      {
        name: "prompt-template",
        value: "PATH",
        isRepeatable: true,
        help: "A prompt template, or a folder of them, to load as well.",
      },
    ],
  },
  {
    title: "Limits",
    options: [
      {
        name: "max-turns",
        value: "N",
        help: "End a run that asks the model more than N times. Default: no limit.",
      },
      { name: "limit-turns", value: "N", help: "No more than N model calls in all." },
      { name: "limit-tokens", value: "N", help: "No more than about N tokens in all." },
      { name: "limit-usd", value: "N", help: "No more than about N US dollars in all." },
      { name: "limit-seconds", value: "N", help: "No model call after N seconds." },
    ],
  },
  {
    title: "Other",
    options: [
      { name: "version", short: "v", help: "Print the version and leave." },
      { name: "help", short: "h", help: "Print this help and leave." },
    ],
  },
];

export const options: readonly OptionFact<OptionName>[] = optionGroups.flatMap(
  (group) => group.options,
);

/** Variables that the command reads, beside the keys of providers. */
export const variables: readonly { readonly name: string; readonly help: string }[] = [
  { name: "ANTHROPIC_API_KEY", help: "A key. tau models names the variable of each provider." },
  { name: "ANTHROPIC_BASE_URL", help: "Where that provider is, unless --base-url says." },
  { name: "TAU_HOME", help: "Where sessions and settings are kept. Default: ~/.tau-ts." },
  {
    name: "TAU_STREAM_IDLE_MS",
    help: "How long a model may be silent, in milliseconds. Default: 300000; 0: no limit.",
  },
  { name: "NO_COLOR", help: "Set to anything: no colours." },
];

/** What the command's exit codes mean. */
export const exitCodes: readonly { readonly code: string; readonly help: string }[] = [
  { code: "0", help: "The prompt was answered." },
  { code: "1", help: "It was not: the reason is on standard error." },
  { code: "2", help: "The command line or the configuration makes no sense." },
  {
    code: "3",
    help: "Nobody was there to be asked: a call was refused, even if an answer followed, or trust in the project was needed to begin.",
  },
  { code: "129, 130, 143", help: "Ended by SIGHUP, SIGINT (Ctrl+C) or SIGTERM." },
  { code: "141", help: "Whoever read the output went away." },
];
