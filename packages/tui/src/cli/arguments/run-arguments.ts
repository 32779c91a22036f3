import type { ThinkingLevel } from "@tau-ts/ai";
import type { PermissionMode } from "@tau-ts/coding";

export type OutputMode = "text" | "json" | "transcript" | "rpc";

/** Where the conversation is kept. */
export type SessionArgument =
  | { readonly kind: "new" }
  | { readonly kind: "continue" }
  /** Without `id`, somebody is to choose. */
  | { readonly kind: "resume"; readonly id: string | undefined }
  /** A file, or an id when no path looks like it. */
  | { readonly kind: "open"; readonly source: string }
  | { readonly kind: "exact"; readonly id: string }
  | { readonly kind: "fork"; readonly source: string }
  | { readonly kind: "none" };

/** What the command was asked to do, each value checked as far as that is possible without looking at the machine. */
export interface RunArguments {
  /** The prompt words, joined; empty when there are none. */
  readonly prompt: string;
  /** Files named with `@`, in order. */
  readonly files: readonly string[];
  readonly images: readonly string[];
  readonly isPrint: boolean;
  readonly mode: OutputMode;
  readonly cwd: string | undefined;
  readonly outputSchema: string | undefined;
  readonly isVerbose: boolean;

  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly models: readonly string[] | undefined;
  readonly thinking: ThinkingLevel | undefined;
  readonly wire: string | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly isOfflineDemo: boolean;
  readonly record: string | undefined;
  readonly replay: string | undefined;

  readonly session: SessionArgument;
  readonly name: string | undefined;

  readonly permissionMode: PermissionMode | undefined;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Only these; empty for none at all. */
  readonly tools: readonly string[] | undefined;
  readonly excludedTools: readonly string[] | undefined;
  /** What was said about trusting the project. */
  readonly trust: boolean | undefined;

  readonly systemPrompt: string | undefined;
  readonly appendSystemPrompt: string | undefined;
  readonly hasContextFiles: boolean;
  readonly skills: readonly string[];
  readonly hasSkills: boolean;
  readonly promptTemplates: readonly string[];

  readonly maxTurns: number | undefined;
  readonly limits: {
    readonly turns: number | undefined;
    readonly tokens: number | undefined;
    readonly usd: number | undefined;
    readonly seconds: number | undefined;
  };
}
