import type { JsonValue } from "@tau-ts/ai";
import { SettingsError } from "../errors.ts";
import { isUnderstood } from "./field.ts";
import { editJsonc, parseJsonc, valueAt } from "./files/jsonc.ts";
import { SharedFile } from "./files/shared-file.ts";
import { nearest } from "./nearest.ts";
import { allSettingFields } from "./setting-fields.ts";

/** A new value, or how it comes of the one that is there; `undefined` for none. */
export type SettingChange =
  | JsonValue
  | undefined
  | ((before: JsonValue | undefined) => JsonValue | undefined);

/**
 * Changes one setting in a settings file, or takes it out with `undefined`. Comments, order and layout of the rest stay;
 * other processes may change the same file at the same time.
 *
 * Throws `SettingsError`: `value` for an unknown key or a value that is not allowed, `damaged` for a file that cannot be
 * read (it stays as it is), `locked`; and `WorkspaceError` when the file cannot be written.
 */
export async function changeSetting(
  path: string,
  key: string,
  change: SettingChange,
): Promise<void> {
  const known = allSettingFields.map((field) => field.path);
  const field = allSettingFields.find((candidate) => candidate.path === key);
  if (!field) {
    const [guess] = nearest(key, known);
    const hint = guess === undefined ? `Known: ${known.join(", ")}.` : `Did you mean ${guess}?`;
    throw new SettingsError("value", path, `There is no setting ${JSON.stringify(key)}. ${hint}`);
  }
  const keys = key.split(".");
  await new SharedFile(path).update(async (text = "") => {
    const value =
      typeof change === "function" ? change(valueAt(await parseJsonc(text, path), keys)) : change;
    if (value !== undefined && !isUnderstood(value, field.read(value))) {
      const given = JSON.stringify(value);
      throw new SettingsError("value", path, `${key} must be ${field.expected}, not ${given}.`);
    }
    return editJsonc(text, path, keys, value);
  });
}
