import { existsSync } from "node:fs";
import { join } from "node:path";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { makePlace, modelWords, tau } from "../support/tau.ts";

describe("permissions without a terminal", { timeout: 30_000 }, () => {
  it("F78 C12.4 a call that needs an answer is refused at once with the reason, and the run goes on", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command: "touch made" } }),
      anthropicToolCall({ name: "bash", arguments: { command: "touch made" } }),
      anthropicToolCall({ name: "write", arguments: { path: "made", content: "x" } }),
      anthropicText("I was not allowed to."),
    ]);
    const run = await tau(["-p", "make it", ...modelWords(server.url)], { place });
    expect(run.code).toBe(3);
    expect(run.stdout).toBe("I was not allowed to.\n");
    expect(existsSync(join(place.cwd, "made"))).toBe(false);
    expect(server.requests[1]?.rawBody).toContain("Tool call blocked: nobody is there");
    expect(run.stderr).toBe(
      'tau: bash {"command":"touch made"} was refused because nobody is there to be asked. To allow it: --allow "bash(touch)", or --permission-mode full\n' +
        'tau: write {"path":"made","content":"x"} was refused because nobody is there to be asked. To allow it: --permission-mode auto-edit, or full\n',
    );
  });

  it("C12.4 what only looks is never asked about", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "ls", arguments: {} }),
      anthropicText("Seen."),
    ]);
    const run = await tau(["-p", "look", ...modelWords(server.url)], { place });
    expect(run).toEqual({ code: 0, signal: null, stdout: "Seen.\n", stderr: "" });
  });

  it("C12.4 a command that only looks runs unasked, one that only seems to does not", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command: "ls | wc -l" } }),
      anthropicToolCall({ name: "bash", arguments: { command: "ls $(touch made)" } }),
      anthropicText("Seen."),
    ]);
    const run = await tau(["-p", "look", ...modelWords(server.url)], { place });
    expect(run).toMatchObject({ code: 3, stdout: "Seen.\n" });
    expect(run.stderr).toMatch(/^tau: bash .*nobody is there to be asked/);
    expect(server.requests[1]?.rawBody).toMatch(/"content":(?:"0|\[\{"type":"text","text":"0)/);
    expect(server.requests[2]?.rawBody).toContain("Tool call blocked: nobody is there");
    expect(existsSync(join(place.cwd, "made"))).toBe(false);
  });

  it("C12.4 --permission-mode auto-edit writes files of the folder, and asks for the rest", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "write", arguments: { path: "made", content: "x" } }),
      anthropicToolCall({ name: "write", arguments: { path: "../outside", content: "x" } }),
      anthropicToolCall({
        name: "write",
        arguments: { path: ".git/hooks/pre-commit", content: "x" },
      }),
      anthropicText("Done."),
    ]);
    const words = ["-p", "make it", "--permission-mode", "auto-edit", ...modelWords(server.url)];
    expect(await tau(words, { place })).toMatchObject({ code: 3, stdout: "Done.\n" });
    const made = ["made", "../outside", ".git/hooks/pre-commit"];
    expect(made.map((path) => existsSync(join(place.cwd, path)))).toEqual([true, false, false]);
  });

  it("C12.4 --permission-mode read-only changes nothing and says so", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command: "pwd" } }),
      anthropicToolCall({ name: "bash", arguments: { command: "touch made" } }),
      anthropicText("Planned."),
    ]);
    const words = ["-p", "plan it", "--permission-mode", "read-only", ...modelWords(server.url)];
    expect(await tau(words, { place })).toMatchObject({
      code: 0,
      stdout: "Planned.\n",
      stderr: "",
    });
    expect(server.requests[1]?.rawBody).not.toContain("Tool call blocked");
    expect(server.requests[2]?.rawBody).toContain("the mode read-only allows only");
    expect(existsSync(join(place.cwd, "made"))).toBe(false);
  });

  it("C12.4 a key in the environment is not shown to the model", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command: "echo $DEPLOY_TOKEN" } }),
      anthropicText("Seen."),
    ]);
    const env = { ...place.env, DEPLOY_TOKEN: "t0ken-of-the-test" };
    const run = await tau(["-p", "look", ...modelWords(server.url)], { place: { ...place, env } });
    expect(run).toMatchObject({ code: 0, stdout: "Seen.\n" });
    expect(server.requests[1]?.rawBody).toContain("[secret]");
    expect(server.requests[1]?.rawBody).not.toContain("t0ken-of-the-test");
  });

  it("C12.4 --permission-mode full asks nobody", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command: "touch made" } }),
      anthropicText("Done."),
    ]);
    const words = ["-p", "make it", "--permission-mode", "full", ...modelWords(server.url)];
    expect(await tau(words, { place })).toMatchObject({ code: 0, stdout: "Done.\n", stderr: "" });
    expect(existsSync(join(place.cwd, "made"))).toBe(true);
  });
});
