import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { startAnswers } from "./answers.ts";
import { Commands } from "./commands.ts";
import type { CommandOutcome } from "./commands.ts";
import { firstMissing, isShownOutput } from "./expected-output.ts";
import { moduleOf, promisedLines } from "./page.ts";
import type { Block, Page } from "./page.ts";
import type { Place } from "./place.ts";

/**
 * Does what a page says, from its top to its end, in a place that is empty but for what can be installed there:
 *
 * - a block with a file name is written to that file;
 * - the lines of a `sh` block are run, a block `sh background` goes on until the end of the page;
 * - a `text` block right after it is what the last commands printed;
 * - the unnamed `ts` blocks are one module, run last; it prints what comments behind `console.log(…);` say.
 *
 * A model server on the loopback answers in place of every provider. Rejects with what was not as the page says.
 */
export async function followPage(page: Page, place: Place): Promise<void> {
  await using answers = await startAnswers(page.path);
  await using commands = new Commands(place, answers.environment);
  let last: CommandOutcome | undefined;
  for (const written of page.blocks) {
    const block = { ...written, text: place.here(answers.here(written.text)) };
    if (block.file !== undefined) await writeFileOf(block.file, block.text, place);
    else if (block.language === "sh") last = await runShell(page, block, place, commands);
    else if (block.language === "text" && last !== undefined) {
      if (!isShownOutput(block.text, last.stdout))
        throw failure(page, block, "the commands print something else", last);
      last = undefined;
    }
  }
  await runModule(page, place.here(answers.here(moduleOf(page) ?? "")), place, commands);
  answers.check();
}

async function runShell(
  page: Page,
  block: Block,
  place: Place,
  commands: Commands,
): Promise<CommandOutcome | undefined> {
  const script = place.usesNpm ? block.text : withoutNpm(block.text);
  if (script.trim() === "") return undefined;
  if (block.words.includes("background")) {
    await commands.start(script);
    return undefined;
  }
  const outcome = await commands.run(script);
  const code = /^exit-code-(\d+)$/m.exec(block.words.join("\n"))?.[1] ?? "0";
  if (outcome.exitCode !== Number(code))
    throw failure(page, block, `the commands ended with ${outcome.exitCode}`, outcome);
  return outcome;
}

/** What sets up a folder has been done where `npm` is not used. */
function withoutNpm(script: string): string {
  return script
    .split("\n")
    .filter((line) => !/^npm (init|pkg|install)\b/.test(line))
    .join("\n");
}

async function runModule(
  page: Page,
  code: string,
  place: Place,
  commands: Commands,
): Promise<void> {
  if (code === "") return;
  await writeFileOf("page.ts", code, place);
  const outcome = await commands.run("node page.ts");
  const block = page.blocks.find(({ language, file }) => language === "ts" && file === undefined);
  if (outcome.exitCode !== 0)
    throw failure(page, block, `the examples ended with ${outcome.exitCode}`, outcome);
  const missing = firstMissing(promisedLines(code), outcome.stdout);
  if (missing !== undefined)
    throw failure(page, block, `the examples do not print ${JSON.stringify(missing)}`, outcome);
}

async function writeFileOf(name: string, text: string, { cwd }: Place): Promise<void> {
  await mkdir(dirname(join(cwd, name)), { recursive: true });
  await writeFile(join(cwd, name), text);
}

function failure(
  { path }: Page,
  block: Block | undefined,
  what: string,
  { stdout, stderr }: CommandOutcome,
): Error {
  return new Error(
    `${path}:${block?.line ?? 1}: ${what}.\n--- printed\n${stdout}\n--- on standard error\n${stderr}`,
  );
}
