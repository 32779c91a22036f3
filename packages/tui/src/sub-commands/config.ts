import type { JsonValue } from "@tau-ts/ai";
import {
  LocalWorkspace,
  ModelRegistry,
  TrustStore,
  changeSetting,
  loadSettings,
  resolveTrust,
  settingsPath,
} from "@tau-ts/coding";
import { readWords } from "../cli/arguments/read-words.ts";
import { modelProblem } from "../cli/check-named-models.ts";
import type { SubCommand, SubCommandWork } from "./run-sub-command.ts";

/** Shows the settings that hold in this folder, or changes one of the user's. */
export const config: SubCommand = async (work) => {
  const given = readWords<never>(work.words, []);
  const [action, key, value, ...extra] = given.words;
  if (action === undefined) return show(work);
  const path = settingsPath(work.tauHome);
  if (action === "path" && key === undefined) {
    void work.io.stdout.write(`${path}\n`);
    return 0;
  }
  if (extra.length > 0 || key === undefined || !["set", "unset"].includes(action))
    throw given.usage(
      "write tau config, tau config set KEY VALUE, tau config unset KEY, or tau config path.",
    );
  if (action === "set" && value === undefined)
    throw given.usage(`tau config set ${key} needs a value.`);
  const wanted = action === "set" ? valueOf(value ?? "") : undefined;
  await changeSetting(path, key, wanted);
  if (key === "model" && typeof wanted === "string") await checkModel(wanted, work);
  return 0;
};

async function show({ cwd, home, tauHome, variables, io }: SubCommandWork): Promise<number> {
  const workspace = new LocalWorkspace({ cwd });
  const user = { home, tauHome };
  const trust = await resolveTrust({ workspace, cwd, user, store: new TrustStore(tauHome) });
  const trustedFolders = trust.isTrusted ? trust.folders : [];
  const loaded = await loadSettings({ tauHome, environment: variables, trustedFolders });
  for (const warning of [...trust.warnings, ...loaded.warnings]) io.notify(warning);
  void io.stdout.write(`${JSON.stringify(loaded.settings, undefined, 2)}\n`);
  return 0;
}

/** A model that no list has may be there all the same, or come to be: it is told of, and kept. */
async function checkModel(name: string, { tauHome, variables, io }: SubCommandWork): Promise<void> {
  const registry = await ModelRegistry.load({ tauHome, environment: variables });
  const problem = await modelProblem(registry, name);
  if (problem !== undefined) io.notify(`model was set, but cannot be used as it is: ${problem}`);
}

/** JSON where it is JSON, such as `true`, `3` or `["a"]`; otherwise the words themselves. */
function valueOf(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
