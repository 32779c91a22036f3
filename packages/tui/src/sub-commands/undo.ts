import { realpath } from "node:fs/promises";
import { Snapshots } from "@tau-ts/coding";
import type { UndoOutcome, UndoPlan } from "@tau-ts/coding";
import { LinePrompt } from "../cli/line-prompt.ts";
import { readWords } from "../cli/read-words.ts";
import { canEditLines, isTerminal } from "../cli/terminal.ts";
import { forTerminal } from "../cli/terminal-text.ts";
import { undoOptions } from "./options.ts";
import type { SubCommand } from "./run-sub-command.ts";

/** Takes back what agents did to the files of this folder. What would change is shown and asked about first. */
export const undo: SubCommand = async ({ words, cwd, tauHome, variables, io }) => {
  const given = readWords(words, undoOptions);
  const [extra] = given.words;
  if (extra !== undefined) throw given.usage(`tau undo knows no ${JSON.stringify(extra)}.`);
  const snapshots = new Snapshots({
    cwd: await realpath(cwd),
    home: tauHome,
    onWarning: io.notify,
  });
  if (given.has("list")) {
    for (const { id, at, text } of await snapshots.points())
      void io.stdout.write(
        `${id}  ${new Date(at).toISOString()}  ${forTerminal(firstLine(text))}\n`,
      );
    return 0;
  }
  const to = given.text("to");
  const plan = given.has("redo") ? await snapshots.redo() : await snapshots.undo({ to });
  if (!plan) {
    io.notify(`there is nothing to ${given.has("redo") ? "redo" : "undo"} in ${cwd}.`);
    return 1;
  }
  await io.stdout.write(`${await shown(plan)}\n`);
  if (plan.changes.length === 0 && !given.has("overwrite")) {
    io.notify("all of it was changed since, and is left as it is. To change it back: --overwrite");
    return 1;
  }
  if (!given.has("yes") && !(await isConfirmed(plan, variables))) {
    io.notify("nothing was changed. To do it without being asked: --yes");
    return isTerminal("stdin") ? 1 : 3;
  }
  const outcome = await plan.apply({ overwrite: given.has("overwrite") });
  void io.stdout.write(told(outcome));
  return outcome.failed.length === 0 ? 0 : 1;
};

async function shown(plan: UndoPlan): Promise<string> {
  const diff = await plan.diff();
  const kept = plan.kept.map(({ path, reason }) => `kept: ${path} (${reason})`);
  const notCovered = plan.notCovered.map(({ path, reason }) => `not covered: ${path} (${reason})`);
  return [diff.trimEnd(), ...kept, ...notCovered, ...plan.notes]
    .filter((part) => part !== "")
    .join("\n")
    .split("\n")
    .map(forTerminal)
    .join("\n");
}

async function isConfirmed(
  { direction, changes }: UndoPlan,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  if (!isTerminal("stdin")) return false;
  using prompt = new LinePrompt({
    input: process.stdin,
    output: process.stderr,
    canEdit: canEditLines(variables),
    onInterrupt: () => prompt[Symbol.dispose](),
  });
  const line = await prompt.ask(
    `${direction === "undo" ? "Undo" : "Redo"} ${counted(changes.length)}? [y]es, [n]o: `,
  );
  return /^\s*y(?:es)?\s*$/i.test(line ?? "");
}

function told({ restored, kept, failed }: UndoOutcome): string {
  const lines = [
    `${counted(restored.length)} ${restored.length === 1 ? "was" : "were"} made.`,
    ...kept.map(({ path, reason }) => `kept: ${path} (${reason})`),
    ...failed.map(({ path, reason }) => `failed: ${path}: ${reason}`),
  ];
  return `${lines.map(forTerminal).join("\n")}\n`;
}

function counted(changes: number): string {
  return `${changes} ${changes === 1 ? "change" : "changes"}`;
}

function firstLine(text = ""): string {
  return text.split("\n", 1)[0] ?? "";
}
