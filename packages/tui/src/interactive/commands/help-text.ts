import { commandFacts } from "./command-list.ts";

const keys: readonly (readonly [keys: string, does: string])[] = [
  ["Enter", "send; during a run: say it at the next turn"],
  ["Alt+Enter", "during a run: say it when the run is over"],
  ["Ctrl+J, Shift+Enter, \\ Enter", "a new line"],
  ["Up", "take back what waits; else history"],
  ["Ctrl+R", "search history"],
  ["Esc", "stop what goes on; again: at once"],
  ["Tab", "complete; at a question: answer it"],
  ["Ctrl+O", "look at the whole output of the last tools"],
  ["Ctrl+T", "show or fold what the model thinks"],
  ["Ctrl+G", "write in your own editor ($VISUAL, $EDITOR)"],
  ["Shift+Tab", "change the permission mode"],
  ["Ctrl+C", "clear what is typed; twice: leave"],
  ["Ctrl+D", "leave, when nothing is typed"],
  ["Ctrl+Z", "suspend; fg comes back"],
  ["Ctrl+A/E/W/U/K/Y/_", "move, kill, yank, undo as in a shell"],
];

/** What `/help` shows: Markdown-free lines, keys first. */
export function helpLines(templates: readonly string[]): readonly string[] {
  const column = Math.max(...keys.map(([name]) => name.length)) + 2;
  const commands = commandFacts.map(({ name, argument, help }): readonly [string, string] => [
    `/${name}${argument === undefined ? "" : ` [${argument}]`}`,
    help,
  ]);
  const row = ([name, does]: readonly [string, string]): string =>
    `  ${name.padEnd(column)}${does}`;
  return [
    "Keys",
    ...keys.map(row),
    "",
    "Commands",
    ...commands.map(row),
    ...templates.map((name) => `  /${name}`),
    "",
    "In a message",
    row(["@name", "names a file: Tab completes it"]),
    row(["!command", "runs a command of yours; the model reads its output"]),
    row(["!!command", "runs a command that the model is not told of"]),
  ];
}
