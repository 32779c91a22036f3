import type {
  AssistantMessage,
  JsonObject,
  Message,
  Model,
  ThinkingLevel,
  ToolResultMessage,
} from "@tau-ts/ai";
import type { Commit } from "./commit.ts";
import type { AnyTool, ToolResult } from "./tool/tool.ts";

/** A call about to run, or just run. `args` is a copy of the checked arguments. */
export interface HookedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonObject;
}

/** What every hook is handed last. */
export interface HookContext {
  /** Aborts when the run is asked to stop. */
  readonly signal: AbortSignal;
}

/** An answer that may take its time. */
export type Awaitable<T> = T | Promise<T>;

/** Hooks around one tool call. */
export interface ToolHooks {
  /**
   * Looks at a call before it runs: nothing allows it, `block` refuses it with a reason, `args` replaces its arguments
   * (they are validated again). One that throws has not said yes: the call reads that the check failed.
   */
  readonly beforeToolCall?:
    | ((
        call: HookedCall,
        context: HookContext,
      ) => Awaitable<{ readonly block: string } | { readonly args: JsonObject } | undefined | void>)
    | undefined;
  /** Looks at a result and may replace it. One that throws, or never answers, leaves the tool's own result. */
  readonly afterToolCall?:
    | ((
        call: HookedCall,
        result: ToolResult,
        context: HookContext,
      ) => Awaitable<ToolResult | undefined | void>)
    | undefined;
  /** Told of the failure of a hook that changed nothing. Must not throw. */
  readonly onHookError?: ((error: unknown, hook: string) => void) | undefined;
}

/** What a turn is run with. What is left out stays as it is. */
export interface TurnSettings {
  readonly model?: Model | undefined;
  readonly system?: string | undefined;
  readonly tools?: readonly AnyTool[] | undefined;
  readonly thinking?: ThinkingLevel | undefined;
}

/** One compaction: makes the summary, then commits to the shorter transcript. Nothing is changed without a commit. */
export type CompactionWork = (commit: Commit) => Promise<void>;

/** Hooks of a run. One of those below that throws ends the run with an error, except for `compact`. */
export interface AgentHooks extends ToolHooks {
  /** Chooses what this turn is run with. */
  readonly prepareTurn?:
    | ((
        turn: { readonly turn: number },
        context: HookContext,
      ) => Awaitable<TurnSettings | undefined | void>)
    | undefined;
  /** Changes what the model is shown. The record stays as it is. */
  readonly transformContext?:
    | ((messages: readonly Message[], context: HookContext) => Awaitable<readonly Message[]>)
    | undefined;
  /**
   * Asked for room before each model call (`threshold`), when everything said so far is on the record, and once after a
   * request was too long (`overflow`), which is then made again. It decides at once: nothing says that there is room,
   * `full` that there is none and none to be made, work is announced and done. After work, no more of it is done before
   * the hook has seen room, or the user has spoken. `messages` is the record itself: copy it to keep it.
   *
   * The work commits: it writes its change to the log first and resolves with what the log then replays; that takes the
   * place of the record's messages, in the same array; only then is it announced. So log, record and view agree whenever
   * anybody looks. Work that fails, or throws, changes nothing and the run goes on.
   */
  readonly compact?:
    | ((
        messages: readonly Message[],
        context: HookContext & { readonly reason: "threshold" | "overflow" },
      ) => CompactionWork | "full" | undefined | void)
    | undefined;
  /** Asked after each turn with tool calls: `true` ends the run as completed. */
  readonly shouldStopAfterTurn?:
    | ((
        turn: {
          readonly message: AssistantMessage;
          readonly toolResults: readonly ToolResultMessage[];
        },
        context: HookContext,
      ) => Awaitable<boolean>)
    | undefined;
}
