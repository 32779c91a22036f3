import type { QueueMode, SessionEntry } from "@tau-ts/agent";
import type { ImageContent, Message, ThinkingLevel, Usage } from "@tau-ts/ai";
import type { PermissionMode } from "@tau-ts/coding";

export type { QueueMode } from "@tau-ts/agent";

/** A model as other programs are told of it. Costs are US dollars for a million tokens. */
export interface RpcModel {
  readonly id: string;
  readonly name: string;
  readonly api: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly reasoning: boolean;
  readonly input: readonly ("text" | "image")[];
  readonly contextWindow: number;
  readonly maxTokens: number;
  readonly cost: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
}

/** What `get_state` tells of a session. */
export interface RpcState {
  readonly model?: RpcModel;
  readonly thinkingLevel: ThinkingLevel;
  readonly isStreaming: boolean;
  readonly isCompacting: boolean;
  readonly steeringMode: QueueMode;
  readonly followUpMode: QueueMode;
  readonly sessionFile?: string;
  readonly sessionId: string;
  readonly sessionName?: string;
  readonly autoCompactionEnabled: boolean;
  readonly messageCount: number;
  /** Messages that wait in the queues. */
  readonly pendingMessageCount: number;
  readonly permissionMode: PermissionMode;
  readonly cwd: string;
}

/** What a compaction came to; counts are tokens. */
export interface RpcCompaction {
  readonly summary: string;
  readonly firstKeptEntryId: string;
  readonly tokensBefore: number;
  readonly estimatedTokensAfter: number;
  readonly usage?: Usage;
  readonly details?: unknown;
}

/** How a command of the user's ended. */
export interface RpcBashResult {
  readonly output: string;
  /** Absent when it was stopped, or killed by a signal. */
  readonly exitCode?: number;
  readonly cancelled: boolean;
  /** `output` is the end of it; the whole is in `fullOutputPath`. */
  readonly truncated: boolean;
  readonly fullOutputPath?: string;
}

/** What a session holds and took. */
export interface RpcSessionStats {
  readonly sessionFile?: string;
  readonly sessionId: string;
  readonly userMessages: number;
  readonly assistantMessages: number;
  readonly toolCalls: number;
  readonly toolResults: number;
  readonly totalMessages: number;
  readonly tokens: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly total: number;
  };
  /** US dollars. */
  readonly cost: number;
  /** Model calls whose price is not known, and so is not in `cost`. */
  readonly unknownCostCalls: number;
  readonly contextUsage?: {
    readonly tokens: number | null;
    readonly contextWindow: number;
    readonly percent: number | null;
  };
}

/** An entry of a session and the entries that hang on it. */
export interface RpcTreeNode {
  readonly entry: SessionEntry;
  readonly children: readonly RpcTreeNode[];
  readonly label?: string;
  /** When it was labelled, in ISO 8601. */
  readonly labelTimestamp?: string;
}

/** A prompt template, or a skill (`skill:name`), that a prompt can name behind a slash. */
export interface RpcSlashCommand {
  readonly name: string;
  readonly description?: string;
  readonly source: "prompt" | "skill";
  readonly sourceInfo: {
    readonly path: string;
    readonly source: string;
    readonly scope: "user" | "project" | "temporary";
    readonly origin: "top-level";
  };
}

