import type { AgentEvent, AnyTool, Tool } from "@tau-ts/agent";
import type { CodingAgentEvent, Snapshots } from "@tau-ts/coding";

export interface UndoRecordingOptions {
  /** The folder the agent works in. */
  readonly cwd: string;
  readonly tauHome: string;
  /** The user's home folder. */
  readonly home: string;
  readonly onWarning: (warning: string) => void;
}

interface Loaded {
  readonly snapshots: Snapshots;
  /** The tool with a snapshot before what it changes. */
  readonly around: <Args, Details>(tool: Tool<Args, Details>) => Tool<Args, Details>;
}

const looking: ReadonlySet<string> = new Set(["read", "grep", "find", "ls", "jobs"]);

/** Keeps what `tau undo` needs. What that takes is loaded before the first change, and not for a run that only looks. */
export class UndoRecording {
  readonly #options: UndoRecordingOptions;
  #loaded: Promise<Loaded> | undefined;
  /** What has been heard of the run before anything was loaded. */
  #missed: AgentEvent[] = [];
  #session: string | undefined;

  constructor(options: UndoRecordingOptions) {
    this.#options = options;
  }

  /** For `tools.wrap` of an agent. */
  readonly wrap = (tools: readonly AnyTool[]): readonly AnyTool[] =>
    tools.map((tool) => (looking.has(tool.name) ? tool : this.#recorded(tool)));

  /** For `subscribe` of an agent. */
  readonly observe = async (event: CodingAgentEvent): Promise<void> => {
    const isUser = event.type === "message_end" && event.message.role === "user";
    if (!isUser && event.type !== "agent_start" && event.type !== "agent_end") return;
    this.#session = event.sessionId;
    if (event.type === "agent_start") this.#missed = [];
    if (this.#loaded) await (await this.#loaded).snapshots.observe(event);
    else this.#missed.push(event);
  };

  #recorded<Args, Details>(tool: Tool<Args, Details>): Tool<Args, Details> {
    let recorded: Tool<Args, Details> | undefined;
    return {
      ...tool,
      execute: async (args, context) => {
        this.#loaded ??= this.#load();
        recorded ??= (await this.#loaded).around(tool);
        return recorded.execute(args, context);
      },
    };
  }

  async #load(): Promise<Loaded> {
    const { cwd, tauHome, home, onWarning } = this.#options;
    const { Snapshots: Store, explain, snapshotTool } = await import("./snapshot-parts.ts");
    const snapshots = new Store({ cwd, home: tauHome, session: this.#session, onWarning });
    for (const event of this.#missed) await snapshots.observe(event);
    const place = { cwd, home, ownFolder: tauHome, mode: "read-only" } as const;
    const isReadOnly = async (command: string): Promise<boolean> =>
      (await explain(command, place)).action === "allow";
    return { snapshots, around: (tool) => snapshotTool(tool, snapshots, { cwd, isReadOnly }) };
  }
}
