import { anthropicHttpError, anthropicText, anthropicToolCall } from "@tau-ts/test-server";
import type { ScriptedTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { keys, talk, unfinished } from "../support/talk.ts";
import type { TalkOptions } from "../support/talk.ts";
import type { TauScreen } from "../support/screen.ts";

const { enter, escape } = keys;
const draft = "half a thought";
/** How soon the editor has to take a key after a stop, in milliseconds. */
const usableMs = 100;
const full = ["--permission-mode", "full"];
const longAnswer = anthropicText(Array.from({ length: 1000 }, () => `${"word ".repeat(15)}\n\n`));

function bash(command: string): ScriptedTurn {
  return anthropicToolCall({ name: "bash", arguments: { command } });
}

/** The editor shows a key at once, and everything that was typed before it is still there. */
async function isUsable(screen: TauScreen, text: string): Promise<void> {
  const times: number[] = [];
  for (const added of ["!", "!!", "!!!"]) {
    const before = performance.now();
    screen.type("!");
    await screen.shows(text + added);
    times.push(performance.now() - before);
  }
  // Other work on the machine only ever adds to a time.
  expect(Math.min(...times)).toBeLessThan(usableMs);
}

interface Moment {
  readonly script: readonly ScriptedTurn[];
  readonly options?: TalkOptions;
  /** What is entered, one after the other, each after its answer. Default "go". */
  readonly enters?: readonly string[];
  /** On the screen when it is time to press Escape. */
  readonly sign: string;
  /** On the screen afterwards. Default: that it was stopped. */
  readonly says?: RegExp;
}

const moments: Readonly<Record<string, Moment>> = {
  "before the first event": {
    script: [{ beforeHead: new Promise(() => undefined) }],
    sign: "Working",
  },
  "while an answer streams": {
    script: [unfinished("a long answer")],
    sign: "a long answer",
  },
  "while a tool runs": {
    script: [bash("echo run''ning; sleep 30")],
    options: { words: full },
    sign: "running",
  },
  "while a question is asked": {
    script: [bash("touch made")],
    sign: "Run this command?",
  },
  "while old messages are summed up": {
    script: [longAnswer, longAnswer, unfinished("the summary")],
    enters: ["one", "two", "/compact"],
    sign: "Summing up",
    says: /summing up was stopped/i,
  },
  "while it waits to try again": {
    script: [anthropicHttpError(529, { type: "overloaded_error", message: "Overloaded" })],
    sign: "Trying again in",
  },
  "while a command of the user's runs": {
    script: [],
    enters: ["!echo run''ning; sleep 30"],
    sign: "running",
    says: /stopped|aborted|cancelled/i,
  },
};

describe("Escape", { timeout: 30_000 }, () => {
  it.each(Object.entries(moments))(
    "C12.2 %s stops it: the screen says so, the editor is usable and nothing typed is lost",
    async (_name, { script, options, enters = ["go"], sign, says = /stopped|aborted/i }) => {
      await using session = await talk(script, options);
      const { screen } = session;
      for (const [at, text] of enters.entries()) {
        await screen.enter(text);
        const isLast = at === enters.length - 1;
        if (isLast) break;
        await screen.shows("Working");
        await screen.hides("Working");
      }
      await screen.shows(sign);
      screen.type(draft);
      await screen.shows(draft);
      screen.type(escape);
      await screen.until(({ text }) => says.test(text), `text like ${String(says)}`);
      await screen.until(({ text }) => !/Working|Stopping|Compacting|Running your/.test(text));
      await isUsable(screen, draft);
      expect(screen.exitCode).toBeUndefined();
    },
  );

  it("C12.2 while somebody types and nothing goes on leaves the text as it is", async () => {
    await using session = await talk([]);
    const { screen } = session;
    screen.type(draft);
    await screen.shows(draft);
    screen.type(keys.wholeEscape);
    await isUsable(screen, draft);
    expect(screen.text).not.toMatch(/stopp|aborted/i);
  });

  it("C12.2 after the end stops nothing", async () => {
    await using session = await talk([anthropicText("the answer"), anthropicText("the next")]);
    const { screen } = session;
    screen.type(`go${enter}`);
    await screen.shows("the answer");
    await screen.hides("Working");
    screen.type(keys.wholeEscape);
    await isUsable(screen, "");
    expect(screen.text).not.toMatch(/stopp|aborted/i);
    screen.type(`${keys.ctrlU}more${enter}`);
    await screen.shows("the next");
  });

  it("C12.2 shows that it is stopping what is slow to end, and takes a second Escape", async () => {
    const command = "trap '' TERM; echo run''ning; sleep 30 & wait; sleep 30";
    await using session = await talk([bash(command)], { words: full });
    const { screen } = session;
    await screen.enter("go");
    await screen.shows("running");
    screen.type(draft);
    await screen.shows(draft);
    screen.type(keys.wholeEscape);
    await screen.shows("Stopping…");
    screen.type(keys.wholeEscape);
    await screen.hides("Stopping");
    await isUsable(screen, draft);
    expect(screen.exitCode).toBeUndefined();
  });

  it("C12.2 what is entered while it stops is said as soon as that is over", async () => {
    const command = "trap '' TERM; echo run''ning; sleep 30 & wait; sleep 30";
    const script = [bash(command), anthropicText("the next answer")];
    await using session = await talk(script, { words: full });
    const { screen } = session;
    await screen.enter("go");
    await screen.shows("running");
    screen.type(keys.wholeEscape);
    await screen.shows("Stopping…");
    await screen.enter("do this instead");
    await screen.shows("the next answer");
    expect(screen.exitCode).toBeUndefined();
  });

  it("C12.2 gives words that waited back to the editor, in front of what is typed", async () => {
    await using session = await talk([unfinished("a long answer"), anthropicText("the next")]);
    const { screen, server } = session;
    screen.type(`go${enter}`);
    await screen.shows("a long answer");
    screen.type(`first steer${enter}`);
    await screen.shows("1 queued");
    screen.type(`then this${keys.altEnter}`);
    await screen.shows("2 queued");
    screen.type(draft);
    await screen.shows(draft);
    screen.type(escape);
    await screen.hides("queued");
    await screen.shows("first steer");
    screen.type(enter);
    await screen.shows("the next");
    const asked = server.requests[1]?.rawBody ?? "";
    expect(asked).toContain(JSON.stringify(`first steer\n\nthen this\n\n${draft}`));
  });
});
