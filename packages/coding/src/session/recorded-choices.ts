import { sessionState } from "@tau-ts/agent";
import type { NewEntry, SessionEntry, SessionState } from "@tau-ts/agent";
import { isJsonObject, thinkingLevels } from "@tau-ts/ai";
import type { ModelInfo, ThinkingLevel } from "@tau-ts/ai";
import { permissionModes } from "../guard/policy/policy.ts";
import type { PermissionMode } from "../guard/policy/policy.ts";

/** The `customType` of the entries that say which permission mode was chosen. */
const modeType = "tau.permission_mode";

/** What was chosen along a path. What nobody chose is left out. */
export interface SessionChoices {
  readonly model?: NonNullable<SessionState["model"]>;
  readonly thinking?: ThinkingLevel;
  readonly mode?: PermissionMode;
}

/** The choices in force at the end of a path. */
export function choicesOf(path: readonly SessionEntry[]): SessionChoices {
  const { model, thinkingLevel } = sessionState(path);
  const thinking = thinkingLevels.find((level) => level === thinkingLevel);
  const mode = modeOf(path);
  return {
    ...(model === undefined ? {} : { model }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(mode === undefined ? {} : { mode }),
  };
}

function modeOf(path: readonly SessionEntry[]): PermissionMode | undefined {
  const entry = path.findLast(
    (candidate) =>
      candidate.type === "custom" && "customType" in candidate && candidate.customType === modeType,
  );
  const data = entry && "data" in entry && isJsonObject(entry.data) ? entry.data : {};
  return permissionModes.find((mode) => mode === data["mode"]);
}

/** How a model is named in a session. */
export function recordedModel(info: ModelInfo | undefined): NonNullable<SessionState["model"]> {
  return { provider: info?.provider ?? "unknown", modelId: info?.id ?? "unknown" };
}

export function modelEntry(info: ModelInfo | undefined): NewEntry {
  return { type: "model_change", ...recordedModel(info) };
}

export function thinkingEntry(thinkingLevel: ThinkingLevel): NewEntry {
  return { type: "thinking_level_change", thinkingLevel };
}

export function modeEntry(mode: PermissionMode): NewEntry {
  return { type: "custom", customType: modeType, data: { mode } };
}
