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
    expect(run.code).toBe(0);
    expect(run.stdout).toBe("I was not allowed to.\n");
    expect(existsSync(join(place.cwd, "made"))).toBe(false);
    expect(server.requests[1]?.rawBody).toContain("Tool call blocked: nobody is there");
    expect(run.stderr).toBe(
      "tau: bash was refused because nobody is there to be asked. To allow bash, write and edit: --permission-mode full\n" +
        "tau: write was refused because nobody is there to be asked. To allow bash, write and edit: --permission-mode full\n",
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
