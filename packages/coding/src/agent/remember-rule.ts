import { changeSetting } from "../settings/change-setting.ts";
import { settingsPath } from "../settings/load-settings.ts";

/** Keeps a rule that "always" added in the user's settings, beside those that are there. */
export async function rememberRule(tauHome: string, rule: string): Promise<void> {
  await changeSetting(settingsPath(tauHome), "permissions.remembered", (before) => {
    const remembered = Array.isArray(before) ? before : [];
    return remembered.includes(rule) ? remembered : [...remembered, rule];
  });
}
