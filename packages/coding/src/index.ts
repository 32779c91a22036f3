export { createCodingAgent } from "./create-coding-agent.ts";
export type { CodingAgent } from "./coding-agent.ts";
export type {
  AgentSessionEvent,
  CodingAgentEvent,
  CodingAgentListener,
  SessionStartReason,
} from "./agent/agent-events.ts";
export type {
  AgentPromptOptions,
  ChosenModel,
  CodingAgentOptions,
  CompactionOptions,
  FindModel,
} from "./agent/agent-options.ts";
export type { BranchOptions } from "./agent/go-to-entry.ts";
export type { AgentStatistics, SessionHandle } from "./agent/session-handle.ts";
export type { ToolList } from "./agent/toolbox.ts";
export type { UserCommandOptions } from "./agent/user-commands.ts";
export { listSessions } from "./session/list-sessions.ts";
export type { ListSessionsOptions } from "./session/list-sessions.ts";
export type { AskHeld, HeldSession, SessionChoice } from "./session/session-choice.ts";
export { sessionFolder } from "./session/session-files.ts";
export type { SessionSummary } from "./session/session-summary.ts";
export { statisticsOf } from "./session/statistics.ts";
export type { SessionStatistics } from "./session/statistics.ts";
export { parseUserCommand } from "./agent/parse-user-command.ts";
export type { UserCommand } from "./agent/parse-user-command.ts";

export { offlineModel } from "./offline/offline-model.ts";

export {
  CodingError,
  EditError,
  ModelChoiceError,
  SettingsError,
  ShellError,
  SnapshotError,
  ToolInputError,
  WorkspaceError,
} from "./errors.ts";
export type {
  CodingErrorKind,
  ModelChoiceErrorKind,
  SettingsErrorKind,
  ShellErrorKind,
  SnapshotErrorKind,
  WorkspaceErrorKind,
} from "./errors.ts";

export { LocalWorkspace } from "./workspace/local-workspace.ts";
export type { LocalWorkspaceOptions } from "./workspace/local-workspace.ts";
export { MemoryWorkspace } from "./workspace/memory-workspace.ts";
export type { MemoryWorkspaceOptions } from "./workspace/memory-workspace.ts";
export { ReadRecord } from "./workspace/read-record.ts";
export type { FileKind, FileStat } from "./workspace/file-stat.ts";
export type { CandidateSearch, DirectoryEntry, Workspace } from "./workspace/workspace.ts";
export type { PatternOptions } from "./search/compile-expression.ts";

export { LocalShell } from "./shell/local-shell.ts";
export type { LocalShellOptions } from "./shell/local-shell.ts";
export type { ProcessRow, ProcessTable } from "./shell/process-table.ts";
export { MemoryShell } from "./shell/memory-shell.ts";
export type { MemoryAnswer, MemoryCommand, MemoryHandler } from "./shell/memory-shell.ts";
export type { BackgroundProcess, Job, JobExit } from "./shell/job.ts";
export { JobList } from "./shell/job-list.ts";
export type { Shell, ShellExit, ShellRun, ShellStart } from "./shell/shell.ts";
export { JobOutput } from "./output/job-output.ts";
export type { FinishedOutput } from "./output/command-output.ts";
export type { SpoolDisk } from "./output/spool-disk.ts";
export type { SpoolOptions, Spooled } from "./output/spool.ts";

export { bashTool } from "./tools/bash.ts";
export type { BashArgs, BashDetails, BashToolOptions } from "./tools/bash.ts";
export { editTool } from "./tools/edit.ts";
export type { EditArgs, EditDetails } from "./tools/edit.ts";
export type { Edit } from "./edit/apply-edits.ts";
export { previewChange } from "./edit/preview-change.ts";
export type { ChangePreview, PreviewChangeOptions } from "./edit/preview-change.ts";
export { findTool } from "./tools/find.ts";
export type { FindArgs, FindDetails } from "./tools/find.ts";
export { grepTool } from "./tools/grep.ts";
export type { GrepArgs, GrepDetails } from "./tools/grep.ts";
export { jobsTool } from "./tools/jobs.ts";
export type { JobDetails, JobsArgs, JobsDetails } from "./tools/jobs.ts";
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
export type { Answer, Ask, Question } from "./guard/questions.ts";
export { denyDestructive } from "./guard/deny-destructive.ts";
export { guard } from "./guard/guard.ts";
export type { GuardOptions } from "./guard/guard.ts";
export type { Explanation } from "./guard/policy/explain.ts";
export { maskSecrets, secretsIn } from "./guard/policy/mask-secrets.ts";
export { explain, permissionMode } from "./guard/policy/permission-mode.ts";
export type { PermissionOptions, Permissions } from "./guard/policy/permission-mode.ts";
export type { PermissionRules } from "./guard/policy/permission-rules.ts";
export type { PermissionMode } from "./guard/policy/policy.ts";
export type { PartDecision, RuleAction } from "./guard/rules/shell-decision.ts";
export { shellRules } from "./guard/rules/shell-rules.ts";
export type { ShellRule, ShellRulesOptions } from "./guard/rules/shell-rules.ts";

