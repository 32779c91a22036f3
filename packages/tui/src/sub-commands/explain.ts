import { LocalWorkspace, TrustStore, explain, loadSettings, resolveTrust } from "@tau-ts/coding";
import { permissionModes } from "../cli/arguments/option-values.ts";
import { readWords } from "../cli/arguments/read-words.ts";
import { stripControls } from "../terminal/text/strip-controls.ts";
import { explainOptions } from "./options.ts";
import type { SubCommand } from "./run-sub-command.ts";

/**
 * Says what the guard makes of a command: exit code 0 when it would run unasked, 3 when somebody would be asked, 1 when it
 * would be refused.
 */
export const explainCommand: SubCommand = async ({ words, cwd, home, tauHome, variables, io }) => {
  const [own, command] = ownWords(words);
  const given = readWords(own, explainOptions);
  if (command.trim() === "") throw given.usage("tau explain needs a command.");
  const workspace = new LocalWorkspace({ cwd });
  const user = { home, tauHome };
  const trust = await resolveTrust({ workspace, cwd, user, store: new TrustStore(tauHome) });
  const trustedFolders = trust.isTrusted ? trust.folders : [];
  const { settings } = await loadSettings({ tauHome, environment: variables, trustedFolders });
  const explanation = await explain(command, {
    mode: given.choice("permission-mode", permissionModes) ?? settings.permissionMode,
    cwd,
    home,
    ownFolder: tauHome,
    flags: { allow: given.texts("allow"), deny: given.texts("deny") },
    settings: settings.permissions,
    remembered: settings.permissions.remembered,
  });
  void io.stdout.write(`${stripControls(explanation.text)}\n`);
  return { allow: 0, ask: 3, deny: 1 }[explanation.action];
};

/** Options stand in front of the command: what follows its first word is its own. */
function ownWords(words: readonly string[]): readonly [own: readonly string[], command: string] {
  let at = 0;
  while (words[at]?.startsWith("-") === true && words[at] !== "--")
    at += words[at]?.includes("=") === true ? 1 : 2;
  const [first = "", ...others] = words.slice(words[at] === "--" ? at + 1 : at);
  // One word is a command as it is typed; of several the shell has taken the quotes off already.
  const command = others.length === 0 ? first : [first, ...others].map(quoted).join(" ");
  return [words.slice(0, at), command];
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
