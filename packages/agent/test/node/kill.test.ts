import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JsonlLog } from "../../src/node/index.ts";
import {
  finished,
  printed,
  startProgram,
  texts,
  user,
  withFolder,
} from "../support/session-fixtures.ts";

/** How often a writer is killed; set KILL_ROUNDS for a longer run. */
const rounds = Number(process.env["KILL_ROUNDS"] ?? 20);
const largeRounds = Math.ceil(rounds / 4);
const timeout = 30_000 + rounds * 2_000;

/** Lets a program write messages of a size and kills it at some moment. Resolves with what it had saved. */
async function killedWriter(
  program: string,
  path: string,
  label: string,
  bytes: number,
  moment: (child: ChildProcessWithoutNullStreams) => Promise<void>,
): Promise<string[]> {
  const child = startProgram(program, path, label, "100000", String(bytes));
  const end = finished(child);
  await moment(child);
  child.kill("SIGKILL");
  const { stdout, signal } = await end;
  expect(signal).toBe("SIGKILL");
  return stdout.match(/(?<=^saved )\S+(?=\n)/gm) ?? [];
}

/** The moment at which a file has more than so many bytes: in the middle of a write when it is a large one. */
async function grown(path: string, bytes: number): Promise<void> {
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > bytes) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`${path} did not grow beyond ${bytes} bytes`);
}

/** The first word of a message: what the programs name it by. */
function nameOf(content: unknown): string {
  const text = Array.isArray(content)
    ? String((content[0] as { text?: unknown } | undefined)?.text)
    : String(content);
  return text.split(" ")[0] ?? "";
}

/** Opens what a killed writer left, as an application does. */
async function resume(path: string): Promise<{ log: JsonlLog; names: string[] }> {
  await JsonlLog.recover(path);
  const log = await JsonlLog.open(path);
  const names = texts(await log.replay()).map((content) => nameOf(content));
  return { log, names };
}

describe("kill -9", () => {
  it(
    `C9.6 ${rounds} times over one session: every message whose message_end was over is there, and it resumes`,
    () =>
      withFolder(async (folder) => {
        const path = join(folder, "s.jsonl");
        let expected: string[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const label = `r${round}m`;
          const at = `${round % 2 === 0 ? "saved" : "heard"} ${label}${round % 5}`;
          const saved = await killedWriter("session-agent.ts", path, label, 20_000, (child) =>
            printed(child, at),
          );
          const { log, names } = await resume(path);
          expected.push(...saved);
          // The message under way may have reached the file without anybody being told of it.
          expect(names.slice(0, expected.length)).toEqual(expected);
          expect(names.length - expected.length).toBeLessThanOrEqual(1);
          await log.append(user(`resumed${round}`));
          expected = [...names, `resumed${round}`];
          await log.close();
        }
      }),
    timeout,
  );

  it(
    `C9.6 C9.2 ${largeRounds} times in the middle of writing a large message: what was saved before is there`,
    () =>
      withFolder(async (folder) => {
        for (let round = 0; round < largeRounds; round += 1) {
          const size = 8_000_000;
          const path = join(folder, `${round}.jsonl`);
          const saved = await killedWriter("session-writer.ts", path, "m", size, () =>
            grown(path, (round % 3) * size),
          );
          const { log, names } = await resume(path);
          expect(names.slice(0, saved.length)).toEqual(saved);
          expect(names.length - saved.length).toBeLessThanOrEqual(1);
          await log.append(user("resumed"));
          await log.close();
          const again = await JsonlLog.open(path, { readOnly: true });
          expect(texts(await again.replay()).at(-1)).toBe("resumed");
          await rm(path);
        }
      }),
    timeout,
  );
});
