import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicText } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { keys, talk, unfinished } from "../support/talk.ts";
import { makePlace } from "../support/tau.ts";
import { TauScreen } from "../support/screen.ts";

const { enter, ctrlC, ctrlD, ctrlZ } = keys;
/** What a shell in the same terminal says of it. */
const afterwards = 'echo "code $?"; stty -a; printf "%s\\n" "the end"';

/** How often each text was written. */
function count(output: string, text: string): number {
  return output.split(text).length - 1;
}

/** Resolves with the exit code when the terminal is as it was: cooked, with its cursor, without paste marks, focus reports and a keyboard of our own. */
async function givenBack(screen: TauScreen): Promise<number> {
  await screen.finished;
  const { output } = screen;
  const code = /code (\d+)/.exec(output)?.[1] ?? "";
  const after = output.slice(output.indexOf(`code ${code}`));
  for (const name of ["icanon", "echo", "isig", "opost"])
    expect(after).toMatch(new RegExp(`(?<![-\\w])${name}(?!\\w)`));
  const before = output.slice(0, output.indexOf(`code ${code}`));
  expect(before.lastIndexOf("\u001b[?2004l")).toBeGreaterThan(before.lastIndexOf("\u001b[?2004h"));
  expect(before.lastIndexOf("\u001b[?1004l")).toBeGreaterThan(before.lastIndexOf("\u001b[?1004h"));
  expect(before.lastIndexOf("\u001b[?25h")).toBeGreaterThan(before.lastIndexOf("\u001b[?25l"));
  // oxlint-disable-next-line no-control-regex
  expect(count(output, "\u001b[<u")).toBe(output.match(/\u001b\[>\d+u/g)?.length ?? 0);
  expect(count(output, "\u001b[22;0t")).toBe(count(output, "\u001b[23;0t"));
  return Number(code);
}

/** The process of the command, below the shell. */
async function commandOf({ pid }: TauScreen): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return Number(children.trim().split(" ")[0]);
}

