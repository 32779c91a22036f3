import { readFile, stat, writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { makePlace, modelWords, tau } from "../support/tau.ts";

describe("sub-commands", { timeout: 30_000 }, () => {
  it("C14 sessions lists those of the folder, or all, and export writes one in each format", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("the answer")]);
    expect(await tau(["sessions"], { place })).toMatchObject({ code: 0, stdout: "" });
    await tau(["-p", "a question", "--session-id", "abc-1", ...modelWords(server.url)], { place });
    const listed = await tau(["sessions"], { place });
    expect(listed.stdout).toMatch(/^abc-1 +\d{4}-\d\d-\d\d \d\d:\d\d +a question\n$/);
    expect((await tau(["sessions", "--all"], { place })).stdout).toContain(place.cwd);
    const json = await tau(["sessions", "--json"], { place });
    expect(JSON.parse(json.stdout)).toMatchObject({ id: "abc-1", firstWords: "a question" });

    expect((await tau(["export", "abc"], { place })).stdout).toContain(
      "## Assistant: claude-test\n\nthe answer",
    );
    const [path = ""] = await place.sessions();
    const jsonl = await tau(["export", "abc-1", "--format", "jsonl"], { place });
    expect(jsonl.stdout).toBe(await readFile(path, "utf8"));
    expect(await tau(["export", path, "-o", "out.html"], { place })).toMatchObject({ code: 0 });
    expect(await readFile(join(place.cwd, "out.html"), "utf8")).toMatch(/^<!doctype html>/);
    const none = await tau(["export", "zzz"], { place });
    expect(none).toMatchObject({ code: 2, stdout: "" });
  });

  it("C14 auth keeps a key from standard input where only its owner can read it, lists it without showing it, and forgets it", async () => {
    await using place = await makePlace();
    expect(await tau(["auth", "set", "anthropic"], { place, input: "s3cret\n" })).toMatchObject({
      code: 0,
      stdout: "",
    });
    const path = join(place.home, "credentials.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, "utf8")).toContain("s3cret");
    const listed = await tau(["auth", "list"], { place });
    expect(listed.stdout).toMatch(/^anthropic +kept here\n$/);
    await using server = await startModelServer([anthropicText("yes")]);
    const run = await tau(["-p", "hi", "--provider", "anthropic", "--base-url", server.url], {
      place,
    });
    expect(run).toMatchObject({ code: 0, stdout: "yes\n" });
    expect(server.requests[0]?.headers["x-api-key"]).toBe("s3cret");
    await tau(["auth", "remove", "anthropic"], { place });
    expect((await tau(["auth", "list"], { place })).stdout).toBe("");
    expect(await tau(["auth", "set", "anthropc"], { place, input: "x" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean anthropic?"),
    });
    expect(await tau(["auth", "set", "anthropic", "s3cret"], { place })).toMatchObject({ code: 2 });
  });

  it("C14 config shows what holds and changes the user's own settings", async () => {
    await using place = await makePlace();
    expect(await tau(["config", "set", "permissionMode", "read-only"], { place })).toMatchObject({
      code: 0,
    });
    const shown = await tau(["config"], { place });
    expect(JSON.parse(shown.stdout)).toMatchObject({ permissionMode: "read-only" });
    await tau(["config", "unset", "permissionMode"], { place });
    expect(JSON.parse((await tau(["config"], { place })).stdout)).toMatchObject({
      permissionMode: "ask",
    });
    const wrong = await tau(["config", "set", "permisionMode", "full"], { place });
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("permissionMode");
    expect(await tau(["config", "set", "permissionMode", "ful"], { place })).toMatchObject({
      code: 2,
    });
    expect(await tau(["config", "set", "permissions.allow", "edit"], { place })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a list of rules, such as ["edit", "bash(git status)"]'),
    });
  });

  it("C14 config set tells of a model that no list has, keeps it, and says nothing of one that is known", async () => {
    await using place = await makePlace();
    const set = async (name: string) => tau(["config", "set", "model", name], { place });
    expect(await set("anthropic/claude-sonet-5-5")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^tau: model was set, but .*Did you mean anthropic\/claude-so/),
    });
    expect(await readFile(join(place.home, "settings.json"), "utf8")).toContain("claude-sonet-5-5");
    expect((await set("nonsense/none")).stderr).toContain('There is no model "nonsense/none"');
    for (const known of ["anthropic/claude-sonnet-5-5:high", "openai", "offline/offline-demo"])
      expect(await set(known)).toMatchObject({ code: 0, stdout: "", stderr: "" });
    const run = await tau(["-p", "say hello"], { place });
    expect(run).toMatchObject({ code: 0, stderr: "" });
  });

  it.each([
    ["git status", 0, "allowed"],
    ["rm -rf /", 3, "asked"],
    ["ls $(touch x)", 3, "asked"],
  ])(
    "C12.5 explain says what the guard makes of %s, and runs nothing",
    async (command, code, word) => {
      await using place = await makePlace();
      const run = await tau(["explain", command], { place });
      expect(run.code).toBe(code);
      expect(run.stdout.split("\n")[0]).toBe(word);
      const denied = await tau(["explain", "--deny", "bash", command], { place });
      expect(denied).toMatchObject({ code: 1, stdout: expect.stringMatching(/^refused/) });
    },
  );

  it("C12.5 explain takes the words of a command as a shell does, options and quotes included", async () => {
    await using place = await makePlace();
    const words = async (...command: string[]) => tau(["explain", ...command], { place });
    expect(await words("ls", "-la", "--", "a b")).toMatchObject({ code: 0 });
    expect(await words("--allow=bash(make)", "make", "--deny", "x")).toMatchObject({ code: 0 });
    expect(await words("echo", "a; touch x")).toMatchObject({ code: 0 });
    expect(await words("echo a; touch x")).toMatchObject({ code: 3 });
    expect(await words("echo", "it's; touch x")).toMatchObject({ code: 0 });
    expect(await words("--", "ls")).toMatchObject({ code: 0 });
    expect(await words("--allow", "bash")).toMatchObject({ code: 2, stdout: "" });
    expect(await words("--alow", "bash", "ls")).toMatchObject({ code: 2, stdout: "" });
  });

  it("C14 doctor tells one line each of everything the command needs", async () => {
    await using place = await makePlace();
    const run = await tau(["doctor"], { place, env: { OPENAI_API_KEY: "k" } });
    expect(run.code).toBe(0);
    const lines = run.stdout.trimEnd().split("\n");
    const names = [
      "tau",
      "node",
      "terminal",
      "shell",
      "git",
      "ripgrep",
      "home",
      "settings",
      "keys",
      "servers",
    ];
    expect(lines.map((line) => line.split(/ +/)[1])).toEqual(names);
    expect(run.stdout).toMatch(/keys +openai\n/);
    expect(run.stdout).not.toContain("OPENAI_API_KEY=k");
    await writeFile(join(place.home, "settings.json"), "{ nonsense");
    expect((await tau(["doctor"], { place })).stdout).toMatch(/note +settings +.*settings\.json/);
  });

  it("C14 models lists what is known, and a word narrows it down", async () => {
    await using place = await makePlace();
    const run = await tau(["models", "claude-sonnet-4-5"], { place });
    expect(run.code).toBe(0);
    for (const line of run.stdout.trimEnd().split("\n"))
      expect(line).toContain("claude-sonnet-4-5");
    const env = { MISTRAL_API_KEY: "k" };
    const own = await tau(["models"], { place, env });
    expect(own.stdout).toContain("mistral/");
    expect(own.stdout).not.toContain("anthropic/claude");
    expect(await tau(["--list-models", "no-such-model"], { place })).toMatchObject({ code: 1 });
  });

  it.each(["bash", "zsh", "fish"])("C14 completion prints a script for %s", async (shell) => {
    await using place = await makePlace();
    const run = await tau(["completion", shell], { place });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("permission-mode");
  });

  it("F69 undo shows what the last run changed, commands included, takes it back when told to, and redo again", async () => {
    await using place = await makePlace();
    await writeFile(join(place.cwd, "kept.txt"), "before\n");
    spawnSync("git", ["init", "-q"], { cwd: place.cwd });
    await using server = await startModelServer([
      anthropicToolCall({ name: "write", arguments: { path: "made.txt", content: "new\n" } }),
      anthropicToolCall({ name: "bash", arguments: { command: "echo after > kept.txt" } }),
      anthropicText("done"),
    ]);
    const words = ["-p", "change it", "--permission-mode", "full", ...modelWords(server.url)];
    expect(await tau(words, { place })).toMatchObject({ code: 0, stderr: "" });
    const asked = await tau(["undo"], { place });
    expect(asked.code).toBe(3);
    expect(asked.stdout).toContain("-after");
    expect(await readFile(join(place.cwd, "kept.txt"), "utf8")).toBe("after\n");
    expect((await tau(["undo", "--list"], { place })).stdout).toContain("change it");
    expect(await tau(["undo", "--yes"], { place })).toMatchObject({ code: 0 });
    expect(await readFile(join(place.cwd, "kept.txt"), "utf8")).toBe("before\n");
    await expect(stat(join(place.cwd, "made.txt"))).rejects.toThrow("ENOENT");
    expect(await tau(["undo", "--redo", "--yes"], { place })).toMatchObject({ code: 0 });
    expect(await readFile(join(place.cwd, "kept.txt"), "utf8")).toBe("after\n");
    expect(await readFile(join(place.cwd, "made.txt"), "utf8")).toBe("new\n");
  });

  it("C14 a shell that is not known, and an unknown option, are exit code 2 with a suggestion", async () => {
    await using place = await makePlace();
    expect(await tau(["completion", "bassh"], { place })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean bash?"),
    });
    expect(await tau(["sessions", "--al"], { place })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean --all?"),
    });
  });
});
