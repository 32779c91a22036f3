import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { makePlace, modelWords } from "../support/tau.ts";
import { TauTerminal } from "../support/terminal.ts";

const [enter, ctrlC, ctrlD] = ["\r", "\u0003", "\u0004"];

const touch = anthropicToolCall({ name: "bash", arguments: { command: "touch made" } });

describe("talking at a terminal", { timeout: 30_000 }, () => {
  it("C14 asks for a line, answers it, asks again, and Ctrl+D leaves with exit code 0", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one"), anthropicText("two")]);
    await using terminal = new TauTerminal(modelWords(server.url), place);
    await terminal.until("> ");
    terminal.type(`first${enter}`);
    await terminal.until("one\n> ");
    terminal.type(`second${enter}`);
    await terminal.until("two\n> ");
    terminal.type(ctrlD);
    expect(await terminal.finished).toBe(0);
    expect(server.requests[1]?.rawBody).toContain('"one"');
    expect(await place.entries()).toHaveLength(5);
  });

  it("C14 prompt words are the first line", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")]);
    await using terminal = new TauTerminal(["hello", "you", ...modelWords(server.url)], place);
    await terminal.until("one\n> ");
    expect(server.requests[0]?.rawBody).toContain('"hello you"');
    terminal.type(ctrlD);
    expect(await terminal.finished).toBe(0);
  });

  it.each([
    ["y", true],
    ["YES", true],
    ["n", false],
    ["", false],
  ])("C12.4 a question answered with %j runs the call: %s", async (answer, isAllowed) => {
    await using place = await makePlace();
    await using server = await startModelServer([touch, anthropicText("over")]);
    await using terminal = new TauTerminal(["go", ...modelWords(server.url)], place);
    await terminal.until('Allow bash {"command":"touch made"}? Asked because: ');
    await terminal.until(". Always would allow: ");
    await terminal.until(" [y]es, [n]o, [a]lways: ");
    terminal.type(answer + enter);
    await terminal.until("over\n> ");
    expect(existsSync(join(place.cwd, "made"))).toBe(isAllowed);
    const blocked = server.requests[1]?.rawBody.includes("Tool call blocked: the user said no");
    expect(blocked).toBe(!isAllowed);
  });

  it("C12.4 any other words are a no with a reason, and always asks no second time for the same call", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([touch, touch, touch, anthropicText("over")]);
    await using terminal = new TauTerminal(["go", ...modelWords(server.url)], place);
    await terminal.until("lways: ");
    terminal.type(`use mkdir${enter}`);
    await terminal.until("lways: ", terminal.text.length);
    terminal.type(`a${enter}`);
    await terminal.until("over\n> ");
    expect(server.requests[1]?.rawBody).toContain("the user said no: use mkdir");
    expect(server.requests[3]?.rawBody.match(/Tool call blocked/g)).toHaveLength(1);
  });

  it("C12.4 a line typed before the question is no answer to it", async () => {
    await using place = await makePlace();
    const typed = Promise.withResolvers<void>();
    await using server = await startModelServer([
      anthropicText("one"),
      { ...touch, beforeHead: typed.promise },
      anthropicText("over"),
      anthropicText("three"),
    ]);
    await using terminal = new TauTerminal(["go", ...modelWords(server.url)], place);
    await terminal.until("one\n> ");
    terminal.type(`next${enter}`);
    await server.request(1);
    terminal.type(`yes${enter}`);
    await terminal.until("yes", terminal.text.indexOf("next") + 4);
    typed.resolve();
    await terminal.until("lways: ");
    terminal.type(`n${enter}`);
    await terminal.until("three\n> ");
    expect(existsSync(join(place.cwd, "made"))).toBe(false);
    expect(server.requests[3]?.rawBody).toContain('"yes"');
  });

  it("C6.4 Ctrl+C stops the run and not the talk; at an empty prompt it leaves with exit code 130", async () => {
    await using place = await makePlace();
    const { body, ...head } = anthropicText("a long answer");
    await using server = await startModelServer([
      anthropicText("one"),
      { ...head, body: body.slice(0, 3), ending: "stall" },
      anthropicText("three"),
    ]);
    await using terminal = new TauTerminal(modelWords(server.url), place);
    await terminal.until("> ");
    terminal.type(`first${enter}`);
    await terminal.until("one\n> ");
    terminal.type(`second${enter}`);
    await terminal.until("a long ");
    terminal.type(ctrlC);
    await terminal.until("Error: Operation aborted\n> ");
    terminal.type(`third${enter}`);
    await terminal.until("three\n> ");
    terminal.type(ctrlC);
    expect(await terminal.finished).toBe(130);
  });

  it("C12.2 Ctrl+C withdraws a question: the call is not run and the talk goes on", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([touch, anthropicText("two")]);
    await using terminal = new TauTerminal(["go", ...modelWords(server.url)], place);
    await terminal.until("lways: ");
    terminal.type(ctrlC);
    await terminal.until("Error: Operation aborted\n> ");
    terminal.type(`and now${enter}`);
    await terminal.until("two\n> ");
    expect(existsSync(join(place.cwd, "made"))).toBe(false);
    expect(server.requests[1]?.rawBody).toContain("Operation aborted");
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)(
    "F95 %s gives the terminal back as it was and exits with %i",
    async (signal, code) => {
      await using place = await makePlace();
      await using terminal = new TauTerminal([], place, { afterwards: 'echo "code $?"; stty -a' });
      await terminal.until("> ");
      const children = await readFile(
        `/proc/${terminal.pid}/task/${terminal.pid}/children`,
        "utf8",
      );
      process.kill(Number(children), signal);
      await terminal.finished;
      expect(terminal.text).toContain(`> \ncode ${code}\n`);
      const settings = terminal.text.slice(terminal.text.indexOf("code"));
      for (const name of ["icanon", "echo", "isig", "opost"])
        expect(settings).toMatch(new RegExp(`(?<![-\\w])${name}(?!\\w)`));
    },
  );

  it("F97 a terminal that cannot move its cursor gets no escape byte, and can be talked at all the same", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one \u001b[31mred")]);
    const env = { TERM: "dumb", NO_COLOR: "1" };
    await using terminal = new TauTerminal(modelWords(server.url), place, { env });
    await terminal.until("> ");
    terminal.type(`first${enter}`);
    await terminal.until("red\n> ");
    expect(terminal.screen).not.toContain("\u001b");
    terminal.type(ctrlD);
    expect(await terminal.finished).toBe(0);
  });

  it("C12.4 with -p at a terminal the person there is asked too", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([touch, anthropicText("over")]);
    await using terminal = new TauTerminal(["-p", "go", ...modelWords(server.url)], place);
    await terminal.until("lways: ");
    terminal.type(`y${enter}`);
    expect(await terminal.finished).toBe(0);
    expect(terminal.text).toContain("over\n");
    expect(existsSync(join(place.cwd, "made"))).toBe(true);
  });

  it("C6.4 Ctrl+C at a question of -p ends the command with exit code 130", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([touch]);
    await using terminal = new TauTerminal(["-p", "go", ...modelWords(server.url)], place);
    await terminal.until("lways: ");
    terminal.type(ctrlC);
    expect(await terminal.finished).toBe(130);
    expect((await place.entries()).at(-1)?.message?.stopReason).toBe("aborted");
  });
});
