/**
 * Edits one line of a 50 MB file and compares with the least that is possible, reading, replacing and writing it:
 * `node --conditions=tau-ts:source scripts/edit-speed.ts`. Ends with code 1 when the edit takes more than six times that.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editTool } from "../src/tools/edit.ts";

const limit = 6;
const rounds = 5;
const folder = mkdtempSync(join(tmpdir(), "tau-edit-"));
const path = join(folder, "big.txt");
const never = new AbortController().signal;
const context = { toolCallId: "call", signal: never, abandoned: never, onUpdate: () => undefined };

async function time(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function compare(name: string, lineEnd: string): Promise<boolean> {
  const line = (index: number): string =>
    `line ${index} of a file with text in it, é at times${lineEnd}`;
  const text = Array.from({ length: 1_000_000 }, (_, index) => line(index)).join("");
  writeFileSync(path, text);
  const oldText = "line 700123 of";
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(
      await time(async () => {
        const content = await readFile(path, "utf8");
        await writeFile(
          path,
          content.replace(oldText, () => `bare ${round} of`),
        );
      }),
    );
    writeFileSync(path, text);
    const edit = editTool({ cwd: folder }); // A new one: the last knows that the file changed since.
    ours.push(
      await time(async () => {
        const edits = [{ oldText, newText: `line ${round} x of` }];
        await edit.execute({ path, edits }, context);
      }),
    );
    if (readFileSync(path, "utf8") !== text.replace(oldText, `line ${round} x of`))
      throw new Error("The edit did not do what it should have done.");
    writeFileSync(path, text);
  }
  const ratio = median(ours) / median(bare);
  process.stdout.write(
    `${name}, ${(Buffer.byteLength(text) / 1e6).toFixed(0)} MB: bare ${median(bare).toFixed(0)} ms, edit ${median(ours).toFixed(0)} ms, ${ratio.toFixed(1)} times (limit ${limit})\n`,
  );
  return ratio <= limit;
}

const results = [await compare("LF", "\n"), await compare("CRLF", "\r\n")];
rmSync(folder, { recursive: true });
if (results.includes(false)) process.exitCode = 1;