export { buildSystemPrompt } from "./briefing/system-prompt.ts";
export type { ContextFile, SystemPromptOptions } from "./briefing/system-prompt.ts";
export { discoverContext } from "./briefing/discover-context.ts";
export type { DiscoverOptions } from "./briefing/discover-context.ts";
export { loadSkills } from "./briefing/skills.ts";
export type { LoadOptions } from "./briefing/resource-files.ts";
export type { Skill } from "./briefing/skills.ts";
export { loadTemplates } from "./briefing/prompt-templates.ts";
export type { PromptTemplate } from "./briefing/prompt-templates.ts";
export { fillTemplate, splitArguments } from "./briefing/template-arguments.ts";
export { expandPrompt } from "./briefing/expand-prompt.ts";
export type { ExpandOptions, ExpandedPrompt } from "./briefing/expand-prompt.ts";
export { promptWithImages } from "./briefing/attach-images.ts";
export type { AttachOptions } from "./briefing/attach-images.ts";
export { loadSystemFiles } from "./briefing/system-files.ts";
export type { SystemFiles } from "./briefing/system-files.ts";
export { loadBriefing } from "./briefing/load-briefing.ts";
export type { Briefing, BriefingSources, LoadBriefingOptions } from "./briefing/load-briefing.ts";

export { userFolders } from "./settings/user-folders.ts";
export type { UserFolders, UserFoldersOptions, Variables } from "./settings/user-folders.ts";
export { findProject } from "./settings/project.ts";
export type { Project, ProjectPlaces } from "./settings/project.ts";
export { SharedFile } from "./settings/files/shared-file.ts";
export type { SharedFileOptions } from "./settings/files/shared-file.ts";
export { changeSetting } from "./settings/change-setting.ts";
export type { SettingChange } from "./settings/change-setting.ts";
export { loadSettings, settingsPath } from "./settings/load-settings.ts";
export type { LoadedSettings, LoadSettingsOptions } from "./settings/load-settings.ts";
export type { Settings } from "./settings/settings.ts";
export type { DefaultProjectTrust } from "./settings/setting-fields.ts";
export { settingsSchema } from "./settings/settings-schema.ts";
export { resolveTrust } from "./settings/trust/resolve-trust.ts";
export type {
  AskTrust,
  ResolveTrustOptions,
  TrustDecision,
  TrustQuestion,
  TrustReply,
} from "./settings/trust/resolve-trust.ts";
export { TrustStore } from "./settings/trust/trust-store.ts";
export type { TrustAnswer } from "./settings/trust/trust-store.ts";
export { CredentialStore } from "./settings/credentials/credential-store.ts";
export type { Credential } from "./settings/credentials/credential-store.ts";
export { ModelRegistry } from "./settings/models/model-registry.ts";
export type { ModelRegistryOptions, OfferLocalOptions } from "./settings/models/model-registry.ts";
export type { OwnProvider } from "./settings/models/own-models.ts";
export type { ProviderEntry } from "./settings/models/provider-entry.ts";
export type { ProviderKeys } from "./settings/models/provider-keys.ts";
export { resolveModel } from "./settings/models/resolve-model.ts";
export type { ResolvedModel, ResolveModelOptions } from "./settings/models/resolve-model.ts";

export { Snapshots } from "./snapshots/snapshots.ts";
export type { SnapshotsOptions, UndoOptions } from "./snapshots/snapshots.ts";
export { snapshotTool, snapshotTools } from "./snapshots/snapshot-tools.ts";
export type { SnapshotToolsOptions } from "./snapshots/snapshot-tools.ts";
export type { CleanUpOptions } from "./snapshots/clean-up.ts";
export type { ChangingCall } from "./snapshots/recorder.ts";
export type { DiffOptions, KeptChange, PlannedChange } from "./snapshots/undo/show-steps.ts";
export type { KeepReason } from "./snapshots/undo/steps.ts";
export type { Point, PointReference } from "./snapshots/journal/timeline.ts";
export type {
  ApplyOptions,
  FailedChange,
  NotCovered,
  UndoOutcome,
  UndoPlan,
} from "./snapshots/undo/undo-plan.ts";
