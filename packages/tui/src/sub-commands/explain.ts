import {
  LocalWorkspace,
  TrustStore,
  explain,
  findProject,
  loadSettings,
  resolveTrust,
} from "@tau-ts/coding";
import { forTerminal } from "../cli/terminal-text.ts";
import { readWords } from "../cli/read-words.ts";
import type { SubCommand } from "./run-sub-command.ts";

const facts = [
  { name: "permission-mode", value: "read-only|ask|auto-edit|full", help: "Default: the setting." },
  { name: "allow", value: "RULE", isRepeatable: true, help: "As of tau." },
  { name: "deny", value: "RULE", isRepeatable: true, help: "As of tau." },
] as const;

/**
 * Says what the guard makes of a command: exit code 0 when it would run unasked, 3 when somebody would be asked, 1 when it
 * would be refused.
 */
export const explainCommand: SubCommand = async ({ words, cwd, home, tauHome, variables, io }) => {
  const given = readWords<"permission-mode" | "allow" | "deny">(words, facts);
  const command = [...given.words, ...given.literalWords].join(" ");
  if (command.trim() === "") throw given.usage("tau explain needs a command, best in quotes.");
  const workspace = new LocalWorkspace({ cwd });
  const user = { home, tauHome };
  const trust = await resolveTrust({ workspace, cwd, user, store: new TrustStore(tauHome) });
  const trustedFolders = trust.isTrusted ? (await findProject(workspace, cwd)).folders : [];
  const { settings } = await loadSettings({ tauHome, environment: variables, trustedFolders });
  const explanation = await explain(command, {
    mode:
      given.choice("permission-mode", ["read-only", "ask", "auto-edit", "full"]) ??
      settings.permissionMode,
    cwd,
    home,
    ownFolder: tauHome,
    flags: { allow: given.texts("allow"), deny: given.texts("deny") },
    settings: settings.permissions,
    remembered: settings.permissions.remembered,
  });
  void io.stdout.write(`${explanation.text.split("\n").map(forTerminal).join("\n")}\n`);
  return { allow: 0, ask: 3, deny: 1 }[explanation.action];
};