/** A command by its name: what it carries, and what it is answered with. */
export interface RpcCommands {
  prompt: {
    in: {
      message: string;
      images?: readonly ImageContent[];
      streamingBehavior?: "steer" | "followUp";
    };
    out: { disposition: "started" | "queued" | "handled" };
  };
  steer: {
    in: { message: string; images?: readonly ImageContent[] };
    out: { disposition: "queued" | "handled" };
  };
  follow_up: {
    in: { message: string; images?: readonly ImageContent[] };
    out: { disposition: "queued" | "handled" };
  };
  abort: { in: object; out: undefined };
  clear_queue: { in: object; out: { steering: string[]; followUp: string[] } };
  new_session: { in: { parentSession?: string }; out: { cancelled: boolean; sessionId: string } };
  get_state: { in: object; out: RpcState };
  get_messages: { in: object; out: { messages: readonly Message[] } };
  set_model: { in: { provider: string; modelId: string }; out: RpcModel };
  cycle_model: {
    in: object;
    out: { model: RpcModel; thinkingLevel: ThinkingLevel; isScoped: boolean } | null;
  };
  get_available_models: { in: object; out: { models: readonly RpcModel[] } };
  set_thinking_level: { in: { level: ThinkingLevel }; out: undefined };
  cycle_thinking_level: { in: object; out: { level: ThinkingLevel } | null };
  get_available_thinking_levels: { in: object; out: { levels: readonly ThinkingLevel[] } };
  set_steering_mode: { in: { mode: QueueMode }; out: undefined };
  set_follow_up_mode: { in: { mode: QueueMode }; out: undefined };
  compact: { in: { customInstructions?: string }; out: RpcCompaction };
  set_auto_compaction: { in: { enabled: boolean }; out: undefined };
  set_auto_retry: { in: { enabled: boolean }; out: undefined };
  abort_retry: { in: object; out: undefined };
  bash: { in: { command: string; excludeFromContext?: boolean }; out: RpcBashResult };
  abort_bash: { in: object; out: undefined };
  get_session_stats: { in: object; out: RpcSessionStats };
  export_html: { in: { outputPath?: string }; out: { path: string } };
  switch_session: { in: { sessionPath: string }; out: { cancelled: boolean; sessionId: string } };
  fork: { in: { entryId: string }; out: { text: string; cancelled: boolean; sessionId: string } };
  clone: { in: object; out: { cancelled: boolean; sessionId: string } };
  get_fork_messages: { in: object; out: { messages: { entryId: string; text: string }[] } };
  get_entries: {
    in: { since?: string };
    out: { entries: readonly SessionEntry[]; leafId: string | null };
  };
  get_tree: { in: object; out: { tree: readonly RpcTreeNode[]; leafId: string | null } };
  get_last_assistant_text: { in: object; out: { text: string | null } };
  set_session_name: { in: { name: string }; out: undefined };
  get_commands: { in: object; out: { commands: readonly RpcSlashCommand[] } };
  /** Ours: another session beside those that are open, in the folder of the process. */
  open_session: { in: { sessionPath?: string }; out: { sessionId: string } };
  /** Ours: ends one of several. */
  close_session: { in: object; out: undefined };
  /** Ours: the sessions that are open; the first one is meant by commands that name none. */
  get_open_sessions: {
    in: object;
    out: { sessions: { sessionId: string; isStreaming: boolean; sessionFile?: string }[] };
  };
  /** Ours. */
  set_permission_mode: { in: { mode: PermissionMode }; out: undefined };
}

/** The names of all commands. */
export type RpcCommandName = keyof RpcCommands;

/** A line to be sent: `id` comes back with the response, `sessionId` says which session is meant. */
export type RpcCommand = {
  [Name in RpcCommandName]: {
    readonly type: Name;
    readonly id?: string | number | undefined;
    readonly sessionId?: string | undefined;
  } & RpcCommands[Name]["in"];
}[RpcCommandName];

/** The answer to a command: `id` is that of the command, `data` what `RpcCommands` says. */
export type RpcResponse =
  | {
      readonly type: "response";
      readonly id?: string | number;
      readonly command: string;
      readonly success: true;
      readonly sessionId?: string;
      readonly data?: unknown;
    }
  | {
      readonly type: "response";
      readonly id?: string | number;
      readonly command: string;
      readonly success: false;
      readonly sessionId?: string;
      readonly error: string;
    };

/** A question to whoever is in front; `timeout`, in milliseconds, is how long it is waited for. */
export type RpcUiRequest = {
  readonly type: "extension_ui_request";
  readonly id: string;
  readonly sessionId?: string;
} & (
  | {
      readonly method: "select";
      readonly title: string;
      readonly options: readonly string[];
      readonly timeout: number;
    }
  | {
      readonly method: "notify";
      readonly message: string;
      readonly notifyType: "info" | "warning" | "error";
    }
);

/** The answer to a question; `cancelled` and an option that there is none of are a no. */
export type RpcUiResponse = { readonly type: "extension_ui_response"; readonly id: string } & (
  | { readonly value: string }
  | { readonly confirmed: boolean }
  | { readonly cancelled: true }
);
