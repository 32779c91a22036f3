import type { OptionFact } from "../cli/arguments/options.ts";
import { completedValue, runOptions, subCommandWords, writtenNames } from "./completion-facts.ts";

/** Also for the bash 3.2 of macOS, which has no compopt and so offers files wherever nothing else fits. */
export function bashScript(): string {
  const contexts = subCommandWords.map(({ name, words, options }) =>
    contextCase(name, words, options),
  );
  const values = [
    ...valueCases("", runOptions),
    ...subCommandWords.flatMap(({ name, options }) => valueCases(name, options)),
  ];
  return `# eval "$(tau completion bash)"
_tau() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command="" words="" options=""
  COMPREPLY=()
  compopt +o default 2>/dev/null
  # --name=value comes as three words.
  if [[ "$word" == "=" ]]; then
    word=""
  elif [[ "$before" == "=" ]]; then
    before="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  [[ "$COMP_CWORD" == 1 ]] || command="\${COMP_WORDS[1]}"
  case "$command" in
${contexts.join("\n")}
    *)
      command=""
      options="${namesOf(runOptions)}"
      [[ "$COMP_CWORD" != 1 ]] || words="${subCommandWords.map(({ name }) => name).join(" ")}"
      ;;
  esac
  case "$command $before" in
${values.join("\n")}
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n "$words" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
  [[ -n "$command" ]] || compopt -o default 2>/dev/null
}
complete -o default -F _tau tau tau-ts
`;
}

function namesOf(options: readonly OptionFact[]): string {
  return options.flatMap(writtenNames).join(" ");
}

/** The words are those right behind the sub-command. */
function contextCase(
  name: string,
  words: readonly string[],
  options: readonly OptionFact[],
): string {
  const lines = [`options="${namesOf(options)}"`];
  if (words.length > 0) lines.push(`[[ "$COMP_CWORD" != 2 ]] || words="${words.join(" ")}"`);
  return `    ${name})\n${lines.map((line) => `      ${line}\n`).join("")}      ;;`;
}

function valueCases(command: string, options: readonly OptionFact[]): readonly string[] {
  return options.flatMap((option) => {
    const action = valueAction(option);
    if (action === undefined) return [];
    const patterns = writtenNames(option).map((name) => `"${command} ${name}"`);
    return [`    ${patterns.join("|")}) ${action} ;;`];
  });
}

function valueAction(option: OptionFact): string | undefined {
  const value = completedValue(option);
  switch (value.kind) {
    case "none":
      return undefined;
    case "choice":
      return `COMPREPLY=($(compgen -W "${value.choices.join(" ")}" -- "$word")); return`;
    case "file":
      return "compopt -o default 2>/dev/null; return";
    case "folder":
      return "compopt -o dirnames 2>/dev/null; return";
    case "anything":
      return option.isValueOptional === true ? undefined : "return";
  }
}
