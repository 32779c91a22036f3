import type { OptionFact } from "../cli/arguments/options.ts";
import { completedValue, runOptions, subCommandWords } from "./completion-facts.ts";
import type { SubCommandWords } from "./completion-facts.ts";

export function fishScript(): string {
  const names = subCommandWords.map(({ name }) => name).join(" ");
  const first = subCommandWords.map(
    ({ name, help }) => `complete -c tau -n __tau_at_start -a ${name} -d ${quoted(help)}`,
  );
  const lines = [
    ...first,
    ...runOptions.map((option) => optionLine("not __tau_has_command", option)),
    ...subCommandWords.flatMap(subCommandLines),
  ];
  return `# tau completion fish > ~/.config/fish/completions/tau.fish
function __tau_at_start
    test (count (commandline -opc)) -eq 1
end
function __tau_has_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] ${names}
end
function __tau_in
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end
function __tau_right_behind
    __tau_in $argv[1]; and test (count (commandline -opc)) -eq 2
end
${lines.join("\n")}
complete -c tau-ts -w tau
`;
}

function subCommandLines({ name, words, isCommand, options }: SubCommandWords): readonly string[] {
  const known =
    words.length === 0
      ? []
      : [`complete -c tau -n '__tau_right_behind ${name}' -a ${quoted(words.join(" "))}`];
  const nothingElse = isCommand ? [] : [`complete -c tau -n '__tau_in ${name}' -f`];
  return [
    ...nothingElse,
    ...known,
    ...options.map((option) => optionLine(`__tau_in ${name}`, option)),
  ];
}

function optionLine(condition: string, option: OptionFact): string {
  const { name, short, help } = option;
  const letter = short === undefined ? "" : ` -s ${short}`;
  return `complete -c tau -n '${condition}' -l ${name}${letter}${valueWords(option)} -d ${quoted(help)}`;
}

function valueWords(option: OptionFact): string {
  const value = completedValue(option);
  switch (value.kind) {
    case "none":
      return "";
    case "choice":
      return ` -x -a ${quoted(value.choices.join(" "))}`;
    case "folder":
      return " -x -a '(__fish_complete_directories)'";
    case "file":
      return " -r -F";
    case "anything":
      // A value that may be left out is no more than words that follow.
      return option.isValueOptional === true ? "" : " -x";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
