import type { ThinkingLevel } from "@tau-ts/ai";
import type { PermissionMode } from "../guard/policy/policy.ts";
import type { Field } from "./field.ts";
import { settingFields } from "./setting-fields.ts";
import type { DefaultProjectTrust } from "./setting-fields.ts";

/** Everything that can be set, with defaults filled in. What each means: `settingFields`, and the README. */
export interface Settings {
  readonly model?: string | undefined;
  readonly thinking: ThinkingLevel;
  readonly permissionMode: PermissionMode;
  readonly permissions: {
    readonly allow: readonly string[];
    readonly ask: readonly string[];
    readonly deny: readonly string[];
    readonly remembered: readonly string[];
  };
  readonly defaultProjectTrust: DefaultProjectTrust;
  readonly maxTurns?: number | undefined;
  readonly streamIdleMs?: number | undefined;
  readonly retry: { readonly maxRetries: number; readonly maxDelayMs: number };
  readonly compaction: {
    readonly enabled: boolean;
    readonly reserveTokens: number;
    readonly keepRecentTokens: number;
  };
  readonly bash: { readonly timeoutSeconds: number };
}

/** Puts the settings together from whatever knows the value of one field. */
export function composeSettings(valueOf: <T>(field: Field<T>) => T): Settings {
  const fields = settingFields;
  return {
    model: valueOf(fields.model),
    thinking: valueOf(fields.thinking),
    permissionMode: valueOf(fields.permissionMode),
    permissions: {
      allow: valueOf(fields.permissionsAllow),
      ask: valueOf(fields.permissionsAsk),
      deny: valueOf(fields.permissionsDeny),
      remembered: valueOf(fields.permissionsRemembered),
    },
    defaultProjectTrust: valueOf(fields.defaultProjectTrust),
    maxTurns: valueOf(fields.maxTurns),
    streamIdleMs: valueOf(fields.streamIdleMs),
    retry: {
      maxRetries: valueOf(fields.maxRetries),
      maxDelayMs: valueOf(fields.maxRetryDelayMs),
    },
    compaction: {
      enabled: valueOf(fields.compactionEnabled),
      reserveTokens: valueOf(fields.compactionReserveTokens),
      keepRecentTokens: valueOf(fields.compactionKeepRecentTokens),
    },
    bash: { timeoutSeconds: valueOf(fields.bashTimeoutSeconds) },
  };
}
