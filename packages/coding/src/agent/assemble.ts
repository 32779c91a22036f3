import { Limits } from "@tau-ts/agent";
import { errorText } from "../errors.ts";
import { secretsIn } from "../guard/policy/mask-secrets.ts";
import type { OpenSessionOptions } from "../session/open-session.ts";
import { LocalShell } from "../shell/local-shell.ts";
import type { Shell } from "../shell/shell.ts";
import type { CodingAgentOptions } from "./agent-options.ts";
import { Announcer } from "./announcer.ts";
import { AutoNamer } from "./auto-namer.ts";
import { findConfiguredModel } from "./find-configured-model.ts";
import type { AgentParts } from "./open-conversation.ts";
import { rememberRule } from "./remember-rule.ts";
import { lookAround } from "./surroundings.ts";
import type { Surroundings } from "./surroundings.ts";
import { Toolbox } from "./toolbox.ts";
import { UserCommands } from "./user-commands.ts";

/** The parts of an agent that stay when it goes to another session. */
export interface Assembly {
  readonly parts: AgentParts;
  readonly commands: UserCommands;
  /** Absent when sessions are not to be named by themselves. */
  readonly namer: AutoNamer | undefined;
  /** Ends what still runs in the background, when the shell is the agent's own. */
  readonly releaseShell: () => Promise<void>;
  readonly sessionOptions: Omit<OpenSessionOptions, "choice" | "now" | "current">;
}

/** Puts the parts together. What can fail because of the options fails here; nothing is held yet. */
export async function assemble(options: CodingAgentOptions): Promise<Assembly> {
  const onWarning = (warning: string): void => options.onWarning?.(warning);
  const around = await lookAround(options, onWarning);
  const { cwd, user, environment, settings } = around;
  const { tauHome } = user;
  const { shell, release: releaseShell } = shellOf(options.shell);
  const limits = limitsOf(options.limits);
  const announcer = new Announcer((error) => onWarning(`A listener failed: ${errorText(error)}`));
  const parts: AgentParts = {
    options,
    around,
    shell,
    toolbox: toolboxOf(options, around, shell, onWarning),
    findModel:
      options.findModel ?? findConfiguredModel({ tauHome, environment, settings, onWarning }),
    limits,
    announcer,
    onWarning,
  };
  const { autoName = true } = options;
  const namingModel = typeof autoName === "boolean" ? undefined : autoName;
  const namer =
    autoName === false ? undefined : new AutoNamer({ model: namingModel, limits, onWarning });
  const sessionOptions = { tauHome, cwd, onWarning, askHeld: options.askHeld };
  const commands = new UserCommands(shell, cwd);
  return { parts, commands, namer, releaseShell, sessionOptions };
}

function shellOf(given: Shell | undefined): {
  readonly shell: Shell;
  readonly release: () => Promise<void>;
} {
  if (given) return { shell: given, release: async () => undefined };
  const shell = new LocalShell();
  return { shell, release: () => shell.dispose() };
}

function limitsOf(limits: CodingAgentOptions["limits"]): Limits | undefined {
  return limits === undefined || limits instanceof Limits ? limits : new Limits(limits);
}

function toolboxOf(
  options: CodingAgentOptions,
  { workspace, cwd, user, environment, settings }: Surroundings,
  shell: Shell,
  onWarning: (warning: string) => void,
): Toolbox {
  const { tauHome, home } = user;
  const remember = (rule: string): void => {
    rememberRule(tauHome, rule).catch((error: unknown) =>
      onWarning(`The rule ${rule} holds for this session only: ${errorText(error)}`),
    );
  };
  const permissions = {
    cwd,
    home,
    ownFolder: tauHome,
    ask: options.ask,
    rules: options.rules,
    settings: settings.permissions,
    remembered: settings.permissions.remembered,
    onRemember: options.onRemember ?? remember,
    onRefused: options.onRefused,
    secrets: secretsIn(environment),
  };
  const bashTimeoutSeconds = settings.bash.timeoutSeconds;
  const list = options.tools;
  const mode = options.mode ?? settings.permissionMode;
  return new Toolbox({ workspace, shell, bashTimeoutSeconds, list, permissions }, mode);
}
