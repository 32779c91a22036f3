import type { JsonObject, Model } from "@tau-ts/ai";
import { createCodingAgent } from "@tau-ts/coding";
import type {
  Ask,
  AskTrust,
  CodingAgent,
  CodingAgentOptions,
  FindModel,
  SessionChoice,
  SessionSummary,
  Shell,
} from "@tau-ts/coding";
import type { RunArguments } from "./arguments/run-arguments.ts";
import { chooseSession } from "./choose-session.ts";
import type { CommandModels } from "./command-models.ts";
import { UndoRecording } from "./undo-recording.ts";

/** How long a stopped run may take to end by itself, in milliseconds. */
export const stopGraceMs = 500;

export interface OpenAgentOptions {
  readonly given: RunArguments;
  /** The folder the agent works in, links resolved. */
  readonly cwd: string;
  readonly tauHome: string;
  /** The user's home folder. */
  readonly home: string;
  readonly models: CommandModels;
  /** Asks a person about calls. Absent when nobody is there. */
  readonly ask: Ask | undefined;
  readonly askTrust?: AskTrust | undefined;
  readonly pickSession?:
    | ((sessions: readonly SessionSummary[]) => Promise<string | undefined>)
    | undefined;
  readonly onRefused?: ((tool: string, reason: string) => void) | undefined;
  readonly onWarning: (warning: string) => void;
  /** What every answer has to fit. */
  readonly schema?: JsonObject | undefined;
  /** Where commands run. It is not disposed of. Default: a shell of the agent's own. */
  readonly shell?: Shell | undefined;
  /** Gives up the start, questions included. */
  readonly signal?: AbortSignal | undefined;
  /** Laid around every model that is used. */
  readonly wrapModel?: ((model: Model) => Model) | undefined;
}

/** Composes the agent that the command line describes, and opens its session, or the one that is named here. */
export async function openAgent(
  options: OpenAgentOptions,
  session?: SessionChoice,
): Promise<CodingAgent> {
  const { given, cwd, tauHome, pickSession } = options;
  const choice =
    session ??
    (await chooseSession({
      argument: given.session,
      cwd,
      tauHome,
      now: new Date(),
      pick: pickSession,
    }));
  const recording = new UndoRecording(options);
  const agent = await createCodingAgent({
    ...(await agentOptions(options, recording)),
    session: choice,
  });
  agent.subscribe(recording.observe);
  try {
    if (given.name !== undefined && session === undefined) await agent.session.setName(given.name);
    return agent;
  } catch (error) {
    await agent.dispose();
    throw error;
  }
}

async function agentOptions(
  options: OpenAgentOptions,
  recording: UndoRecording,
): Promise<CodingAgentOptions> {
  const { given, cwd, models, ask, askTrust, onRefused, onWarning } = options;
  const wrap = await findModelWrapper(options);
  const { tools, excludedTools, limits } = given;
  const hasLimits = Object.values(limits).some((limit) => limit !== undefined);
  return {
    cwd,
    model: models.reference,
    findModel: wrap(models.find),
    thinking: given.thinking,
    mode: given.permissionMode,
    tools: { allow: tools, deny: excludedTools, wrap: recording.wrap },
    rules: { allow: given.allow, deny: given.deny },
    trust: given.trust,
    systemPrompt: given.systemPrompt,
    appendSystemPrompt: given.appendSystemPrompt,
    briefing: {
      contextFiles: given.hasContextFiles,
      skills: given.hasSkills,
      skillFolders: given.skills,
      templateFolders: given.promptTemplates,
    },
    maxTurns: given.maxTurns,
    limits: hasLimits ? limits : undefined,
    graceMs: stopGraceMs,
    ask,
    askTrust,
    onRefused,
    onWarning,
    autoName: false, // A name takes a call of the model, which nobody has asked for: --name gives one.
    shell: options.shell,
    signal: options.signal,
  };
}

/** What the options lay around the models that are found; the parts for it are loaded when they are asked for. */
async function findModelWrapper(
  options: OpenAgentOptions,
): Promise<(find: FindModel) => FindModel> {
  const { given, schema, wrapModel = (model) => model } = options;
  const { record, replay } = given;
  const wrappers =
    schema === undefined && record === undefined && replay === undefined
      ? undefined
      : await import("./wrap-model.ts");
  const played = replay === undefined ? undefined : await wrappers?.played(replay);
  const wrap = (found: Model): Model => {
    let model = wrapModel(found);
    if (record !== undefined) model = wrappers?.recorded(model, record) ?? model;
    return (schema && wrappers?.withSchema(model, schema)) ?? model;
  };
  return (find) => async (reference) => {
    const found = played ? { model: played } : await find(reference);
    return { ...found, model: wrap(found.model) };
  };
}
