import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { anthropicText, startModelServer } from "@tau-ts/test-server";
import type { ModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { makePlace, modelWords, readEntries, tau, tauWords } from "../support/tau.ts";
import type { Place } from "../support/tau.ts";

function roles(entries: Awaited<ReturnType<Place["entries"]>>): (string | undefined)[] {
  return entries.map(({ type, message }) => message?.role ?? type);
}

/** One answered prompt; the path of its session. */
async function answered(place: Place, server: ModelServer): Promise<string> {
  const run = await tau(["-p", "first", ...modelWords(server.url)], { place });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const [path] = await place.sessions();
  return path ?? "no session";
}

describe("sessions", { timeout: 30_000 }, () => {
  it("C9.1 a session is kept in the home, in a folder of the working directory, and -c goes on with it", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one"), anthropicText("two")]);
    const path = await answered(place, server);
    expect(dirname(path)).toMatch(/\/sessions\/tmp-tau-tui-.*-work-[0-9a-f]{16}$/);
    const run = await tau(["-c", "-p", "second", ...modelWords(server.url)], { place });
    expect(run).toMatchObject({ code: 0, stdout: "two\n", stderr: "" });
    expect(await place.sessions()).toEqual([path]);
    expect(roles(await place.entries())).toEqual([
      "session",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(server.requests[1]?.rawBody).toContain('"first"');
    expect(await readdir(dirname(path))).toHaveLength(1); // No lease is left.
  });

  it("C9.1 -c without an earlier session says so and begins one", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")]);
    const run = await tau(["-c", "-p", "first", ...modelWords(server.url)], { place });
    expect(run).toMatchObject({ code: 0, stdout: "one\n" });
    expect(run.stderr).toMatch(/^tau: There is no earlier session of .*\n$/);
    expect(await place.sessions()).toHaveLength(1);
  });

  it("C9.1 --session begins a file where it is told to, and goes on with it", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one"), anthropicText("two")]);
    const words = ["--session", "deep/s.jsonl", "-p", "hi", ...modelWords(server.url)];
    await tau(words, { place });
    await tau(words, { place });
    expect(roles(await readEntries(join(place.cwd, "deep/s.jsonl")))).toHaveLength(5);
    expect(await place.sessions()).toEqual([]);
  });

  it("C9.1 --no-session leaves nothing on the disk", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")]);
    await tau(["--no-session", "-p", "hi", ...modelWords(server.url)], { place });
    expect(await readdir(dirname(place.home))).toEqual(["work"]);
    expect(await readdir(place.cwd)).toEqual([]);
  });

  it.each([
    ["in the middle of a line", '{"type":"mess'],
    ["inside a character", new TextEncoder().encode('{"type":"message","x":"ü').subarray(0, -1)],
  ])(
    "F79 C9.2 a last line cut %s is moved aside with one warning, and the session goes on",
    async (_where, torn) => {
      await using place = await makePlace();
      await using server = await startModelServer([anthropicText("one"), anthropicText("two")]);
      const path = await answered(place, server);
      await appendFile(path, torn);
      const run = await tau(["-c", "-p", "second", ...modelWords(server.url)], { place });
      expect(run).toMatchObject({ code: 0, stdout: "two\n" });
      expect(run.stderr.split("\n")).toHaveLength(2);
      const aside = (await readdir(dirname(path))).find((name) => name.includes(".torn-"));
      expect(run.stderr).toContain(join(dirname(path), aside ?? "nothing was moved aside"));
      expect(await readFile(join(dirname(path), aside ?? ""))).toEqual(Buffer.from(torn));
      expect(roles(await readEntries(path))).toHaveLength(5);
      expect(server.requests[1]?.rawBody).toContain('"first"');
    },
  );

  it("C9.2 damage in the middle is one line with file and line, exit code 1, and not one byte changed", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")]);
    const path = await answered(place, server);
    const [header = "", first = "", ...rest] = (await readFile(path, "utf8")).split("\n");
    const damaged = [header, first.slice(0, -5), ...rest].join("\n");
    await writeFile(path, damaged);
    const run = await tau(["-c", "-p", "second", ...modelWords(server.url)], { place });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(/^tau: .*\n$/);
    expect(run.stderr).toContain(`${path}: line 2 is damaged`);
    expect(await readFile(path, "utf8")).toBe(damaged);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ["a folder", (path) => mkdir(path)],
    ["a text file", (path) => writeFile(path, "hello\n")],
  ])("C9.2 %s in place of a session is one line and stays as it is", async (_what, make) => {
    await using place = await makePlace();
    const path = join(place.cwd, "s.jsonl");
    await make(path);
    const run = await tau(["--session", path, "-p", "hi"], { place });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(new RegExp(`^tau: .*${path}.*\n$`));
  });

  it("C9.3 a session that cannot be written does not keep the answer back, and the run counts as failed", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")]);
    // No file may grow beyond one kilobyte.
    const limited = ["-c", 'ulimit -f 1; exec "$@"', "bash", process.execPath, ...tauWords];
    const words = ["-p", "long ".repeat(500), ...modelWords(server.url)];
    const run = spawn("bash", [...limited, ...words], {
      cwd: place.cwd,
      env: place.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const texts = { stdout: "", stderr: "" };
    run.stdout.on("data", (chunk) => (texts.stdout += String(chunk)));
    run.stderr.on("data", (chunk) => (texts.stderr += String(chunk)));
    const [code] = await once(run, "close");
    expect(code).toBe(1);
    expect(texts.stdout).toBe("one\n");
    expect(texts.stderr).toMatch(
      /^tau: The session could not be saved .*\nError: Cannot write .*\n$/,
    );
  });

  it("C9.3 a home that cannot hold sessions is one line, and nothing is asked of the model", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")]);
    await writeFile(place.home, "a file where the folder should be");
    const run = await tau(["-p", "hi", ...modelWords(server.url)], { place });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(/^tau: Cannot open session .*\n$/);
    expect(server.requests).toEqual([]);
  });
});
