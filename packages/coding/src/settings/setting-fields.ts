import { thinkingLevels } from "@tau-ts/ai";
import type { ThinkingLevel } from "@tau-ts/ai";
import { readPermissionRule } from "../guard/policy/permission-rules.ts";
import { permissionModes } from "../guard/policy/policy.ts";
import type { PermissionMode } from "../guard/policy/policy.ts";
import { choiceField, countField, flagField, listField, textField } from "./field.ts";
import type { Field, ListItems } from "./field.ts";

/** What is done with a project that nobody has decided about. */
export type DefaultProjectTrust = "ask" | "always" | "never";

const permissionRules: ListItems<string> = {
  schema: { type: "string", minLength: 1 },
  expected: 'rules, such as ["edit", "bash(git status)"]',
  read: (value) => (typeof value === "string" && isRule(value) ? value : undefined),
};

/** An alias and no interface: only then can its fields be listed without losing their types. */
export type SettingFields = {
  readonly model: Field<string | undefined>;
  readonly thinking: Field<ThinkingLevel>;
  readonly permissionMode: Field<PermissionMode>;
  readonly permissionsAllow: Field<readonly string[]>;
  readonly permissionsAsk: Field<readonly string[]>;
  readonly permissionsDeny: Field<readonly string[]>;
  readonly permissionsRemembered: Field<readonly string[]>;
  readonly defaultProjectTrust: Field<DefaultProjectTrust>;
  readonly maxTurns: Field<number | undefined>;
  readonly streamIdleMs: Field<number | undefined>;
  readonly maxRetries: Field<number>;
  readonly maxRetryDelayMs: Field<number>;
  readonly compactionEnabled: Field<boolean>;
  readonly compactionReserveTokens: Field<number>;
  readonly compactionKeepRecentTokens: Field<number>;
  readonly bashTimeoutSeconds: Field<number>;
};

/** Every setting there is. The schema, the checks, the defaults and the documentation are made of this. */
export const settingFields: SettingFields = {
  model: textField<undefined>({
    path: "model",
    fallback: undefined,
    variable: "TAU_MODEL",
    description:
      "The model to start with, as provider/id or provider/id:thinking. Without it: the default model of the first provider there is a key for.",
  }),
  thinking: choiceField(thinkingLevels, {
    path: "thinking",
    fallback: "medium",
    variable: "TAU_THINKING",
    description: "How hard models think before they answer, where they can.",
  }),
  permissionMode: choiceField(permissionModes, {
    path: "permissionMode",
    fallback: "ask",
    variable: "TAU_PERMISSION_MODE",
    isUserOnly: true,
    description:
      "What the agent may do without asking: read, read and ask for the rest, edit files too, or everything.",
  }),
  permissionsAllow: listField(permissionRules, {
    path: "permissions.allow",
    fallback: [],
    isUserOnly: true,
    description: "Calls that are not asked about, as tool or tool(pattern): edit, bash(npm test).",
  }),
  permissionsAsk: listField(permissionRules, {
    path: "permissions.ask",
    fallback: [],
    isJoined: true,
    description: "Calls that are always asked about. A project's are added to the user's.",
  }),
  permissionsDeny: listField(permissionRules, {
    path: "permissions.deny",
    fallback: [],
    isJoined: true,
    description:
      "Calls that are refused; beats the other two. A project's are added to the user's.",
  }),
  permissionsRemembered: listField(permissionRules, {
    path: "permissions.remembered",
    fallback: [],
    isUserOnly: true,
    description: "Calls that are not asked about because a question was answered with always.",
  }),
  defaultProjectTrust: choiceField<DefaultProjectTrust>(["ask", "always", "never"], {
    path: "defaultProjectTrust",
    fallback: "ask",
    variable: "TAU_DEFAULT_PROJECT_TRUST",
    isUserOnly: true,
    description:
      "Whether instructions, skills, templates and settings of a project are used that nobody has decided about.",
  }),
  maxTurns: countField<undefined>(1, {
    path: "maxTurns",
    fallback: undefined,
    description: "The most model calls for one prompt. Without it there is no limit.",
  }),
  streamIdleMs: countField<undefined>(0, {
    path: "streamIdleMs",
    fallback: undefined,
    variable: "TAU_STREAM_IDLE_MS",
    description:
      "Milliseconds without a word from a model after which a request is given up; 0 for no limit. Without it: the model's own limits.",
  }),
  maxRetries: countField(0, {
    path: "retry.maxRetries",
    fallback: 3,
    description: "How often a request is sent again that failed for a passing reason.",
  }),
  maxRetryDelayMs: countField(0, {
    path: "retry.maxDelayMs",
    fallback: 30_000,
    description: "The longest time between two attempts, in milliseconds.",
  }),
  compactionEnabled: flagField({
    path: "compaction.enabled",
    fallback: true,
    description: "Whether old messages are summarised when a conversation no longer fits.",
  }),
  compactionReserveTokens: countField(0, {
    path: "compaction.reserveTokens",
    fallback: 16_384,
    description: "Tokens kept free for the next answer: above that, old messages are summarised.",
  }),
  compactionKeepRecentTokens: countField(0, {
    path: "compaction.keepRecentTokens",
    fallback: 20_000,
    description: "About how many tokens of the newest messages are never summarised.",
  }),
  bashTimeoutSeconds: countField(1, {
    path: "bash.timeoutSeconds",
    fallback: 120,
    description: "Seconds after which a command is stopped, unless its call says otherwise.",
  }),
};

/** The same as a list, in order. */
export const allSettingFields: readonly Field<unknown>[] = Object.values(settingFields);

function isRule(text: string): boolean {
  try {
    readPermissionRule("ask", text, "settings");
    return true;
  } catch {
    return false; // Whoever asks says what a rule looks like, and where this one stands.
  }
}
