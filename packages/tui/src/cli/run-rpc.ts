import type { CodingAgent } from "@tau-ts/coding";
import { serveRpc } from "../rpc/serve-rpc.ts";
import { CommandError } from "./command-error.ts";
import { CommandModels } from "./command-models.ts";
import { openAgent } from "./open-agent.ts";
import { isBrokenPipe, readerGone } from "./output-stream.ts";
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
  const agents: CodingAgent[] = [];
  signals.listen((signal, count) => {
    signals.end(signal);
    ended.abort();
    // A second request waits for nothing that has not stopped yet.
    if (count > 1) for (const agent of agents) void agent.stop({ graceMs: 0 });
  });
  io.stdout.onFailure(() => ended.abort());
  const models = new CommandModels({ ...work, onWarning: io.notify });
  await serveRpc({
    input: process.stdin,
    output: io.stdout,
    registry: () => models.registry,
    models: given.models,
    signal: ended.signal,
    openAgent: async ({ session, ...parts }) => {
      const options = { given, cwd, home, tauHome, models, ...parts };
      const agent = await openAgent(options, session);
      agents.push(agent);
      return agent;
    },
  });
  if (signals.exitCode !== undefined) return signals.exitCode;
  if (isBrokenPipe(io.stdout.failure)) return readerGone;
  return io.stdout.failure ? 1 : 0;
}
