import { Snapshots } from "@tau-ts/coding";
import type { UndoOutcome, UndoPlan } from "@tau-ts/coding";
import { counted } from "../../wording/counts.ts";
import { firstLine } from "../../wording/lines.ts";
import type { Question } from "../questions/question.ts";
import { tell } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

/** Takes back what the last run of this session did to files, or takes that back: shown and asked about first. */
export async function undoFiles(
  context: CommandContext,
  direction: "undo" | "redo",
): Promise<void> {
  const { agent, tauHome, ask, signal } = context;
  const snapshots = new Snapshots({
    cwd: agent.cwd,
    home: tauHome,
    session: agent.session.id,
    onWarning: (text) => tell(context, "warning", text),
  });
  const plan = direction === "undo" ? await snapshots.undo() : await snapshots.redo();
  if (!plan) return tell(context, "muted", `There is nothing to ${direction}.`);
  if (plan.changes.length === 0 && plan.kept.length === 0)
    return tell(context, "muted", ["Nothing is different from before.", ...plan.notes].join(" "));
  const answer = await ask(undoQuestion(plan, await plan.diff()), signal);
  if (answer?.value !== "yes" && answer?.value !== "all")
    return tell(context, "muted", "Nothing was changed.");
  tellOutcome(context, plan, await plan.apply({ overwrite: answer.value === "all" }));
}

function undoQuestion(
  { direction, text, changes, kept, notCovered, notes }: UndoPlan,
  diff: string,
): Question {
  const verb = direction === "undo" ? "Take back" : "Make again";
  const left = kept.map(({ path, reason }) => `${path} stays (${reason})`);
  const missing = notCovered.map(({ path, reason }) => `${path} is not covered (${reason})`);
  const reasons = [...left, ...missing, ...notes];
  const overwrite =
    kept.length === 0 ? [] : [{ key: "o", label: "Yes, and what was changed since", value: "all" }];
  return {
    title: `${verb} ${counted(changes.length, "change")}?`,
    subject: text === undefined ? "the last run" : `since: ${firstLine(text)}`,
    parts: [],
    reason: reasons.length === 0 ? undefined : reasons.join("; "),
    diff,
    choices: [
      { key: "y", label: "Yes", value: "yes" },
      ...overwrite,
      { key: "n", label: "No", value: "no" },
    ],
  };
}

function tellOutcome(
  context: CommandContext,
  { direction }: UndoPlan,
  { restored, kept, failed }: UndoOutcome,
): void {
  const verb = direction === "undo" ? "taken back" : "made again";
  tell(context, "success", `${counted(restored.length, "change")} ${verb}.`);
  for (const { path, reason } of kept)
    tell(context, "muted", `${path} was left alone (${reason}).`);
  for (const { path, reason } of failed) tell(context, "error", `${path}: ${reason}`);
}
