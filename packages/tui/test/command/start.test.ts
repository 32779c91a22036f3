import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makePlace, tau, tauWords } from "../support/tau.ts";

const slow = 20_000;

/** Names every module file that is loaded, on standard error. */
const listModules = `data:text/javascript,${encodeURIComponent(
  'import { registerHooks } from "node:module"; registerHooks({ load(url, context, next) { process._rawDebug(url); return next(url, context); } });',
)}`;

/** Names every file that is read, on standard error. */
const listFiles = `data:text/javascript,${encodeURIComponent(
  'import fs from "node:fs"; const read = fs.readFileSync; fs.readFileSync = (path, ...options) => { process._rawDebug(path); return read(path, ...options); };',
)}`;

/** From the sources, so that each module is a file. */
const sourceWords = [
  "--conditions=tau-ts:source",
  fileURLToPath(new URL("../../src/bin.ts", import.meta.url)),
];

describe("starting the command", { timeout: slow }, () => {
  it.each(["--version", "--help"])("C14 %s loads nothing but the argument parser", (option) => {
    const run = spawnSync(process.execPath, ["--import", listModules, ...sourceWords, option], {
      encoding: "utf8",
    });
    expect(run.status).toBe(0);
    const loaded = run.stderr
      .trim()
      .split("\n")
      .map((url) => basename(url));
    expect(loaded.toSorted()).toEqual([
      "bin.ts",
      "command-error.ts",
      "help.ts",
      "lines.ts",
      "main.ts",
      "nearest.ts",
      "option-values.ts",
      "options.ts",
      "parse-arguments.ts",
      "read-words.ts",
      "sub-commands.ts",
      "version.ts",
    ]);
  });

  it.each([
    ["--version", ["main"]],
    ["--help", ["main"]],
    ["--offline-demo -p help", ["main", "run", "offline-demo"]],
  ])("C14 what is built reads for %s no files but %j", async (words, files) => {
    await using place = await makePlace();
    const run = spawnSync(
      process.execPath,
      ["--import", listFiles, ...tauWords, ...words.split(" ")],
      { encoding: "utf8", cwd: place.cwd, env: place.env },
    );
    const read = run.stderr
      .split("\n")
      .flatMap((line) => /\/program\/(.+)-.{8}\.cjs$/.exec(line)?.[1] ?? []);
    expect(read.filter((name) => name !== "rolldown-runtime")).toEqual(files);
  });

  it("C14 --version prints the version of the package and nothing else", async () => {
    await using place = await makePlace();
    const manifest: { version: string } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect(await tau(["-v"], { place })).toEqual({
      code: 0,
      signal: null,
      stdout: `tau-ts ${manifest.version}\n`,
      stderr: "",
    });
    expect(await place.sessions()).toEqual([]);
  });

  it("C14 keeps compiled code in a folder of the user's own among the temporary files, and can do without", async () => {
    await using place = await makePlace();
    const folder = join(place.cwd, "../temporary");
    await mkdir(folder);
    const env = { TMPDIR: folder };
    const words = ["-p", "--offline-demo", "help"];
    const refused = { ...env, NODE_DISABLE_COMPILE_CACHE: "1" };
    const first = await tau(words, { place, env: refused });
    expect(await readdir(folder)).toEqual([]);
    expect(await tau(words, { place, env })).toEqual(first);
    const [cache = ""] = await readdir(folder);
    expect(cache).toBe(`tau-ts-code-${process.getuid?.()}`);
    const kept = await readdir(join(folder, cache));
    expect(kept.some((name) => name.includes("-main-"))).toBe(true);
    for (const name of kept) await writeFile(join(folder, cache, name), "damaged");
    expect(await tau(words, { place, env })).toEqual(first);
  });

  it("C14 what is printed before anything runs says so when it cannot be written", () => {
    const full = openSync("/dev/full", "w");
    try {
      const run = spawnSync(process.execPath, [...tauWords, "--help"], {
        encoding: "utf8",
        stdio: ["ignore", full, "pipe"],
      });
      expect(run.status).toBe(1);
      expect(run.stderr).toMatch(/^tau: standard output cannot be written: ENOSPC.*\n$/);
    } finally {
      closeSync(full);
    }
  });

  it.each(["20.20.2", "22.18.0", "18.0.0"])(
    "C14 on Node %s it says in one line what is needed, what this is and how to get it, and exits with 2",
    (version) => {
      const pretend = `data:text/javascript,${encodeURIComponent(
        `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`,
      )}`;
      const run = spawnSync(process.execPath, ["--import", pretend, ...tauWords, "--version"], {
        encoding: "utf8",
      });
      expect(run.status).toBe(2);
      expect(run.stdout).toBe("");
      expect(run.stderr).toMatch(
        new RegExp(
          `^tau-ts needs Node\\.js 22\\.19 or newer; this is Node\\.js ${version}\\. .+\n$`,
        ),
      );
    },
  );

  it("C14 the part that an old Node has to parse uses no newer syntax", () => {
    const source = readFileSync(new URL("../../src/bin.ts", import.meta.url), "utf8");
    expect(source.startsWith("#!/usr/bin/env node\n")).toBe(true);
    expect(source).not.toMatch(/\?\.|\?\?|^import |\bawait\b/m);
  });

  it.each([
    [["--modle", "x"], "tau: unknown option --modle. Did you mean --model? See tau --help.\n"],
    [["-p", "hi", "--max-turns"], "tau: --max-turns needs a value: N. See tau --help.\n"],
    [
      ["-p", "--mode", "xml"],
      'tau: --mode must be text, json, transcript or rpc, not "xml". See tau --help.\n',
    ],
    [
      ["-p", "hi", "--provider", "anthropic"],
      'tau: anthropic needs a key: set ANTHROPIC_API_KEY, or keep one for "anthropic" in credentials.json, or give --api-key KEY.\n',
    ],
    [
      ["-p", "hi", "--cwd", "/no/such/folder"],
      'tau: --cwd "/no/such/folder" cannot be used: there is no such folder.\n',
    ],
    [
      ["-p", "hi", "--cwd", process.execPath],
      `tau: --cwd "${process.execPath}" is a file, not a folder.\n`,
    ],
    [
      ["-p"],
      "tau: there is no prompt, and nobody at a terminal to ask for one. Give it as words or pipe it in. See tau --help.\n",
    ],
  ])("C14 %j makes no sense: exit code 2 and one line that names it", async (words, stderr) => {
    await using place = await makePlace();
    expect(await tau(words, { place })).toEqual({ code: 2, signal: null, stdout: "", stderr });
    expect(await place.sessions()).toEqual([]);
  });

  it("F97 started without -p, without a terminal and without a prompt it says so instead of failing in raw mode", async () => {
    await using place = await makePlace();
    const run = await tau([], { place });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/^tau: there is no prompt.*\n$/);
  });
});