describe("leaving", { timeout: 30_000 }, () => {
  it.each<readonly [string, string, number]>([
    ["Ctrl+D", ctrlD, 0],
    ["/quit", `/quit${enter}`, 0],
    ["Ctrl+C twice", ctrlC + ctrlC, 130],
  ])("F95 %s gives the terminal back as it was", async (_name, typed, code) => {
    await using session = await talk([], { afterwards });
    session.screen.type(typed);
    expect(await givenBack(session.screen)).toBe(code);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)(
    "F95 %s gives the terminal back as it was, in the middle of a run",
    async (signal, code) => {
      await using session = await talk([unfinished("a long answer")], { afterwards });
      const { screen } = session;
      screen.type(`go${enter}`);
      await screen.shows("a long answer");
      process.kill(await commandOf(screen), signal);
      expect(await givenBack(screen)).toBe(code);
    },
  );

  it("F95 Ctrl+C while it starts leaves with 130", async () => {
    await using place = await makePlace();
    // A model that cannot be found before somebody answers: the start takes as long as the test wants.
    await writeFile(join(place.cwd, "AGENTS.md"), "Be kind.\n");
    await using screen = new TauScreen([], place, { afterwards });
    await screen.shows("Trust this project?");
    screen.type(ctrlC);
    expect(await givenBack(screen)).toBe(130);
  });

  it.each([
    ["an uncaught error", "setTimeout(() => { throw new Error('boom') }, 10)"],
    ["a rejection that nobody handles", "setTimeout(() => Promise.reject(new Error('boom')), 10)"],
  ])("F95 %s gives the terminal back, and is told after that", async (_name, fault) => {
    const trigger = `process.on("SIGUSR2", () => { ${fault} });`;
    const encoded = `data:text/javascript,${encodeURIComponent(trigger)}`;
    await using session = await talk([], {
      afterwards,
      env: { NODE_OPTIONS: `--import=${encoded}` },
    });
    const { screen } = session;
    screen.type("a draft");
    await screen.shows("a draft");
    process.kill(await commandOf(screen), "SIGUSR2");
    expect(await givenBack(screen)).toBe(1);
    const { output } = screen;
    const told = output.lastIndexOf("boom");
    expect(told).toBeGreaterThan(output.lastIndexOf("\u001b[?2004l"));
    expect(screen.all.join("\n")).toContain("a fault of the command itself");
  });

  it("F95 Ctrl+Z suspends with the terminal given back, and fg comes back whole", async () => {
    await using place = await makePlace();
    const screen = new TauScreen([], place, { command: ["bash", "--norc", "--noprofile", "-i"] });
    await using ending = screen;
    const words = [
      process.execPath,
      ...(await import("../support/tau.ts")).tauWords,
      "--offline-demo",
    ];
    screen.type(`${words.join(" ")}\r`);
    await screen.ready();
    screen.type("half a thought");
    await screen.shows("half a thought");
    screen.type(ctrlZ);
    await screen.shows("Stopped");
    expect(screen.output.lastIndexOf("\u001b[?2004l")).toBeGreaterThan(0);
    screen.type("stty -a | grep -o -- ' echo ' | head -1; echo cooked\r");
    await screen.shows("cooked");
    screen.type("fg\r");
    await screen.until(
      ({ lines }) => lines.some((line) => line.startsWith("› half a thought")),
      "the editor again",
    );
    screen.type(" and more");
    await screen.shows("half a thought and more");
    expect(ending.exitCode).toBeUndefined();
  });

  it("C14 says how to go on with the session, and it goes on", async () => {
    await using session = await talk([anthropicText("the answer")]);
    const { screen, place } = session;
    screen.type(`go${enter}`);
    await screen.shows("the answer");
    await screen.hides("Working");
    screen.type(ctrlD);
    await screen.finished;
    const said = /tau -r (\S+)/.exec(screen.all.join(" "));
    expect((await place.sessions())[0]).toContain(said?.[1]);
  });

  it("C14 words that were not sent are in the history of the next session", async () => {
    await using place = await makePlace();
    {
      await using screen = new TauScreen(["--offline-demo"], place, { afterwards });
      await screen.ready();
      screen.type("never sent");
      await screen.shows("never sent");
      process.kill(await commandOf(screen), "SIGTERM");
      await screen.finished;
      expect(screen.all.join(" ").replaceAll(/\s+/g, " ")).toContain("is in the history");
    }
    await using screen = new TauScreen(["--offline-demo"], place);
    await screen.ready();
    screen.type(keys.up);
    await screen.shows("never sent");
  });

  it("C6.4 Ctrl+C clears what is typed, and Up brings it back", async () => {
    await using session = await talk([]);
    const { screen } = session;
    screen.type("half a thought");
    await screen.shows("half a thought");
    screen.type(ctrlC);
    await screen.hides("half a thought");
    await screen.shows("Ctrl+C again leaves");
    screen.type(keys.up);
    await screen.shows("half a thought");
    expect(screen.exitCode).toBeUndefined();
  });

  it("F97 TERM=dumb talks line by line, without an escape byte", async () => {
    await using place = await makePlace();
    await using screen = new TauScreen(["--offline-demo"], place, { env: { TERM: "dumb" } });
    await screen.until(({ lines }) => lines.some((line) => line.trim() === ">"), "a prompt");
    expect(screen.output).not.toContain("\u001b");
    screen.type(ctrlD);
    expect(await screen.finished).toBe(0);
  });

  it("F97 NO_COLOR leaves no colour on the screen", async () => {
    await using session = await talk([anthropicText("**the answer** is `two`")], {
      env: { NO_COLOR: "1" },
    });
    const { screen } = session;
    screen.type(`go${enter}`);
    await screen.shows("the answer");
    await screen.hides("Working");
    // oxlint-disable-next-line no-control-regex
    expect(screen.output).not.toMatch(/\u001b\[(?:[\d;]*;)?(?:3[0-8]|9[0-7])(?:;[\d;]*)?m/);
  });
});
