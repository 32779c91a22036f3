import { nearest } from "../../wording/nearest.ts";
import { CommandError } from "../command-error.ts";
import { permissionModes, thinkingLevels } from "./option-values.ts";
import { options } from "./options.ts";
import type { OptionName } from "./options.ts";
import { readWords } from "./read-words.ts";
import type { GivenOptions } from "./read-words.ts";
import type { RunArguments, SessionArgument } from "./run-arguments.ts";
import { subCommands } from "./sub-commands.ts";
import type { SubCommandFact, SubCommandName } from "./sub-commands.ts";

/** What the command line asks for. */
export type Invocation =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  /** `words`: what followed the name. */
  | {
      readonly kind: "sub-command";
      readonly name: SubCommandName;
      readonly words: readonly string[];
    }
  | { readonly kind: "run"; readonly arguments: RunArguments };

/**
 * Reads the command line. A first word that is the name of a sub-command is one; one that is nearly such a name, alone or
 * in front of what the sub-command is written with, is taken for a mistake. Throws {@link CommandError} of kind `usage`
 * that names the word at fault.
 */
export function parseArguments(words: readonly string[]): Invocation {
  const [first = "", ...others] = words;
  const known = subCommands.find(({ name }) => name === first);
  if (known) {
    // The words of explain are those of a command, which may have such options itself.
    const own = known.name === "explain" ? others.slice(0, 1) : others;
    const isHelp = own.includes("--help") || own.includes("-h");
    return isHelp ? { kind: "help" } : { kind: "sub-command", name: known.name, words: others };
  }
  checkFirstWord(words);
  const given = readWords(words, options);
  if (given.has("help")) return { kind: "help" };
  if (given.has("version")) return { kind: "version" };
  if (given.has("list-models"))
    return {
      kind: "sub-command",
      name: "models",
      words: [...given.texts("list-models"), ...given.words],
    };
  return { kind: "run", arguments: runArguments(given) };
}

function checkFirstWord(words: readonly string[]): void {
  const [word = "", ...others] = words;
  const [second] = others;
  const guess = nearest(
    word,
    subCommands.map(({ name }) => name),
  );
  const meant = subCommands.find(({ name }) => name === guess);
  if (!meant || !/^[a-z]{4,}$/.test(word)) return;
  const isMeant =
    second === undefined ||
    isWrittenWith(meant, second) ||
    (isSlip(word, meant.name) && isNamedFor(meant, others));
  if (!isMeant) return;
  throw new CommandError(
    "usage",
    `unknown sub-command ${word}. Did you mean ${meant.name}? A prompt that begins so is written: tau -- ${words.join(" ")}. See tau --help.`,
  );
}

/** Whether a word belongs behind a sub-command: its words name it, or it is an option that a prompt does not have. */
function isWrittenWith({ words }: SubCommandFact, word: string): boolean {
  const ours: readonly string[] = words.match(/--[a-z]+|\b[a-z]+\b/g) ?? [];
  const isOption = word.startsWith("--") && !options.some(({ name }) => `--${name}` === word);
  return ours.includes(word) || isOption;
}

/** Two neighbours that changed places: hardly a word of any language. */
function isSlip(word: string, name: string): boolean {
  const at = Array.from(name).findIndex((letter, index) => letter !== word[index]);
  const [letter = "", next = ""] = name.slice(at);
  return at !== -1 && word === `${name.slice(0, at)}${next}${letter}${name.slice(at + 2)}`;
}

/** How words look that a sub-command is written with, by what stands for them in its description. */
const namedWords: Readonly<Record<string, RegExp>> = {
  WORD: /^[\w./:-]+$/,
  ID: /\d|\.jsonl$/,
};

