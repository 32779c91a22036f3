import { thinkingLevels } from "@tau-ts/ai";
import { messageOf } from "../../cli/failure.ts";
import type { PickerPurpose } from "../app/app-state.ts";
import {
  isLevel,
  isMode,
  modePicker,
  modelPicker,
  modes,
  sessionPicker,
  sessionsOf,
  thinkingPicker,
} from "./choice-pickers.ts";
import { tell } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import type { CommandName } from "./command-list.ts";
import { helpLines } from "./help-text.ts";
import { jobPicker, jobsPicker, stopJob } from "./jobs.ts";
import { undoFiles } from "./undo-files.ts";

type Performed = Exclude<CommandName, "quit">;

/** Carries out a command of the editor. Never rejects: what goes wrong is told. */
export async function performCommand(
  context: CommandContext,
  name: Performed,
  argument: string,
): Promise<void> {
  try {
    await handlers[name](context, argument);
  } catch (error) {
    tell(context, "error", `/${name}: ${messageOf(error)}`);
  }
}

const handlers: Readonly<
  Record<Performed, (context: CommandContext, argument: string) => Promise<void> | void>
> = {
  async model(context, argument) {
    if (argument !== "") return setModel(context, argument);
    const models = await context.models();
    if (models.length === 0)
      return tell(context, "warning", "No model is known. Set a key, or see: tau models --all");
    const { info } = context.agent.model;
    const current = info && `${info.provider ?? ""}/${info.id}`;
    context.dispatch({ type: "picker", picker: modelPicker(models, current) });
  },

  async thinking(context, argument) {
    if (argument === "")
      return context.dispatch({
        type: "picker",
        picker: thinkingPicker(context.agent.thinking),
      });
    await setThinking(context, argument);
  },

  async mode(context, argument) {
    if (argument === "")
      return context.dispatch({ type: "picker", picker: modePicker(context.agent.mode) });
    await setMode(context, argument);
  },

  async resume(context, argument) {
    if (argument !== "")
      return changeSession(context, () => context.agent.openSession({ id: argument }));
    const { agent, tauHome, nowMs } = context;
    const sessions = await sessionsOf(tauHome, agent.cwd);
    const others = sessions.filter(({ id }) => id !== agent.session.id);
    if (others.length === 0) return tell(context, "muted", "There is no other session here.");
    context.dispatch({ type: "picker", picker: sessionPicker(others, "session", nowMs()) });
  },

  new(context) {
    const { agent } = context;
    return changeSession(context, () =>
      agent.session.path === undefined ? agent.openSession("none") : agent.newSession(),
    );
  },

  async compact({ agent }, argument) {
    // What came of it is told by the events.
    await agent.compact(argument === "" ? undefined : argument);
  },

  undo: (context) => undoOrRedo(context, "undo"),
  redo: (context) => undoOrRedo(context, "redo"),

  async jobs(context, argument) {
    const [action, id = ""] = argument.split(/\s+/, 2);
    if (action === "stop") return stopJob(context, id);
    const { jobs, dispatch, nowMs } = context;
    if (jobs === undefined || jobs.list().length === 0)
      return tell(context, "muted", "There are no background jobs.");
    dispatch({ type: "picker", picker: jobsPicker(jobs, nowMs()) });
  },

  help({ dispatch, agent }) {
    const { skills, templates } = agent.briefing;
    const names = [
      ...skills.map(({ name }) => `skill:${name}`),
      ...templates.map(({ name }) => name),
    ];
    dispatch({ type: "page", title: "Help", lines: helpLines(names) });
  },
};

/** Goes on with what was chosen from a list. */
export async function performChoice(
  context: CommandContext,
  purpose: Exclude<PickerPurpose, "start">,
  value: string,
): Promise<void> {
  try {
    await choices[purpose](context, value);
  } catch (error) {
    tell(context, "error", messageOf(error));
  }
}

const choices: Readonly<
  Record<
    Exclude<PickerPurpose, "start">,
    (context: CommandContext, value: string) => Promise<void> | void
  >
> = {
  model: setModel,
  thinking: setThinking,
  mode: setMode,
  session: (context, path) => changeSession(context, () => context.agent.openSession({ path })),
  jobs({ jobs, dispatch }, id) {
    const job = jobs?.get(id);
    if (job) dispatch({ type: "picker", picker: jobPicker(job) });
  },
  async job(context, value) {
    const [action, id = ""] = value.split(" ", 2);
    if (action === "stop") return stopJob(context, id);
    const lines = context.jobs?.get(id)?.output.peek().split("\n") ?? [];
    context.dispatch({
      type: "page",
      title: `${id}: what came since the model last looked`,
      lines,
    });
  },
};

async function setModel(context: CommandContext, name: string): Promise<void> {
  await context.agent.setModel(name);
}

async function setThinking({ agent }: CommandContext, level: string): Promise<void> {
  if (!isLevel(level)) throw new Error(`there is no level ${level}: ${thinkingLevels.join(", ")}`);
  await agent.setThinking(level);
}

async function setMode({ agent }: CommandContext, mode: string): Promise<void> {
  if (!isMode(mode)) throw new Error(`there is no mode ${mode}: ${Object.keys(modes).join(", ")}`);
  await agent.setMode(mode);
}

/** Goes to another session: what goes on is stopped, and keys wait until it is there. */
async function changeSession(context: CommandContext, change: () => Promise<void>): Promise<void> {
  const { dispatch } = context;
  dispatch({ type: "changing", isChanging: true });
  try {
    await change();
  } finally {
    dispatch({ type: "changing", isChanging: false });
  }
}

async function undoOrRedo(context: CommandContext, direction: "undo" | "redo"): Promise<void> {
  if (context.agent.isRunning)
    return tell(
      context,
      "warning",
      `Wait for the run to end, or stop it with Esc, then /${direction}.`,
    );
  await undoFiles(context, direction);
}
