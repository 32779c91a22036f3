import type { Message, Model, ModelRequest, ToolDefinition } from "@tau-ts/ai";
import type { AgentHooks, TurnSettings } from "../hooks.ts";
import type { CancelToken } from "../stopping/cancel-token.ts";
import { ABANDONED } from "../stopping/gate.ts";
import type { Gate } from "../stopping/gate.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { ContextView } from "../view/view.ts";

/** What a turn is prepared from. */
export interface TurnSource extends TurnSettings {
  readonly model: Model;
  readonly messages: readonly Message[];
  readonly sessionId?: string | undefined;
  readonly hooks?: AgentHooks | undefined;
}

/** One turn, ready to be sent. */
export interface PreparedTurn {
  readonly model: Model;
  readonly tools: readonly AnyTool[];
  readonly request: ModelRequest;
}

/** Settles model, tools and transcript of a turn. Rejects with what a hook threw. */
export async function prepareTurn(
  source: TurnSource,
  turn: number,
  token: CancelToken,
  gate: Gate,
  contextView: ContextView,
): Promise<PreparedTurn | typeof ABANDONED> {
  const { hooks } = source;
  const context = { signal: token.signal };
  const chosen = await gate.call(() => hooks?.prepareTurn?.({ turn }, context));
  if (chosen === ABANDONED) return chosen;
  const model = chosen?.model ?? source.model;
  const tools = chosen?.tools ?? source.tools ?? [];
  const system = chosen?.system ?? source.system;
  const thinking = chosen?.thinking ?? source.thinking;
  const view = contextView.of(source.messages);
  const messages = await gate.call(() => hooks?.transformContext?.(view, context) ?? view);
  if (messages === ABANDONED) return messages;
  const request: ModelRequest = {
    messages,
    ...(system === undefined ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools: tools.map(advertised) }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(source.sessionId === undefined ? {} : { sessionId: source.sessionId }),
  };
  return { model, tools, request };
}

/** What a model is told about a tool. */
function advertised({ name, description, parameters }: AnyTool): ToolDefinition {
  return { name, description, parameters };
}
