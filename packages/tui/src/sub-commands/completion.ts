import { CommandError } from "../cli/command-error.ts";
import { nearest } from "../cli/nearest.ts";
import { options } from "../cli/options.ts";
import type { OptionFact } from "../cli/options.ts";
import { subCommands } from "../cli/sub-commands.ts";

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** A script that teaches a shell the options and sub-commands. Throws CommandError of kind `usage`. */
export function completionScript(words: readonly string[]): string {
  const [shell = "", ...more] = words;
  if (more.length === 0 && isShell(shell)) return shells[shell]();
  const names = Object.keys(shells);
  const guess = nearest(shell, names);
  const hint = guess === undefined ? "" : ` Did you mean ${guess}?`;
  throw new CommandError("usage", `tau completion needs one of: ${names.join(", ")}.${hint}`);
}

function isShell(word: string): word is keyof typeof shells {
  return Object.hasOwn(shells, word);
}

const takesFile = /FILE|PATH|DIR/;

/** The words a value can be, when they are few. */
function choices({ value = "" }: OptionFact): readonly string[] {
  return value.includes("|") && !takesFile.test(value) ? value.split("|") : [];
}

function longNames(): string {
  return options.map(({ name }) => `--${name}`).join(" ");
}

function bashScript(): string {
  const cases = options.flatMap((fact) => {
    const known = choices(fact);
    const names = [`--${fact.name}`, ...(fact.short === undefined ? [] : [`-${fact.short}`])];
    if (known.length > 0)
      return [
        `    ${names.join("|")}) COMPREPLY=($(compgen -W "${known.join(" ")}" -- "$word")); return ;;`,
      ];
    if (fact.value !== undefined && takesFile.test(fact.value))
      return [`    ${names.join("|")}) compopt -o default; return ;;`];
    return [];
  });
  return `# eval "$(tau completion bash)"
_tau() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  COMPREPLY=()
  case "$before" in
${cases.join("\n")}
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "${longNames()}" -- "$word"))
  elif [[ "$COMP_CWORD" == 1 ]]; then
    COMPREPLY=($(compgen -W "${subCommands.map(({ name }) => name).join(" ")}" -- "$word"))
  else
    compopt -o default
  fi
}
complete -F _tau tau tau-ts
`;
}

/** For the middle of a single-quoted word of zsh that has a meaning of its own for brackets and colons. */
function quotedForZsh(text: string): string {
  return text.replaceAll(/[\\:[\]]/g, "\\$&").replaceAll("'", "'\\''");
}

function quotedForFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}

function zshScript(): string {
  const lines = options.map((fact) => {
    const { name, short, value, help, isRepeatable } = fact;
    const known = choices(fact);
    const hint =
      known.length > 0 ? `(${known.join(" ")})` : takesFile.test(value ?? "") ? "_files" : "";
    const after = value === undefined ? "" : `:${quotedForZsh(name)}:${hint}`;
    const about = `[${quotedForZsh(help)}]${after}`;
    const repeated = isRepeatable === true ? "*" : "";
    return short === undefined
      ? `  '${repeated}--${name}${about}'`
      : `  '(-${short} --${name})'{-${short},--${name}}'${about}'`;
  });
  const commands = subCommands.map(({ name, help }) => `    '${name}:${quotedForZsh(help)}'`);
  return `#compdef tau tau-ts
# tau completion zsh > "\${fpath[1]}/_tau"
_tau() {
  local -a commands
  commands=(
${commands.join("\n")}
  )
  (( CURRENT == 2 )) && _describe 'sub-command' commands
  _arguments -s \\
${lines.join(" \\\n")} \\
  '*:file:_files'
}
compdef _tau tau tau-ts
`;
}

function fishScript(): string {
  const lines = options.map((fact) => {
    const { name, short, value, help } = fact;
    const known = choices(fact);
    const letter = short === undefined ? "" : ` -s ${short}`;
    const takes = value === undefined ? "" : takesFile.test(value) ? " -r -F" : " -x";
    const words = known.length === 0 ? "" : ` -a ${quotedForFish(known.join(" "))}`;
    return `complete -c tau -l ${name}${letter}${takes}${words} -d ${quotedForFish(help)}`;
  });
  const commands = subCommands.map(
    ({ name, help }) =>
      `complete -c tau -n __fish_use_subcommand -a ${name} -d ${quotedForFish(help)}`,
  );
  return `# tau completion fish > ~/.config/fish/completions/tau.fish
${[...commands, ...lines].join("\n")}
`;
}
