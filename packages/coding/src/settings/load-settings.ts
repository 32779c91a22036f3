import { join } from "node:path";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { errorText } from "../errors.ts";
import { isUnderstood } from "./field.ts";
import type { Field } from "./field.ts";
import { parseJsonc, valueAt } from "./files/jsonc.ts";
import { SharedFile } from "./files/shared-file.ts";
import { nearest } from "./nearest.ts";
import { allSettingFields } from "./setting-fields.ts";
import { composeSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { variableOf } from "./user-folders.ts";
import type { Variables } from "./user-folders.ts";

/** Which settings {@link loadSettings} reads. */
export interface LoadSettingsOptions {
  /** The folder of the user's settings: `userFolders().tauHome`. */
  readonly tauHome: string;
  /** The folders that a project's `.tau` may be in, broad to specific. Give them for a trusted project only. */
  readonly trustedFolders?: readonly string[] | undefined;
  /** Default: nothing is overridden. */
  readonly environment?: Variables | undefined;
}

/** The settings that hold, and what was not understood on the way. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** What was not understood, and so does not count. Nothing of it is fatal. */
  readonly warnings: readonly string[];
}

/** One source of settings; a later one counts more. */
export interface SettingsLayer {
  readonly name: string;
  readonly isProject: boolean;
  readonly values: JsonObject;
  readonly warnings: readonly string[];
}

/** The user's settings file. */
export function settingsPath(tauHome: string): string {
  return join(tauHome, "settings.json");
}

/**
 * The settings that hold: defaults, then the user's file, then the trusted project's, then the environment. A file that
 * is damaged, a value that is not allowed and a key that nobody knows are left out with a warning. Never rejects.
 */
export async function loadSettings(options: LoadSettingsOptions): Promise<LoadedSettings> {
  return settingsOver(await readUserLayer(options.tauHome), options);
}

/** The user's own file, read once for whoever makes settings of it more than once. Never rejects. */
export function readUserLayer(tauHome: string): Promise<SettingsLayer> {
  return readLayer(settingsPath(tauHome), false);
}

/** As `loadSettings`, over the user's file as it was read. */
export async function settingsOver(
  userLayer: SettingsLayer,
  { trustedFolders = [], environment = {} }: Omit<LoadSettingsOptions, "tauHome">,
): Promise<LoadedSettings> {
  const layers = [userLayer];
  for (const folder of trustedFolders)
    layers.push(await readLayer(join(folder, ".tau/settings.json"), true));
  const warnings = layers.flatMap((layer) => layer.warnings);
  const valueOf = <T>(field: Field<T>): T => {
    const fromFiles = layers.reduce(
      (value, layer) => merge(field, value, layer, warnings),
      field.fallback,
    );
    return overridden(field, environment, warnings) ?? fromFiles;
  };
  return { settings: composeSettings(valueOf), warnings };
}

async function readLayer(name: string, isProject: boolean): Promise<SettingsLayer> {
  try {
    const text = await new SharedFile(name).read();
    const values = text === undefined ? {} : await parseJsonc(text, name);
    const warnings = unknownKeys(values).map((warning) => `${name}: ${warning}`);
    return { name, isProject, values, warnings };
  } catch (error) {
    const warnings = [`${errorText(error)} Its settings do not count.`];
    return { name, isProject, values: {}, warnings };
  }
}

/** What a file says about a field, on top of what came before. */
function merge<T>(field: Field<T>, before: T, layer: SettingsLayer, warnings: string[]): T {
  const raw = valueAt(layer.values, field.path.split("."));
  if (raw === undefined) return before;
  const where = `${layer.name}: ${field.path}`;
  if (layer.isProject && field.isUserOnly === true) {
    warnings.push(`${where} was left out: only the user's own settings may say it.`);
    return before;
  }
  const value = field.read(raw);
  if (!isUnderstood(raw, value)) {
    const what = value === undefined ? "was left out" : "was left out in part";
    warnings.push(`${where} ${what}: it must be ${field.expected}.`);
  }
  if (value === undefined) return before;
  return field.isJoined === true && Array.isArray(before) && Array.isArray(value)
    ? (field.read([...before, ...value]) ?? value)
    : value;
}

function overridden<T>(field: Field<T>, environment: Variables, warnings: string[]): T | undefined {
  const { variable, fromText } = field;
  const text = variable === undefined ? undefined : variableOf(environment, variable);
  if (text === undefined) return undefined;
  const value = field.read(fromText ? fromText(text) : text);
  if (value === undefined)
    warnings.push(
      `${variable} was left out: it must be ${field.expected}, not ${JSON.stringify(text)}.`,
    );
  return value;
}

/** A sentence for each key that no field has. */
function unknownKeys(values: JsonObject, prefix = ""): string[] {
  const known = allSettingFields.map(({ path }) => path);
  return Object.entries(values).flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    if (path === "$schema" || known.includes(path)) return [];
    if (known.some((other) => other.startsWith(`${path}.`)))
      return isJsonObject(value)
        ? unknownKeys(value, `${path}.`)
        : [`${path} was left out: it must be an object.`];
    const [guess] = nearest(path, known);
    return [`${path} is not known${guess === undefined ? "" : `; did you mean ${guess}?`}`];
  });
}
