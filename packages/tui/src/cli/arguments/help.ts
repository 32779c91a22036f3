import { exitCodes, optionGroups, variables } from "./options.ts";
import type { OptionFact } from "./options.ts";
import { subCommands } from "./sub-commands.ts";

const width = 80;
const textColumn = 31;

/** The text of `--help`: at most 80 columns wide. */
export function helpText(): string {
  return [
    "tau: a coding agent for the terminal\n",
    section("Usage", [
      "  tau [options] [prompt words]       talk at a terminal",
      "  tau -p [options] [prompt words]    answer once and leave",
      "  COMMAND | tau -p [prompt words]    what COMMAND prints joins the prompt",
      "  tau --mode rpc [options]           be driven by another program",
    ]),
    section(
      "Sub-commands",
      subCommands.map(({ name, words, help }) => entry(`${name} ${words}`.trim(), help)),
    ),
    ...optionGroups.map(({ title, options }) =>
      section(
        title,
        options.map((fact) => entry(label(fact), fact.help)),
      ),
    ),
    section(
      "Environment",
      variables.map(({ name, help }) => entry(name, help)),
    ),
    section(
      "Exit codes",
      exitCodes.map(({ code, help }) => entry(code, help)),
    ),
    "Words after -- are prompt words, whatever they begin with.\n",
  ].join("\n");
}

function section(title: string, lines: readonly string[]): string {
  return `${title}:\n${lines.join("\n")}\n`;
}

function label({ name, short, value, isValueOptional }: OptionFact): string {
  const written = isValueOptional === true ? `[${value}]` : value;
  return `${short === undefined ? "    " : `-${short}, `}--${name}${written === undefined ? "" : ` ${written}`}`;
}

/** A name and what it means, side by side; under it when the name is too long for that. */
function entry(name: string, help: string): string {
  const lines = wrap(help, width - textColumn);
  const gap = `\n${" ".repeat(textColumn)}`;
  const head = `  ${name}`;
  return (head.length < textColumn ? head.padEnd(textColumn) : head + gap) + lines.join(gap);
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
