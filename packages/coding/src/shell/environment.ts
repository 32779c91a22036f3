const noEditor =
  "There is nobody to edit text in an editor. Pass the text as an argument (git commit -m) or set the editor to a command that does the change.";

/** For programs that run the variable through a shell, as git does. */
const failingEditor = `sh -c 'echo "${noEditor}" >&2; exit 1'`;

/** Variables that make programs ask nothing, page nothing and edit nothing: there is nobody at a terminal. */
const nonInteractive: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  EDITOR: failingEditor,
  VISUAL: failingEditor,
  GIT_EDITOR: failingEditor,
  GIT_SEQUENCE_EDITOR: failingEditor,
};

/** Model providers whose `…_API_KEY` pays for this agent. A command has no business with them. */
const providers: readonly string[] = [
  "ANTHROPIC",
  "AZURE_OPENAI",
  "CEREBRAS",
  "COHERE",
  "DASHSCOPE",
  "DEEPSEEK",
  "FIREWORKS",
  "GEMINI",
  "GLM",
  "GOOGLE",
  "GOOGLE_GENERATIVE_AI",
  "GROQ",
  "HUGGINGFACE",
  "KIMI",
  "LLAMA",
  "MINIMAX",
  "MISTRAL",
  "MOONSHOT",
  "NVIDIA",
  "OLLAMA",
  "OPENAI",
  "OPENROUTER",
  "PERPLEXITY",
  "QWEN",
  "TAU",
  "TOGETHER",
  "VLLM",
  "XAI",
  "ZAI",
  "ZHIPU",
  "ZHIPUAI",
];

/** `GITHUB_TOKEN` and `HF_TOKEN` are not among them: they are for tools that commands run, and models come second. */
const tokens: readonly string[] = [
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_OAUTH_TOKEN",
  "AWS_BEARER_TOKEN_BEDROCK",
  "GITHUB_MODELS_TOKEN",
  "LM_API_TOKEN",
];

const withheld: ReadonlySet<string> = new Set([
  ...providers.map((provider) => `${provider}_API_KEY`),
  ...tokens,
]);

/** The variable that marks every process of a command, so that it can be found wherever it went. */
const markerName = "TAU_COMMAND_ID";

/** What goes into a command's environment. */
export interface CommandVariables {
  /** The caller's own, laid over everything else. */
  readonly own: Readonly<Record<string, string>>;
  /** A text that nobody else has. */
  readonly marker: string;
  /** Names of the host's variables that go along, `LC_*` for all that begin so. Default: all but our credentials. */
  readonly inherit?: readonly string[] | undefined;
}

/**
 * The environment of a command: the host's without the model providers' keys, with settings for use without a terminal,
 * with the caller's own on top, and with the marker. An agent that runs inside a command of another agent keeps the
 * outer marker beside its own, so that the outer one still finds everything.
 */
export function commandEnvironment(
  host: NodeJS.ProcessEnv,
  { own, marker, inherit }: CommandVariables,
): NodeJS.ProcessEnv {
  const isWanted = inherit === undefined ? (name: string) => !withheld.has(name) : listed(inherit);
  const inherited = Object.entries(host).filter(([name]) => isWanted(name));
  const outer = host[markerName];
  return {
    ...Object.fromEntries(inherited),
    ...nonInteractive,
    ...own,
    [markerName]: outer ? `${outer}:${marker}` : marker,
  };
}

function listed(names: readonly string[]): (name: string) => boolean {
  const exact = new Set(names);
  const prefixes = names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  return (name) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
