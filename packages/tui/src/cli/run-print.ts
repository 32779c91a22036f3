import type { AskTrust } from "@tau-ts/coding";
import { Answer } from "./answer.ts";
import { askPermissionAt } from "./ask-permission.ts";
import { askTrustAt } from "./ask-trust.ts";
import { attachFiles } from "./attach-files.ts";
import { CommandModels, readerIntervalMs } from "./command-models.ts";
import { canEditLines, isTerminal } from "./is-terminal.ts";
import { LinePrompt } from "./line-prompt.ts";
import { openAgent } from "./open-agent.ts";
import { readPrompt } from "./read-prompt.ts";
import { Refusals } from "./refusals.ts";
import type { StopSignals } from "./stop-signals.ts";
import type { Work } from "./work.ts";

/** Answers one prompt on standard output; resolves with the exit code. */
export async function runPrint(work: Work): Promise<number> {
  const { given, cwd, signals, io } = work;
  const words = await readPrompt(work);
  const prompt = await attachFiles(words, given, cwd);
  const schema =
    given.outputSchema === undefined
      ? undefined
      : await (await import("./output-schema.ts")).readSchema(given.outputSchema);
  using person = personAtTerminal(signals);
  const refusals = new Refusals(io.notify);
  const trust = new TrustNeed(io.notify);
  await using agent = await openAgent({
    given,
    cwd,
    home: work.home,
    tauHome: work.tauHome,
    models: new CommandModels({
      ...work,
      onWarning: io.notify,
      readIntervalMs: given.mode === "json" ? undefined : readerIntervalMs,
    }),
    ask: person && askPermissionAt(person),
    askTrust: person ? askTrustAt(person) : trust.ask,
    onRefused: refusals.add,
    onWarning: io.notify,
    schema,
  });
  signals.ended.throwIfAborted();
  const answer = new Answer({ work, agent, refusals, schema, wasTrustNeeded: () => trust.wasMet });
  return await answer.give(prompt);
}

/** Somebody who can be asked although there is only one prompt: it takes a terminal to read and one to write. */
function personAtTerminal(signals: StopSignals): LinePrompt | undefined {
  if (!isTerminal("stdin") || !isTerminal("stderr")) return undefined;
  return new LinePrompt({
    input: process.stdin,
    output: process.stderr,
    canEdit: canEditLines(process.env),
    onInterrupt: () => signals.receive("SIGINT"),
  });
}

/** Whether a project was not trusted because nobody could be asked. */
class TrustNeed {
  readonly #tell: (text: string) => void;
  wasMet = false;

  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  readonly ask: AskTrust = async ({ root, files }) => {
    this.wasMet = true;
    this.#tell(
      `${files.join(", ")} of ${root} was left out: nobody has said that the project is trusted, and nobody is there to ask. To load it: --approve`,
    );
    return "decline-once";
  };
}
