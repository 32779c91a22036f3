import { realpath } from "node:fs/promises";
import { Snapshots } from "@tau-ts/coding";
import type { UndoOutcome, UndoPlan } from "@tau-ts/coding";
import { readWords } from "../cli/arguments/read-words.ts";
import { canEditLines, isTerminal } from "../cli/is-terminal.ts";
import { LinePrompt } from "../cli/line-prompt.ts";
import { stripControls } from "../terminal/text/strip-controls.ts";
import { counted } from "../wording/counts.ts";
import { firstLine } from "../wording/lines.ts";
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
        `${id}  ${new Date(at).toISOString()}  ${stripControls(firstLine(text ?? ""))}\n`,
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
  const parts = [diff.trimEnd(), ...kept, ...notCovered, ...plan.notes];
  return stripControls(parts.filter((part) => part !== "").join("\n"));
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
    `${direction === "undo" ? "Undo" : "Redo"} ${counted(changes.length, "change")}? [y]es, [n]o: `,
  );
  return /^\s*y(?:es)?\s*$/i.test(line ?? "");
}

function told({ restored, kept, failed }: UndoOutcome): string {
  const lines = [
    `${counted(restored.length, "change")} ${restored.length === 1 ? "was" : "were"} made.`,
    ...kept.map(({ path, reason }) => `kept: ${path} (${reason})`),
    ...failed.map(({ path, reason }) => `failed: ${path}: ${reason}`),
  ];
  return stripControls(`${lines.join("\n")}\n`);
}
