// Adding a name here makes it public; a test pins the list.
export type { Frontend, FrontendEvent, SessionFrontend, TextWriter } from "./frontends/frontend.ts";
export { JsonFrontend } from "./frontends/json-frontend.ts";
export type { JsonFrontendOptions } from "./frontends/json-frontend.ts";
export { TextFrontend } from "./frontends/text-frontend.ts";
export type { TextFrontendOptions } from "./frontends/text-frontend.ts";
export { TranscriptFrontend } from "./frontends/transcript-frontend.ts";
export type { TranscriptFrontendOptions } from "./frontends/transcript-frontend.ts";

export { sessionHtml } from "./export/html.ts";
export { sessionMarkdown } from "./export/markdown.ts";
export { readSession } from "./export/read-session.ts";
export type { ExportedSession } from "./export/session-view.ts";

export { runInteractive } from "./interactive/run-interactive.ts";
export type {
  InteractiveAgentParts,
  InteractiveEnd,
  OpenedAgent,
  RunInteractiveOptions,
} from "./interactive/run-interactive.ts";

export { serveRpc } from "./rpc/serve-rpc.ts";
export type { ServedAgentParts, ServeRpcOptions } from "./rpc/serve-rpc.ts";
export { RpcClient, RpcError } from "./rpc/rpc-client.ts";
export type { RpcClientOptions, RpcRecord } from "./rpc/rpc-client.ts";
export type {
  QueueMode,
  RpcBashResult,
  RpcCommand,
  RpcCommandName,
  RpcCommands,
  RpcCompaction,
  RpcModel,
  RpcResponse,
  RpcSessionStats,
  RpcSlashCommand,
  RpcState,
  RpcTreeNode,
  RpcUiRequest,
  RpcUiResponse,
} from "./rpc/messages.ts";
