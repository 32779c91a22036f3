import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicText, anthropicToolCall } from "@tau-ts/test-server";
import type { EventStreamTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { keys, talk } from "../support/talk.ts";
import { makePlace } from "../support/tau.ts";
import { TauScreen } from "../support/screen.ts";

const { enter, tab, escape } = keys;

function call(name: string, args: object): EventStreamTurn {
  return anthropicToolCall({ name, arguments: args });
}

const touch = call("bash", { command: "cd . && touch made" });
const over = anthropicText("over and out");

describe("a guard's question at the terminal", { timeout: 30_000 }, () => {
  it.each([
    ["y", true],
    ["n", false],
    [enter, true],
  ])("C12.4 says what and why; %j answers it: %s", async (answer, isAllowed) => {
    await using session = await talk([touch, over]);
    const { screen, server, place } = session;
    screen.type(`go${enter}`);
    await screen.shows("Run this command?");
    expect(screen.text).toContain("cd . && touch made");
    expect(screen.text).toMatch(/Asked because: touch made: \S/);
    screen.type(tab + answer);
    await screen.shows("over and out");
    expect(existsSync(join(place.cwd, "made"))).toBe(isAllowed);
    expect(server.requests[1]?.rawBody.includes("the user said no")).toBe(!isAllowed);
  });

  it("C12.4 always allows later calls of the rule that it names", async () => {
    await using session = await talk([touch, touch, over]);
    const { screen, place, server } = session;
    screen.type(`go${enter}`);
    await screen.shows("Yes, always: bash(touch made)");
    screen.type(`${tab}a`);
    await screen.shows("over and out");
    expect(existsSync(join(place.cwd, "made"))).toBe(true);
    expect(server.requests).toHaveLength(3);
  });

  it("C12.4 a no can say why, and the model reads it", async () => {
    await using session = await talk([touch, over]);
    const { screen, server } = session;
    screen.type(`go${enter}`);
    await screen.shows("Run this command?");
    screen.type(`${tab}w`);
    await screen.shows("Say why");
    screen.type(`use mkdir${enter}`);
    await screen.shows("over and out");
    expect(server.requests[1]?.rawBody).toContain("the user said no: use mkdir");
  });

  it("C12.4 an edit is shown as a diff of the file", async () => {
    const edit = { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] };
    const prepare = ({ cwd }: { readonly cwd: string }): Promise<void> =>
      writeFile(join(cwd, "a.txt"), "one\ntwo\nthree\n");
    await using session = await talk([call("edit", edit), over], { prepare });
    const { screen, place } = session;
    screen.type(`go${enter}`);
    await screen.shows("Change this file?");
    expect(screen.lines.map((line) => line.trim())).toEqual(
      expect.arrayContaining(["a.txt", "-two", "+2"]),
    );
    screen.type(`${tab}y`);
    await screen.shows("over and out");
    expect(await readFile(join(place.cwd, "a.txt"), "utf8")).toBe("one\n2\nthree\n");
  });

  it("C12.4 never steals a key that is typed for the editor", async () => {
    const typed = Promise.withResolvers<void>();
    await using session = await talk([{ ...touch, beforeHead: typed.promise }, over]);
    const { screen, place } = session;
    screen.type(`go${enter}`);
    await screen.shows("Working");
    screen.type("yes, ");
    await screen.shows("› yes,");
    typed.resolve();
    await screen.shows("Run this command?");
    screen.type("any and all");
    await screen.shows("yes, any and all");
    expect(screen.text).toContain("Run this command?");
    expect(existsSync(join(place.cwd, "made"))).toBe(false);
    screen.type(`${tab}n`);
    await screen.shows("over and out");
    expect(screen.text).toContain("yes, any and all");
  });

  it("C12.2 a stop withdraws the question, and the call is not run", async () => {
    await using session = await talk([touch, over]);
    const { screen, place } = session;
    screen.type(`go${enter}`);
    await screen.shows("Run this command?");
    screen.type(escape);
    await screen.hides("Run this command?");
    screen.type(`more${enter}`);
    await screen.shows("over and out");
    expect(existsSync(join(place.cwd, "made"))).toBe(false);
  });
});

describe("the question about a project's trust", { timeout: 30_000 }, () => {
  it.each([
    ["o", true],
    ["n", false],
  ])("C12.4 answered with %s loads what the project brings: %s", async (answer, isLoaded) => {
    const prepare = async ({ cwd }: { readonly cwd: string }): Promise<void> => {
      await mkdir(join(cwd, ".git"));
      await writeFile(join(cwd, "AGENTS.md"), "Be kind to whales.\n");
    };
    await using place = await makePlace();
    await prepare(place);
    const { startModelServer } = await import("@tau-ts/test-server");
    const { modelWords } = await import("../support/tau.ts");
    await using server = await startModelServer([over]);
    await using screen = new TauScreen(modelWords(server.url), place);
    await screen.shows("Trust this project?");
    expect(screen.text).toContain("AGENTS.md");
    screen.type(tab + answer);
    await screen.ready();
    screen.type(`go${enter}`);
    await screen.shows("over and out");
    expect(server.requests[0]?.rawBody.includes("kind to whales")).toBe(isLoaded);
  });
});
