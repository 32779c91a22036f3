import type { LimitOptions, Limits, PromptOptions } from "@tau-ts/agent";
import type { Model, ThinkingLevel } from "@tau-ts/ai";
import type { BriefingSources } from "../briefing/load-briefing.ts";
import type { PermissionRules } from "../guard/policy/permission-rules.ts";
import type { PermissionMode } from "../guard/policy/policy.ts";
import type { Ask } from "../guard/questions.ts";
import type { AskHeld, SessionChoice } from "../session/session-choice.ts";
import type { AskTrust } from "../settings/trust/resolve-trust.ts";
import type { Variables } from "../settings/user-folders.ts";
import type { Shell } from "../shell/shell.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ToolList } from "./toolbox.ts";

/** A model that was found by a name. */
export interface ChosenModel {
  readonly model: Model;
  /** The level of thinking that was named with it. */
  readonly thinking?: ThinkingLevel | undefined;
}

/**
 * Finds the model that `provider/id:thinking` names; without a name, the one to use when none is named. Rejects when there
 * is none.
 */
export type FindModel = (reference: string | undefined) => Promise<ChosenModel>;

/** When old messages are summed up. What is left out is up to the settings. */
export interface CompactionOptions {
  readonly enabled?: boolean | undefined;
  /** Tokens kept free for what comes next. */
  readonly reserveTokens?: number | undefined;
  /** About how many tokens of the latest messages stay as they are. */
  readonly keepRecentTokens?: number | undefined;
  /** Makes the summaries. Default: the agent's model. */
  readonly model?: Model | undefined;
}

/** How a prompt is taken. */
export interface AgentPromptOptions extends PromptOptions {
  /** Whether `/skill:NAME` and `/TEMPLATE` mean what they name. Default true. */
  readonly expand?: boolean | undefined;
}

/** What a coding agent is made of. Everything has a default; what the user's settings say stands behind what is given here. */
export interface CodingAgentOptions {
  /** The folder the agent works in. Default: the current one. */
  readonly cwd?: string | undefined;
  /**
   * What answers: a model, or its name as `provider/id:thinking`. Default: what the session used last, else the setting,
   * else the default model of the first provider there is a key for.
   */
  readonly model?: Model | string | undefined;
  /** Default: what the session used last, else the setting. */
  readonly thinking?: ThinkingLevel | undefined;
  /** How much may be done unasked. Default: what the session used last, else the setting. */
  readonly mode?: PermissionMode | undefined;
  /** Default `new`. */
  readonly session?: SessionChoice | undefined;
  /** Asks a person about calls. Without it what would be asked is refused. */
  readonly ask?: Ask | undefined;
  /** Asks a person whether the project is trusted. Without it one that nobody has decided about is not. */
  readonly askTrust?: AskTrust | undefined;
  /** Asks a person what to do about a session that another process is writing. */
  readonly askHeld?: AskHeld | undefined;
  /** Trusts the project, or not, whatever was said before. */
  readonly trust?: boolean | undefined;
  readonly tools?: ToolList | undefined;
  /** Rules about calls, beside those in the settings. */
  readonly rules?: PermissionRules | undefined;
  /** Told of a rule that "always" added. Default: it is kept in the user's settings. */
  readonly onRemember?: ((rule: string) => void) | undefined;
  /** Told of every call that was refused because nobody is there to be asked. */
  readonly onRefused?: ((tool: string, reason: string) => void) | undefined;
  /** Takes the place of the `SYSTEM.md`, or comes behind it. */
  readonly systemPrompt?: string | undefined;
  readonly appendSystemPrompt?: string | undefined;
  /** Which instructions are read beside the system prompt. */
  readonly briefing?: BriefingSources | undefined;
  readonly compaction?: CompactionOptions | undefined;
  /** What all runs, summaries and names together may spend. */
  readonly limits?: Limits | LimitOptions | undefined;
  /** The most model calls for one prompt. */
  readonly maxTurns?: number | undefined;
  /** Names a session after its first answer: by the agent's model, by another one, or not at all. Default true. */
  readonly autoName?: boolean | Model | undefined;
  /** How long a stopped run may take to end by itself, in milliseconds. Default 500. */
  readonly graceMs?: number | undefined;
  /** Gives up the start, questions included: `createCodingAgent` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Hears what a person should know and nothing failed for. */
  readonly onWarning?: ((warning: string) => void) | undefined;
  /** Where files are. Default: this machine. */
  readonly workspace?: Workspace | undefined;
  /** Where commands run. It is not disposed of. Default: this machine, and what still runs ends with the agent. */
  readonly shell?: Shell | undefined;
  /** Default: by the user's keys and the catalog. */
  readonly findModel?: FindModel | undefined;
  /** Default: `process.env`. */
  readonly environment?: Variables | undefined;
  /** The user's home folder. Default: the system's answer. */
  readonly home?: string | undefined;
}
