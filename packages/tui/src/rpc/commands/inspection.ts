import { isKnownEntry } from "@tau-ts/agent";
import type { SessionEntry } from "@tau-ts/agent";
import { textOf } from "@tau-ts/ai";
import { toldEntry, toldMessage } from "../../frontends/told-usage.ts";
import { activePath, treesOf } from "../../session-tree.ts";
import type { EntryNode } from "../../session-tree.ts";
import { RpcFieldError } from "../fields.ts";
import type { RpcSlashCommand, RpcTreeNode } from "../messages.ts";
import type { Handlers } from "./handler.ts";
import { currentModel } from "./models.ts";

export const inspectionHandlers: Handlers<
  | "get_state"
  | "get_messages"
  | "get_session_stats"
  | "get_fork_messages"
  | "get_entries"
  | "get_tree"
  | "get_last_assistant_text"
  | "get_commands"
> = {
  async get_state({ session }) {
    const { agent, isCompacting } = session;
    const { id, path, name } = agent.session;
    const { steering, followUp } = agent.queued;
    return {
      model: await currentModel(session),
      thinkingLevel: agent.thinking,
      isStreaming: agent.isRunning && !isCompacting,
      isCompacting,
      steeringMode: agent.queueModes.steering,
      followUpMode: agent.queueModes.followUp,
      ...(path === undefined ? {} : { sessionFile: path }),
      sessionId: id,
      ...(name === undefined ? {} : { sessionName: name }),
      autoCompactionEnabled: agent.session.isAutoCompacting,
      messageCount: agent.messages.length,
      pendingMessageCount: steering.length + followUp.length,
      permissionMode: agent.mode,
      cwd: agent.cwd,
    };
  },

  get_messages({ session }) {
    return { messages: session.agent.messages.map(toldMessage) };
  },

  async get_session_stats({ session: { agent } }) {
    const { path, id } = agent.session;
    const { messages } = agent;
    const found = await agent.session.statistics();
    const count = (role: string): number => messages.filter((one) => one.role === role).length;
    const { tokens: used, window: contextWindow } = found.context;
    return {
      ...(path === undefined ? {} : { sessionFile: path }),
      sessionId: id,
      userMessages: count("user"),
      assistantMessages: count("assistant"),
      toolCalls: found.toolCalls,
      toolResults: count("toolResult"),
      totalMessages: messages.length,
      tokens: found.tokens,
      cost: found.cost.usd,
      unknownCostCalls: found.cost.unknownCalls,
      contextUsage: { tokens: used, contextWindow, percent: (100 * used) / contextWindow },
    };
  },

  async get_fork_messages({ session: { agent } }) {
    const { leafId } = agent.session;
    const path = activePath({ entries: await agent.session.entries(), leafId });
    const messages = path.flatMap((entry) => {
      const text = userText(entry);
      return text === undefined ? [] : [{ entryId: entry.id, text }];
    });
    return { messages };
  },

  async get_entries({ session: { agent }, fields }) {
    const since = fields.optionalText("since");
    const entries = await agent.session.entries();
    const { leafId } = agent.session;
    const at = since === undefined ? -1 : entries.findIndex(({ id }) => id === since);
    if (since !== undefined && at === -1) throw new RpcFieldError(`Entry not found: ${since}`);
    return { entries: entries.slice(at + 1).map(toldEntry), leafId };
  },

  async get_tree({ session: { agent } }) {
    const entries = await agent.session.entries();
    const { leafId } = agent.session;
    return { tree: labelled(treesOf(entries.map(toldEntry)), labelsOf(entries)), leafId };
  },

  get_last_assistant_text({ session: { agent } }) {
    const last = agent.messages.findLast(
      (message) => message.role === "assistant" && textOf(message) !== "",
    );
    return { text: last ? textOf(last) : null };
  },

  get_commands({ session: { agent } }) {
    const { templates, skills } = agent.briefing;
    const about = (path: string): RpcSlashCommand["sourceInfo"] => {
      const scope = path.startsWith(`${agent.cwd}/`) ? "project" : "user";
      return { path, source: "local", scope, origin: "top-level" };
    };
    const commands: RpcSlashCommand[] = [
      ...templates.map(({ name, description, path }) => {
        return { name, description, source: "prompt", sourceInfo: about(path) } as const;
      }),
      ...skills.map(({ name, description, path }) => {
        return {
          name: `skill:${name}`,
          description,
          source: "skill",
          sourceInfo: about(path),
        } as const;
      }),
    ];
    return { commands };
  },
};

/** The words of a user's message; undefined for any other entry. */
export function userText(entry: SessionEntry): string | undefined {
  const isUser = isKnownEntry(entry) && entry.type === "message" && entry.message.role === "user";
  return isUser ? textOf(entry.message) : undefined;
}

type Label = Pick<RpcTreeNode, "label" | "labelTimestamp">;

/** The bookmarks that hold, by the id of their entry. */
function labelsOf(entries: readonly SessionEntry[]): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  for (const entry of entries) {
    if (!isKnownEntry(entry) || entry.type !== "label") continue;
    const { targetId, label, timestamp } = entry;
    if (label === undefined) labels.delete(targetId);
    else labels.set(targetId, { label, labelTimestamp: timestamp });
  }
  return labels;
}

/** Children are nested as deep as the conversation is long, so no function calls itself. */
function labelled(
  roots: readonly EntryNode[],
  labels: ReadonlyMap<string, Label>,
): readonly RpcTreeNode[] {
  const waiting = [...roots];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    Object.assign(node, labels.get(node.entry.id));
    waiting.push(...node.children);
  }
  return roots;
}