/** Whether one word follows that may be what a sub-command is about: behind such a slip, a prompt has more. */
function isNamedFor({ words }: SubCommandFact, [word = "", ...others]: readonly string[]): boolean {
  const [name = ""] = words.match(/^\[?[A-Z]+\b/) ?? [];
  return others.length === 0 && namedWords[name.replace("[", "")]?.test(word) === true;
}

type Given = GivenOptions<OptionName>;

function runArguments(given: Given): RunArguments {
  const mode = given.choice("mode", ["text", "json", "transcript", "rpc"]) ?? "text";
  const spoken = given.words.filter((word) => !isFile(word));
  const noTools = given.oneOf(["tools", "no-tools"]) === "no-tools";
  return {
    prompt: [...spoken, ...given.literalWords].join(" "),
    files: given.words.filter(isFile).map((word) => word.slice(1)),
    images: given.texts("image"),
    isPrint: given.has("print") || mode !== "text",
    mode,
    cwd: given.text("cwd"),
    outputSchema: given.text("output-schema"),
    isVerbose: given.has("verbose"),
    ...modelArguments(given),
    session: sessionArgument(given),
    name: given.text("name"),
    permissionMode: given.choice("permission-mode", permissionModes),
    allow: given.texts("allow"),
    deny: given.texts("deny"),
    tools: noTools ? [] : given.list("tools"),
    excludedTools: given.list("exclude-tools"),
    trust: trustArgument(given),
    systemPrompt: given.text("system-prompt"),
    appendSystemPrompt: joined(given.texts("append-system-prompt")),
    hasContextFiles: !given.has("no-context-files"),
    skills: given.texts("skill").map((path) => path.replace(/[/\\]SKILL\.md$/, "")),
    hasSkills: !given.has("no-skills"),
    promptTemplates: given.texts("prompt-template"),
    maxTurns: given.wholeNumber("max-turns"),
    limits: {
      turns: given.wholeNumber("limit-turns"),
      tokens: given.wholeNumber("limit-tokens"),
      usd: given.positiveNumber("limit-usd"),
      seconds: given.positiveNumber("limit-seconds"),
    },
  };
}

/** `@PATH` */
function isFile(word: string): boolean {
  return word.length > 1 && word.startsWith("@");
}

function modelArguments(
  given: Given,
): Pick<
  RunArguments,
  | "provider"
  | "model"
  | "models"
  | "thinking"
  | "wire"
  | "baseUrl"
  | "apiKey"
  | "isOfflineDemo"
  | "record"
  | "replay"
> {
  given.oneOf(["record", "replay"]);
  given.oneOf(["offline-demo", "replay", "model"]);
  given.oneOf(["offline-demo", "provider"]);
  given.oneOf(["wire", "provider"]);
  return {
    provider: given.text("provider"),
    model: given.text("model"),
    models: given.list("models"),
    thinking: given.choice("thinking", thinkingLevels),
    wire: given.text("wire"),
    baseUrl: httpUrl(given),
    apiKey: given.text("api-key"),
    isOfflineDemo: given.has("offline-demo"),
    record: given.text("record"),
    replay: given.text("replay"),
  };
}

function httpUrl(given: Given): string | undefined {
  const value = given.text("base-url");
  if (value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? "")) return value;
  throw given.usage(
    `--base-url must be a URL such as https://api.example.com, not ${JSON.stringify(value)}.`,
  );
}

function sessionArgument(given: Given): SessionArgument {
  const chosen = given.oneOf(["session", "session-id", "resume", "continue", "fork", "no-session"]);
  const text = (name: OptionName): string => given.text(name) ?? "";
  switch (chosen) {
    case "session":
      return { kind: "open", source: text("session") };
    case "session-id":
      return { kind: "exact", id: sessionId(given) };
    case "resume":
      return { kind: "resume", id: given.text("resume") };
    case "continue":
      return { kind: "continue" };
    case "fork":
      return { kind: "fork", source: text("fork") };
    case "no-session":
      return { kind: "none" };
    default:
      return { kind: "new" };
  }
}

/** An id is a part of a file name. */
function sessionId(given: Given): string {
  const id = given.text("session-id") ?? "";
  if (/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,126}[A-Za-z0-9])?$/.test(id)) return id;
  throw given.usage(
    `--session-id must be letters, digits, dots and dashes, 128 at most, not ${JSON.stringify(id)}.`,
  );
}

function trustArgument(given: Given): boolean | undefined {
  const said = given.oneOf(["approve", "no-approve"]);
  return said === undefined ? undefined : said === "approve";
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join("\n\n");
}
