import type { Limits } from "@tau-ts/agent";
import type { Model, ThinkingLevel } from "@tau-ts/ai";
import { loadBriefing } from "../briefing/load-briefing.ts";
import type { Briefing } from "../briefing/load-briefing.ts";
import { errorText } from "../errors.ts";
import type { PermissionMode } from "../guard/policy/policy.ts";
import type { OpenedSession } from "../session/open-session.ts";
import {
  choicesOf,
  modeEntry,
  modelEntry,
  recordedModel,
  thinkingEntry,
} from "../session/recorded-choices.ts";
import type { SessionChoices } from "../session/recorded-choices.ts";
import type { SessionRecorder } from "../session/session-recorder.ts";
import type { Shell } from "../shell/shell.ts";
import { shorten } from "../tools/command-text.ts";
import type { CodingAgentOptions, FindModel } from "./agent-options.ts";
import type { Announcer } from "./announcer.ts";
import { compactionSettings } from "./compaction-settings.ts";
import { Conversation } from "./conversation.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Toolbox } from "./toolbox.ts";

/** What all sessions of an agent share. */
export interface AgentParts {
  readonly options: CodingAgentOptions;
  readonly around: Surroundings;
  readonly shell: Shell;
  readonly toolbox: Toolbox;
  readonly findModel: FindModel;
  readonly limits: Limits | undefined;
  readonly announcer: Announcer;
  readonly onWarning: (warning: string) => void;
}

/** What an agent works with, until something else is chosen. */
export interface Chosen {
  readonly model: Model;
  readonly thinking: ThinkingLevel;
  readonly mode: PermissionMode;
}

/** What is wanted, whatever the session says. */
export interface Wanted extends Partial<Omit<Chosen, "model">> {
  readonly model?: Model | string | undefined;
}

/** A session that an agent goes on with. */
export interface OpenConversation {
  readonly conversation: Conversation;
  readonly briefing: Briefing;
  readonly chosen: Chosen;
}

/**
 * Makes a session ready to go on: what was chosen in it counts, then what the agent has now, then the settings. When that
 * fails, a copy that was made for it is taken away again; closing the session is left to the caller.
 */
export async function openConversation(
  parts: AgentParts,
  opened: OpenedSession,
  wanted: Wanted,
  current: Chosen | undefined,
): Promise<OpenConversation> {
  try {
    return await prepare(parts, opened, wanted, current);
  } catch (error) {
    await opened.discard?.();
    throw error;
  }
}

async function prepare(
  parts: AgentParts,
  opened: OpenedSession,
  wanted: Wanted,
  current: Chosen | undefined,
): Promise<OpenConversation> {
  const { options, around, shell, toolbox, onWarning } = parts;
  const { workspace, cwd, user, settings, isProjectTrusted, project } = around;
  if (opened.cwd !== cwd)
    onWarning(`The session worked in ${opened.cwd} so far and goes on in ${cwd}.`);
  const recorded = choicesOf(await opened.log.activeEntries());
  const believed = opened.isOwn ? recorded : withoutMode(recorded);
  const chosen = await choose(parts, believed, wanted, current);
  const { systemPrompt, appendSystemPrompt } = options;
  const { startedAt } = opened;
  const about = { workspace, cwd, user, isProjectTrusted, project, startedAt };
  const briefing = await loadBriefing({
    ...about,
    ...options.briefing,
    systemPrompt,
    appendSystemPrompt,
  });
  for (const warning of briefing.warnings) onWarning(warning);
  toolbox.setMode(chosen.mode);
  const { tools } = toolbox;
  const conversation = await Conversation.load({
    opened,
    settings: { ...chosen, tools, system: briefing.systemPrompt(tools) },
    compaction: compactionSettings(options.compaction ?? {}, settings.compaction),
    summariser: options.compaction?.model,
    limits: parts.limits,
    maxTurns: options.maxTurns ?? settings.maxTurns,
    graceMs: options.graceMs ?? 500,
    jobs: () => runningJobs(shell),
    announcer: parts.announcer,
    onWarning,
  });
  prepareChoices(conversation.recorder, recorded, chosen);
  return { conversation, briefing, chosen };
}

/** Writes down, with the next message, what is not what the session says. */
export function prepareChoices(
  recorder: SessionRecorder,
  recorded: SessionChoices,
  { model, thinking, mode }: Chosen,
): void {
  if (!isModel(model, recorded.model)) recorder.prepare(modelEntry(model.info));
  if (thinking !== recorded.thinking) recorder.prepare(thinkingEntry(thinking));
  if (mode !== recorded.mode) recorder.prepare(modeEntry(mode));
}

async function choose(
  parts: AgentParts,
  recorded: SessionChoices,
  wanted: Wanted,
  current: Chosen | undefined,
): Promise<Chosen> {
  const { settings } = parts.around;
  const found = await chooseModel(parts, recorded.model, wanted.model, current?.model);
  const usual = current?.thinking ?? found.thinking ?? settings.thinking;
  const named = wanted.model === undefined ? undefined : found.thinking;
  return {
    model: found.model,
    thinking: wanted.thinking ?? named ?? recorded.thinking ?? usual,
    mode: wanted.mode ?? recorded.mode ?? current?.mode ?? settings.permissionMode,
  };
}

async function chooseModel(
  { findModel, around, onWarning }: AgentParts,
  recorded: SessionChoices["model"],
  wanted: Model | string | undefined,
  current: Model | undefined,
): Promise<{ readonly model: Model; readonly thinking?: ThinkingLevel | undefined }> {
  if (typeof wanted === "string") return findModel(wanted);
  if (wanted) return { model: wanted };
  if (recorded && !(current && isModel(current, recorded))) {
    const name = `${recorded.provider}/${recorded.modelId}`;
    try {
      // Its level is what the session says.
      return { model: (await findModel(name)).model };
    } catch (error) {
      onWarning(`The session used ${name}, which cannot be used now: ${errorText(error)}`);
    }
  }
  return current ? { model: current } : findModel(around.settings.model);
}

function isModel(model: Model, recorded: SessionChoices["model"]): boolean {
  const { provider, modelId } = recordedModel(model.info);
  return recorded?.provider === provider && recorded.modelId === modelId;
}

/** A file that came from elsewhere must not say what may be done unasked. */
function withoutMode({ model, thinking }: SessionChoices): SessionChoices {
  return { ...(model && { model }), ...(thinking && { thinking }) };
}

function runningJobs(shell: Shell): readonly string[] {
  const jobs = shell.jobs?.list().filter((job) => job.isRunning()) ?? [];
  return jobs.map(({ id, command }) => `${id} (${shorten(command)})`);
}
