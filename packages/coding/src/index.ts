export { offlineModel } from "./offline/offline-model.ts";

export { CodingError, EditError, ShellError, ToolInputError, WorkspaceError } from "./errors.ts";
export type { CodingErrorKind, ShellErrorKind, WorkspaceErrorKind } from "./errors.ts";

export { LocalWorkspace } from "./workspace/local-workspace.ts";
export type { LocalWorkspaceOptions } from "./workspace/local-workspace.ts";
export { MemoryWorkspace } from "./workspace/memory-workspace.ts";
export type { MemoryWorkspaceOptions } from "./workspace/memory-workspace.ts";
export type { DirectoryEntry, FileKind, FileStat, Workspace } from "./workspace/workspace.ts";

export { LocalShell } from "./shell/local-shell.ts";
export type { LocalShellOptions } from "./shell/local-shell.ts";
export type { ProcessRow, ProcessTable } from "./shell/process-table.ts";
export type { BackgroundProcess, Shell, ShellExit, ShellRun } from "./shell/shell.ts";

export { bashTool } from "./tools/bash.ts";
export type { BashArgs, BashDetails, BashToolOptions } from "./tools/bash.ts";
export { editTool } from "./tools/edit.ts";
export type { EditArgs, EditDetails } from "./tools/edit.ts";
export type { Edit } from "./edit/apply-edits.ts";
export { findTool } from "./tools/find.ts";
export type { FindArgs, FindDetails } from "./tools/find.ts";
export { grepTool } from "./tools/grep.ts";
export type { GrepArgs, GrepDetails } from "./tools/grep.ts";
export { lsTool } from "./tools/ls.ts";
export type { LsArgs, LsDetails } from "./tools/ls.ts";
export { readTool } from "./tools/read.ts";
export type { ReadArgs, ReadDetails } from "./tools/read.ts";
export { writeTool } from "./tools/write.ts";
export type { WriteArgs, WriteDetails } from "./tools/write.ts";
export type { ToolOptions } from "./tools/tool-options.ts";

export type { Budget } from "./output/budget.ts";
export { sanitise } from "./output/sanitise.ts";
export { truncateHead, truncateTail } from "./output/truncate.ts";
export type { Truncated } from "./output/truncate.ts";

export type { Check, CheckContext } from "./guard/check.ts";
export { confirmWith } from "./guard/confirm-with.ts";
export type { Answer, Ask, Question } from "./guard/confirm-with.ts";
export { denyDestructive } from "./guard/deny-destructive.ts";
export { guard } from "./guard/guard.ts";
export type { GuardOptions } from "./guard/guard.ts";

export { buildSystemPrompt } from "./briefing/system-prompt.ts";
export type { ContextFile, Skill, SystemPromptOptions } from "./briefing/system-prompt.ts";
export { discoverContext } from "./briefing/discover-context.ts";
export type { DiscoverOptions } from "./briefing/discover-context.ts";
