import { thinkingLevels } from "@tau-ts/ai";
import type { RpcModel } from "../messages.ts";
import type { RpcSession } from "../rpc-session.ts";
import type { Handlers } from "./handler.ts";

const modes = ["read-only", "ask", "auto-edit", "full"] as const;

export const modelHandlers: Handlers<
  | "set_model"
  | "cycle_model"
  | "get_available_models"
  | "set_thinking_level"
  | "cycle_thinking_level"
  | "get_available_thinking_levels"
  | "set_auto_retry"
  | "abort_retry"
  | "set_permission_mode"
> = {
  async set_model({ session, fields }) {
    await session.agent.setModel(`${fields.text("provider")}/${fields.text("modelId")}`);
    return currentModel(session);
  },

  async cycle_model({ session }) {
    const { agent, models } = session;
    const next = await models.after(agent.model.info);
    if (next === undefined) return null;
    await agent.setModel(next);
    const model = await currentModel(session);
    return { model, thinkingLevel: agent.thinking, isScoped: models.isScoped };
  },

  async get_available_models({ session }) {
    return { models: await session.models.available() };
  },

  async set_thinking_level({ session, fields }) {
    await session.agent.setThinking(fields.choice("level", thinkingLevels));
    return undefined;
  },

  async cycle_thinking_level({ session: { agent, models } }) {
    const known = await models.levels(agent.model.info);
    if (known.length < 2) return null;
    const level = known[(known.indexOf(agent.thinking) + 1) % known.length] ?? "off";
    await agent.setThinking(level);
    return { level };
  },

  async get_available_thinking_levels({ session: { agent, models } }) {
    return { levels: await models.levels(agent.model.info) };
  },

  set_auto_retry({ session, fields }) {
    session.retry.isOn = fields.isTrue("enabled");
    return undefined;
  },

  abort_retry({ session }) {
    session.retry.abort();
    return undefined;
  },

  async set_permission_mode({ session, fields }) {
    await session.agent.setMode(fields.choice("mode", modes));
    return undefined;
  },
};

export function currentModel({ agent, models }: RpcSession): Promise<RpcModel> {
  return models.describe(agent.model.info ?? { id: "unknown" });
}
