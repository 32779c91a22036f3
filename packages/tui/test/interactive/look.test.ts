import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { anthropicText, anthropicToolCall } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { keys, talk } from "../support/talk.ts";
import { modelWords } from "../support/tau.ts";
import { TauScreen } from "../support/screen.ts";

const { enter } = keys;
const full = ["--permission-mode", "full"];

/** What would name the window, clear the screen, print over it, or make the terminal answer. */
const hostile =
  "A\u001b]0;owned\u0007B\u001b[2J\u001b[HC\u001b[31mD\u009b5mE\u001bP1$qF\u001b\\G\u001b[6nH\u0008I\u202eJ";

describe("the screen", { timeout: 60_000 }, () => {
  it("C14 control sequences in what a model and a tool say never reach the terminal", async () => {
    const prepare = ({ cwd }: { readonly cwd: string }): Promise<void> =>
      writeFile(join(cwd, "a.txt"), `${hostile}\n`);
    await using session = await talk(
      [
        anthropicToolCall({
          name: "bash",
          arguments: { command: `cat a.txt; : '${hostile}'` },
          text: hostile,
        }),
        anthropicText(`over ${hostile} and out`),
      ],
      { words: full, prepare },
    );
    const { screen } = session;
    screen.type(`go${enter}`);
    await screen.until(({ text }) => text.includes("and out"), "the answer");
    await screen.hides("Working");
    for (const sequence of [
      "owned\u0007",
      "\u001b[2J",
      "\u009b",
      "\u001bP1$q",
      "\u001b[6n",
      "\u0008I",
      "\u202e",
    ])
      expect(screen.output).not.toContain(sequence);
  });

  it("C14 2,000 streamed lines with wide characters stand in the scrollback once and in order, without a repaint", async () => {
    const shapes = ["plain", "你好，世界", "👨‍👩‍👧‍👦 🇩🇪", "e\u0301 ❤️", "한국어"];
    const lines = Array.from(
      { length: 2000 },
      (_, at) => `${String(at).padStart(4, "0")} ${shapes[at % shapes.length] ?? ""} end`,
    );
    const pieces = lines.map((line) => `${line}\n\n`);
    await using session = await talk([anthropicText(pieces)]);
    const { screen } = session;
    screen.type(`go${enter}`);
    await screen.until(({ text }) => text.includes("1999"), "the last line");
    await screen.hides("Working");
    const shown = screen.all.flatMap((line) => /(\d{4}) .* end/.exec(line)?.[1] ?? []);
    expect(shown).toEqual(lines.map((line) => line.slice(0, 4)));
    expect(screen.output).not.toContain("\u001b[2J");
    expect(screen.output).not.toContain("\u001b[3J");
  });

  it("F93 at width 20 everything fits, typing wide characters included", async () => {
    await using session = await talk(
      [
        anthropicToolCall({
          name: "bash",
          arguments: { command: "echo 你好，世界你好，世界你好，世界" },
        }),
        anthropicText(
          "| a | b |\n|---|---|\n| 你好，世界你好 | 👨‍👩‍👧‍👦 |\n\n```ts\nconst value = compute(1);\n```\nthe end",
        ),
      ],
      { words: full, columns: 20, rows: 24 },
    );
    const { screen } = session;
    screen.type("你好，世界你好，世界你好，世界");
    await screen.until(
      ({ text }) => text.replaceAll(/\s/g, "").includes("你好，世界你好，世界你好，世界"),
      "it all",
    );
    screen.type(enter);
    await screen.shows("the end");
    screen.type("more");
    await screen.shows("› more");
    expect(screen.exitCode).toBeUndefined();
  });

  it("C14 a resize lays everything out anew, and nothing is lost", async () => {
    await using session = await talk([
      anthropicText("the quick brown fox jumps over the lazy dog"),
    ]);
    const { screen } = session;
    screen.type(`go${enter}`);
    await screen.shows("lazy dog");
    await screen.hides("Working");
    screen.type("half a thought");
    await screen.shows("half a thought");
    screen.resize(30, 20);
    await screen.until(
      ({ lines }) =>
        lines.some((line) => /^\W*the quick brown fox/.test(line) && line.length <= 30),
      "it in 30 columns",
    );
    await screen.shows("half a thought");
    screen.resize(100, 30);
    await screen.shows("the quick brown fox jumps over the lazy dog");
    await screen.shows("half a thought");
    expect(screen.exitCode).toBeUndefined();
  });

  it("C14 a session that is opened again looks exactly as it was watched", async () => {
    const prepare = ({ cwd }: { readonly cwd: string }): Promise<void> =>
      writeFile(join(cwd, "a.txt"), "one\ntwo\n");
    const answer = "# Title\n\n- **a** list\n- of `two`\n\n```ts\nconst x = 1;\n```\n\nThe end.";
    await using session = await talk(
      [
        anthropicToolCall({ name: "read", arguments: { path: "a.txt" }, text: "Let me look." }),
        anthropicToolCall({ name: "bash", arguments: { command: "echo hello; exit 3" } }),
        anthropicToolCall({
          name: "edit",
          arguments: { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] },
        }),
        anthropicText(answer),
      ],
      { words: full, rows: 60, prepare },
    );
    const { screen, place, server } = session;
    screen.type(`go on${enter}`);
    await screen.shows("The end.");
    await screen.hides("Working");
    const watched = conversationOf(screen);
    screen.type(keys.ctrlD);
    await screen.finished;
    await using again = new TauScreen(["-c", ...full, ...modelWords(server.url)], place, {
      rows: 60,
    });
    await again.until(
      (shown) => isDeepStrictEqual(conversationOf(shown), watched),
      watched.join("\n"),
    );
    expect(watched.join("\n")).toContain("hello");
  });

  it("C14 while nothing goes on nothing is written", async () => {
    await using session = await talk([anthropicText("the answer")]);
    const { screen } = session;
    screen.type(`go${enter}`);
    await screen.shows("the answer");
    await screen.hides("Working");
    screen.type("x");
    await screen.shows("› x");
    const before = screen.output.length;
    await new Promise((resolve) => setTimeout(resolve, 2500)); // Longer than anything that ticks.
    expect(screen.output.length).toBe(before);
  });
});

/** From the first words of the person to the end of the last answer. */
function conversationOf({ all }: TauScreen): readonly string[] {
  const from = all.findIndex((line) => line.includes("go on"));
  const to = all.findLastIndex((line) => line.includes("The end."));
  return all.slice(from, to + 1);
}
