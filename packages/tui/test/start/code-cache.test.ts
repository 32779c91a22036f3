import { chmod, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CodeCache } from "../../src/start/code-cache.ts";

const hour = 3_600_000;

/** A program of two files in a folder of its own, and a folder for its code. */
async function makeProgram(): Promise<AsyncDisposable & { main: string; cache: string }> {
  const root = await mkdtemp(join(tmpdir(), "tau-code-cache-"));
  const main = join(root, "main-1.cjs");
  await writeFile(main, 'exports.answer = () => require("./part-1.cjs").answer();\n');
  await writeFile(join(root, "part-1.cjs"), 'exports.answer = () => "first";\n');
  return {
    main,
    cache: join(root, "cache"),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

function answerOf(exported: unknown): unknown {
  if (typeof exported !== "object" || exported === null || !("answer" in exported))
    return undefined;
  return typeof exported.answer === "function" ? exported.answer() : undefined;
}

function open(folder: string | undefined, renewAfterMs = hour): CodeCache {
  return new CodeCache({ folder, renewAfterMs });
}

/** Runs the program as a process of its own would, and keeps its code. */
function run({ main, cache }: { main: string; cache: string }, renewAfterMs?: number): unknown {
  const code = open(cache, renewAfterMs);
  const answer = answerOf(code.load(main));
  code.save();
  return answer;
}

/** Another text of the same length: whoever still gets the first answer got it from what was kept. */
async function changeAnswer(main: string): Promise<void> {
  await writeFile(join(main, "../part-1.cjs"), 'exports.answer = () => "other";\n');
}

/** Uses another function each time. */
const lazyPart = `
const first = () => "first";
const second = () => { const words = ["a", "longer", "function"]; return words.map((word) => word.length).join() };
globalThis.tauCodeCacheRuns = (globalThis.tauCodeCacheRuns ?? 0) + 1;
exports.answer = () => (globalThis.tauCodeCacheRuns > 1 ? second() : first());
`;

const keptPart = `${process.version}-${process.arch}-part-1.cjs`;

describe("the cache of compiled code", () => {
  it("C14 keeps the functions that ran, and takes them at the next start", async () => {
    await using program = await makeProgram();
    expect(run(program)).toBe("first");
    await changeAnswer(program.main);
    expect(run(program)).toBe("first");
  });

  it("C14 keeps them in files and a folder that nobody else may read or write", async () => {
    await using program = await makeProgram();
    run(program);
    expect((await stat(program.cache)).mode & 0o777).toBe(0o700);
    const names = await readdir(program.cache);
    expect(names.toSorted()).toEqual([`${process.version}-${process.arch}-main-1.cjs`, keptPart]);
    for (const name of names)
      expect((await stat(join(program.cache, name))).mode & 0o777).toBe(0o600);
  });

  it("C14 takes and keeps nothing where others may write", async () => {
    await using program = await makeProgram();
    run(program);
    await chmod(program.cache, 0o770);
    const before = await readFile(join(program.cache, keptPart));
    await changeAnswer(program.main);
    expect(run(program)).toBe("other");
    expect(await readFile(join(program.cache, keptPart))).toEqual(before);
  });

  it("C14 takes and keeps nothing without a folder", async () => {
    await using program = await makeProgram();
    const code = open(undefined);
    expect(answerOf(code.load(program.main))).toBe("first");
    code.save();
    await expect(readdir(program.cache)).rejects.toThrow("ENOENT");
  });

  it.each(["", "no code at all", "\0".repeat(4096)])(
    "C14 damaged code (%j) is compiled again and kept anew",
    async (damage) => {
      await using program = await makeProgram();
      run(program);
      const whole = (await stat(join(program.cache, keptPart))).size;
      await writeFile(join(program.cache, keptPart), damage);
      await changeAnswer(program.main);
      expect(run(program)).toBe("other");
      expect((await stat(join(program.cache, keptPart))).size).toBe(whole);
    },
  );

  it("C14 a disk that refuses costs nothing but the time to compile", async () => {
    await using program = await makeProgram();
    await writeFile(program.cache, "a file where the folder would be");
    expect(run(program)).toBe("first");
    expect(run(program)).toBe("first");
  });

  it("C14 old code is kept anew when more was compiled since; when nothing was, it counts as new for an hour", async () => {
    await using program = await makeProgram();
    run(program);
    const kept = join(program.cache, keptPart);
    const [before, began] = [await stat(kept), Date.now()];
    await utimes(kept, 1, 1);
    run(program);
    const settled = await stat(kept);
    expect(settled.mtimeMs).toBeGreaterThanOrEqual(began + 0.9 * hour);
    expect(settled.ino).toBe(before.ino);
    await writeFile(join(program.main, "../part-1.cjs"), lazyPart);
    await rm(kept);
    run(program);
    const first = await stat(kept);
    await utimes(kept, 1, 1);
    run(program);
    expect((await stat(kept)).size).toBeGreaterThan(first.size);
  });

  it("C14 what versions that are gone have kept is removed in the end", async () => {
    await using program = await makeProgram();
    run(program);
    const gone = join(program.cache, "v22.0.0-x64-main-0.cjs");
    await writeFile(gone, "");
    run(program, 0);
    expect(await readdir(program.cache)).toHaveLength(3);
    await utimes(gone, 1, 1);
    await utimes(join(program.cache, keptPart), 1, 1);
    run(program);
    expect(await readdir(program.cache)).toEqual([
      `${process.version}-${process.arch}-main-1.cjs`,
      keptPart,
    ]);
  });

  it("C14 a start that needed one file only leaves the code to those that need more", async () => {
    await using program = await makeProgram();
    const code = open(program.cache);
    code.load(program.main);
    code.save();
    await expect(readdir(program.cache)).rejects.toThrow("ENOENT");
  });

  it("C14 an error says in which line and column of the file it was thrown", async () => {
    await using program = await makeProgram();
    await writeFile(program.main, 'exports.a = 1; throw new Error("thrown in line 1");');
    const thrown: unknown = (() => {
      try {
        return open(undefined).load(program.main);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown instanceof Error ? thrown.stack : undefined).toContain(`${program.main}:1:22`);
  });

  it("C14 a file can import what Node or npm have, when it needs it", async () => {
    await using program = await makeProgram();
    await writeFile(program.main, 'exports.answer = () => import("node:os");');
    expect(await answerOf(open(undefined).load(program.main))).toHaveProperty("tmpdir");
  });

  it("C14 files that need each other get what is there so far, as in Node", async () => {
    await using program = await makeProgram();
    await writeFile(
      program.main,
      'exports.name = "main"; exports.answer = require("./part-1.cjs").answer;',
    );
    await writeFile(
      join(program.main, "../part-1.cjs"),
      'const { name } = require("./main-1.cjs"); exports.answer = () => name;',
    );
    expect(run(program)).toBe("main");
  });
});
