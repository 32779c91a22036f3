import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { anthropicText, anthropicToolCall } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { keys, talk } from "../support/talk.ts";
import type { TauScreen } from "../support/screen.ts";

const { enter, escape, down, ctrlO, shiftTab } = keys;

async function settled(screen: TauScreen): Promise<void> {
  await screen.until(({ text }) => !/Working|Stopping|Opening/.test(text), "the end of the run");
}

describe("commands in the editor", { timeout: 30_000 }, () => {
  it("C14 an unknown one is answered with the nearest name, and stays to be mended", async () => {
    await using session = await talk([]);
    const { screen } = session;
    screen.type(`/modle${enter}`);
    await screen.shows("did you mean /model?");
    expect(screen.text).toContain("› /modle");
  });

  it("C14 /mode and Shift+Tab change what may be done unasked", async () => {
    await using session = await talk([]);
    const { screen } = session;
    await screen.shows(" · ask");
    screen.type(`/mode full${enter}`);
    await screen.shows(" · full");
    screen.type(shiftTab);
    await screen.shows(" · read-only");
    screen.type(`/mode${enter}`);
    await screen.shows("asks before it changes anything");
    screen.type(`auto${enter}`);
    await screen.shows(" · auto-edit");
    expect(screen.exitCode).toBeUndefined();
  });

  it("C14 /thinking chooses from a list", async () => {
    await using session = await talk([]);
    const { screen } = session;
    screen.type(`/thinking${enter}`);
    await screen.shows("minimal");
    screen.type(`high${enter}`);
    await screen.shows("claude-test:high");
    screen.type(`/thinking wild${enter}`);
    await screen.shows("there is no level wild");
    expect(screen.exitCode).toBeUndefined();
  });

  it("C14 /model lists what can be used, and Escape changes nothing", async () => {
    await using session = await talk([], { env: { ANTHROPIC_API_KEY: "key-for-tests" } });
    const { screen } = session;
    screen.type(`/model${enter}`);
    await screen.shows("anthropic/claude");
    screen.type(escape);
    await screen.hides("anthropic/claude");
    expect(screen.text).toContain("claude-test");
    screen.type(`/model no-such-thing${enter}`);
    await screen.shows("no-such-thing");
  });

  it("C14 /new begins a session, /resume goes back to the first, which looks as it did", async () => {
    await using session = await talk([
      anthropicText("the **first** answer"),
      anthropicText("the second answer"),
      anthropicText("the third answer"),
    ]);
    const { screen, place, server } = session;
    await screen.enter("first question");
    await screen.shows("the first answer");
    await settled(screen);
    await screen.enter("/new");
    await screen.hides("› /new");
    await screen.enter("second question");
    await screen.shows("the second answer");
    await settled(screen);
    expect(server.requests[1]?.rawBody).not.toContain("first question");
    expect(await place.sessions()).toHaveLength(2);
    await screen.enter("/resume");
    await screen.shows("type to narrow");
    expect(screen.text).toMatch(/› first question/);
    screen.type(enter);
    await screen.hides("type to narrow");
    await settled(screen);
    await screen.enter("third question");
    await screen.shows("the third answer");
    expect(server.requests[2]?.rawBody).toContain("first question");
    expect(server.requests[2]?.rawBody).not.toContain("second question");
  });

  it("C14 /undo shows what would change, asks, and takes back what the run did", async () => {
    const write = anthropicToolCall({
      name: "write",
      arguments: { path: "a.txt", content: "new\n" },
    });
    const words = ["--permission-mode", "full"];
    await using session = await talk([write, anthropicText("over and out")], { words });
    const { screen, place } = session;
    screen.type(`go${enter}`);
    await screen.shows("over and out");
    await settled(screen);
    expect(await readFile(join(place.cwd, "a.txt"), "utf8")).toBe("new\n");
    screen.type(`/undo${enter}`);
    await screen.shows("Take back 1 change?");
    expect(screen.text).toContain("-new");
    screen.type(`${keys.tab}y`);
    await screen.shows("1 change taken back.");
    expect(existsSync(join(place.cwd, "a.txt"))).toBe(false);
    screen.type(`/redo${enter}`);
    await screen.shows("Make again 1 change?");
    screen.type(`${keys.tab}y`);
    await screen.shows("1 change made again.");
    expect(await readFile(join(place.cwd, "a.txt"), "utf8")).toBe("new\n");
  });

  it("C14 /jobs lists background jobs, and stops one", async () => {
    const start = anthropicToolCall({
      name: "bash",
      arguments: { command: "echo begun; sleep 60", background: true },
    });
    const words = ["--permission-mode", "full"];
    await using session = await talk([start, anthropicText("over and out")], { words });
    const { screen } = session;
    screen.type(`/jobs${enter}`);
    await screen.shows("There are no background jobs.");
    screen.type(`go${enter}`);
    await screen.shows("over and out");
    await screen.shows("1 job");
    screen.type(`/jobs${enter}`);
    await screen.shows("job-1");
    await screen.shows("runs for");
    screen.type(enter);
    await screen.shows("Stop it");
    screen.type(`${down}${enter}`);
    await screen.shows("job-1 was stopped.");
    await screen.until(
      ({ lines }) => !lines.at(-1)?.includes("1 job"),
      "a status line without jobs",
    );
    expect(screen.exitCode).toBeUndefined();
  });

  it("C14 /compact sums up, and says what it did", async () => {
    const long = anthropicText(Array.from({ length: 1000 }, () => `${"word ".repeat(15)}\n\n`));
    await using session = await talk([long, long, anthropicText("The summary.")]);
    const { screen } = session;
    for (const text of ["one", "two"]) {
      await screen.enter(text);
      await screen.shows("Working");
      await settled(screen);
    }
    await screen.enter("/compact");
    await screen.shows("Older messages were summed up");
    await settled(screen);
    expect(screen.exitCode).toBeUndefined();
  });

  it("C14 /help shows keys and commands, Escape goes back", async () => {
    await using session = await talk([]);
    const { screen } = session;
    screen.type(`/help${enter}`);
    await screen.shows("/thinking");
    screen.type(escape);
    await screen.hides("/thinking");
    screen.type("words");
    await screen.shows("› words");
    expect(screen.exitCode).toBeUndefined();
  });

  it("C14 Ctrl+O shows the whole output of a tool, however long", async () => {
    const seq = anthropicToolCall({ name: "bash", arguments: { command: "seq 1 500" } });
    await using session = await talk([seq, anthropicText("over and out")]);
    const { screen } = session;
    screen.type(ctrlO);
    await screen.shows("No tool has been called yet.");
    screen.type(`go${enter}`);
    await screen.shows("over and out");
    await settled(screen);
    screen.type(ctrlO);
    await screen.until(({ lines }) => lines.some((line) => /^\s*1$/.test(line)), "the first line");
    screen.type(escape);
    await screen.shows("› ");
    expect(screen.exitCode).toBeUndefined();
  });

  it("C14 a bang runs a command at once, and the model reads what it printed", async () => {
    await using session = await talk([anthropicText("over and out")]);
    const { screen, server } = session;
    screen.type(`!echo marked-output${enter}`);
    await screen.shows("✓ ! echo marked-output");
    expect(screen.lines.map((line) => line.trim())).toContain("marked-output");
    screen.type(`go${enter}`);
    await screen.shows("over and out");
    expect(server.requests[0]?.rawBody).toContain("marked-output");
  });
});
