import type { OptionFact } from "../cli/arguments/options.ts";
import { completedValue, runOptions, subCommandWords, writtenNames } from "./completion-facts.ts";
import type { SubCommandWords } from "./completion-facts.ts";

/** For a file on `fpath`, and for `eval` after `compinit`. */
export function zshScript(): string {
  const commands = subCommandWords.map(
    ({ name, help }) => `    '${name}:${quoted(help.replaceAll(":", "\\:"))}'`,
  );
  return `#compdef tau tau-ts
# tau completion zsh > "\${fpath[1]}/_tau"
_tau() {
  local -a commands
  local result=1
  commands=(
${commands.join("\n")}
  )
  if (( CURRENT > 2 )); then
    case "$words[2]" in
${subCommandWords.map(subCommandCase).join("\n")}
    esac
  elif [[ "$PREFIX" != -* ]]; then
    _describe sub-command commands && result=0
  fi
  _arguments -s -S \\
${runOptions.map((option) => `    ${optionSpec(option)} \\\n`).join("")}    '*:file:_files' && result=0
  return result
}
if [[ "\${funcstack[1]}" == _tau ]]; then
  _tau "$@"
else
  compdef _tau tau tau-ts
fi
`;
}

function subCommandCase(command: SubCommandWords): string {
  const specs = [...command.options.map(optionSpec), ...wordsSpecs(command)];
  return `    ${command.name})
      shift words
      (( CURRENT -= 1 ))
      _arguments -s -S \\
${specs.map((spec) => `        ${spec}`).join(" \\\n")}
      return
      ;;`;
}

/** Words of which nothing is known get no spec: its mere message would keep zsh from inserting an option. */
function wordsSpecs({ words, isCommand }: SubCommandWords): readonly string[] {
  if (isCommand) return ["'*::command:_normal'"];
  return words.length === 0 ? [] : [`'1: :(${words.join(" ")})'`];
}

function optionSpec(option: OptionFact): string {
  const { name, short, value, isRepeatable, isValueOptional } = option;
  const [long, letter] =
    value === undefined ? [`--${name}`, `-${short}`] : [`--${name}=`, `-${short}+`];
  const colons = isValueOptional === true ? "::" : ":";
  const argument = value === undefined ? "" : `${colons}${name}:${action(option)}`;
  const about = `'[${quoted(option.help.replaceAll(/[[\]\\]/g, "\\$&"))}]${argument}'`;
  if (isRepeatable === true)
    return short === undefined ? `'*'${long}${about}` : `'*'{${long},${letter}}${about}`;
  if (short === undefined) return `${long}${about}`;
  return `'(${writtenNames(option).join(" ")})'{${long},${letter}}${about}`;
}

function action(option: OptionFact): string {
  const value = completedValue(option);
  if (value.kind === "choice") return `(${value.choices.join(" ")})`;
  if (value.kind === "folder") return "_directories";
  return value.kind === "file" ? "_files" : "";
}

/** For the middle of a word in single quotes. */
function quoted(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
