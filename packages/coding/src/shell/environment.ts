/** Variables that make programs ask nothing and page nothing: there is nobody at a terminal. */
const nonInteractive: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
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
  "GOOGLE",
  "GOOGLE_GENERATIVE_AI",
  "GROQ",
  "HUGGINGFACE",
  "MINIMAX",
  "MISTRAL",
  "MOONSHOT",
  "NVIDIA",
  "OPENAI",
  "OPENROUTER",
  "PERPLEXITY",
  "TAU",
  "TOGETHER",
  "XAI",
  "ZAI",
  "ZHIPU",
];

const withheld: ReadonlySet<string> = new Set(providers.map((provider) => `${provider}_API_KEY`));

/** The variable that marks every process of a command, so that it can be found wherever it went. */
const markerName = "TAU_COMMAND_ID";

/**
 * The environment of a command: the host's without the model providers' keys, with settings for use without a terminal,
 * with the caller's own on top, and with the marker. An agent that runs inside a command of another agent keeps the
 * outer marker beside its own, so that the outer one still finds everything.
 */
export function commandEnvironment(
  host: NodeJS.ProcessEnv,
  own: Readonly<Record<string, string>>,
  marker: string,
): NodeJS.ProcessEnv {
  const inherited = Object.entries(host).filter(([name]) => !withheld.has(name));
  const outer = host[markerName];
  return {
    ...Object.fromEntries(inherited),
    ...nonInteractive,
    ...own,
    [markerName]: outer ? `${outer}:${marker}` : marker,
  };
}
