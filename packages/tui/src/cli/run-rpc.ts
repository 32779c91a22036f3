import { serveRpc } from "../rpc/serve-rpc.ts";
import { CommandError } from "./command-error.ts";
import { CommandModels } from "./find-model.ts";
import { openAgent } from "./open-agent.ts";
import type { Work } from "./work.ts";

/** Is driven by another program until it closes the input; resolves with the exit code. */
export async function runRpc(work: Work): Promise<number> {
  const { given, cwd, home, tauHome, io, signals } = work;
  if (given.prompt !== "" || given.files.length > 0 || given.images.length > 0)
    throw new CommandError(
      "usage",
      "--mode rpc takes no prompt: it comes with the command prompt.",
    );
  const ended = new AbortController();
  signals.listen((signal) => {
    signals.end(signal);
    ended.abort();
  });
  io.stdout.onFailure(() => ended.abort());
  const models = new CommandModels({ ...work, onWarning: io.notify });
  await serveRpc({
    input: process.stdin,
    output: io.stdout,
    registry: () => models.registry,
    models: given.models,
    signal: ended.signal,
    openAgent: ({ session, ...parts }) =>
      openAgent({ given, cwd, home, tauHome, models, autoName: false, ...parts }, session),
  });
  if (signals.exitCode !== undefined) return signals.exitCode;
  return io.stdout.failure ? 1 : 0;
}
