import type { Message } from "@tau-ts/agent";
import type { ThinkingLevel, Usage } from "@tau-ts/ai";
import type {
  AgentStatistics,
  CodingAgent,
  CodingAgentEvent,
  PermissionMode,
} from "@tau-ts/coding";

/** What the status line tells about an agent. */
export interface StatusFacts {
  /** `provider/id`; undefined while there is no agent yet. */
  readonly model?: string | undefined;
  readonly thinking: ThinkingLevel;
  readonly mode?: PermissionMode | undefined;
  readonly contextTokens: number;
  /** Tokens the model can take; 0 when nobody knows. */
  readonly contextWindow: number;
  readonly usd: number;
  /** Whether `usd` is less than what was spent, because a price is not known. */
  readonly isCostPartial: boolean;
  readonly cwd: string;
  readonly branch?: string | undefined;
  readonly sessionName?: string | undefined;
  /** Background jobs that run. */
  readonly jobs: number;
}

export function emptyFacts(cwd: string): StatusFacts {
  return {
    thinking: "off",
    contextTokens: 0,
    contextWindow: 0,
    usd: 0,
    isCostPartial: false,
    cwd,
    jobs: 0,
  };
}

/** What an agent says of itself. */
export function agentFacts(
  agent: CodingAgent,
): Pick<StatusFacts, "model" | "thinking" | "mode" | "contextWindow" | "sessionName"> {
  const { info } = agent.model;
  return {
    model: info && modelName(info.provider, info.id),
    thinking: agent.thinking,
    mode: agent.mode,
    contextWindow: info?.contextWindow ?? 0,
    sessionName: agent.session.name,
  };
}

/** What a session took so far. */
export function sessionFacts({
  context,
  cost,
}: AgentStatistics): Pick<StatusFacts, "contextTokens" | "usd" | "isCostPartial"> {
  return {
    contextTokens: context.tokens,
    usd: cost.usd,
    isCostPartial: cost.unknownCalls > 0,
  };
}

/** Follows what happens, at a cost that does not depend on how long the session is. */
export function reduceFacts(facts: StatusFacts, event: CodingAgentEvent): StatusFacts {
  switch (event.type) {
    case "message_end":
      return spent(facts, event.message);
    case "compaction_end":
      if (!event.result) return facts;
      return {
        ...withUsage(facts, event.result.usage),
        contextTokens: event.result.estimatedTokensAfter,
      };
    case "model_changed":
      return { ...facts, model: modelName(event.provider, event.modelId) };
    case "thinking_level_changed":
      return { ...facts, thinking: event.level };
    case "permission_mode_changed":
      return { ...facts, mode: event.mode };
    case "session_info_changed":
      return { ...facts, sessionName: event.name };
    default:
      return facts;
  }
}

function spent(facts: StatusFacts, message: Message): StatusFacts {
  if (message.role !== "assistant" || message.usage === undefined) return facts;
  const { usage } = message;
  const contextTokens = usage.totalTokens > 0 ? usage.totalTokens : facts.contextTokens;
  return { ...withUsage(facts, usage), contextTokens };
}

function withUsage(facts: StatusFacts, usage: Usage | undefined): StatusFacts {
  if (usage === undefined || usage.totalTokens === 0) return facts;
  const { cost } = usage;
  if (cost === undefined) return { ...facts, isCostPartial: true };
  return { ...facts, usd: facts.usd + cost.total };
}

function modelName(provider: string | undefined, id: string): string {
  return provider === undefined || provider === "" || provider === "unknown"
    ? id
    : `${provider}/${id}`;
}
