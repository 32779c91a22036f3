import { LocalShell } from "@tau-ts/coding";
import { runInteractive } from "../interactive/run-interactive.ts";
import type { InteractiveAgentParts, OpenedAgent } from "../interactive/run-interactive.ts";
import { attachFiles } from "./attach-files.ts";
import { CommandModels, readerIntervalMs } from "./command-models.ts";
import { openAgent } from "./open-agent.ts";
import type { Work } from "./work.ts";

/**
 * Talks at a terminal that can move its cursor. Resolves with the exit code when the terminal is given back; what the
 * process writes to standard error meanwhile comes after that.
 */
export async function runTerminal(work: Work): Promise<number> {
  const { given, cwd, home, tauHome, variables, io, signals } = work;
  const ended = new AbortController();
  signals.listen((signal) => {
    signals.end(signal);
    ended.abort();
  });
  signals.ended.throwIfAborted();
  let models: CommandModels | undefined;
  const modelsFor = (onWarning: (warning: string) => void): CommandModels =>
    (models ??= new CommandModels({ ...work, onWarning, readIntervalMs: readerIntervalMs }));
  const shell = new LocalShell();
  const open = async (parts: InteractiveAgentParts): Promise<OpenedAgent> => {
    const found = modelsFor(parts.onWarning);
    const options = { given, cwd, home, tauHome, models: found, shell };
    return { agent: await openAgent({ ...options, ...parts }), jobs: shell.jobs };
  };
  try {
    const { exitCode, farewell } = await runInteractive({
      cwd,
      home,
      tauHome,
      variables,
      openAgent: open,
      registry: () => modelsFor(io.notify).registry,
      models: given.models,
      prompt: () => attachFiles(given.prompt, given, cwd),
      signal: ended.signal,
    });
    if (farewell !== "") void io.stdout.write(`${farewell}\n`);
    return signals.exitCode ?? exitCode;
  } finally {
    await shell.dispose();
  }
}
