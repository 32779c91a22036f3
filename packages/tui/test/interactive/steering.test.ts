import { anthropicText, anthropicToolCall } from "@tau-ts/test-server";
import type { ScriptedTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import type { TauScreen } from "../support/screen.ts";
import { keys, talk } from "../support/talk.ts";

const { enter, altEnter, up, ctrlU } = keys;

/** A run that waits in its first tool call until the test lets it go on. */
function waiting(gate: Promise<unknown>): ScriptedTurn {
  const turn = anthropicToolCall({ name: "ls", arguments: {}, text: "let me look" });
  const [start, ...rest] = turn.body;
  return { ...turn, body: [start ?? "", ...rest.slice(0, 3), { pause: gate }, ...rest.slice(3)] };
}

/** Begins the run that waits, and enters these words meanwhile. */
async function enterDuringRun(screen: TauScreen, ...entries: readonly string[]): Promise<void> {
  screen.type(`go${enter}`);
  await screen.shows("let me");
  for (const [at, entry] of entries.entries()) {
    screen.type(entry);
    await screen.shows(`${at + 1} queued`);
  }
}

/** Resolves when the words stand in the editor. */
function isInEditor(screen: TauScreen, words: string): Promise<void> {
  return screen.until(
    ({ below }) => below.some((line) => line.startsWith(`› ${words}`)),
    `${words} in the editor`,
  );
}

describe("talking during a run", { timeout: 30_000 }, () => {
  it("C6.1 Enter steers: the words are said at the next turn; Alt+Enter: when the run would end", async () => {
    const gate = Promise.withResolvers<void>();
    await using session = await talk([
      waiting(gate.promise),
      anthropicText("the second"),
      anthropicText("the third"),
    ]);
    const { screen, server } = session;
    await enterDuringRun(screen, `later words${altEnter}`, `steering words${enter}`);
    gate.resolve();
    await screen.shows("the third");
    await screen.hides("queued");
    expect(server.requests[1]?.rawBody).toContain("steering words");
    expect(server.requests[1]?.rawBody).not.toContain("later words");
    expect(server.requests[2]?.rawBody).toContain("later words");
  });

  it("C6.1 Up takes the newest waiting message back, one after the other", async () => {
    const gate = Promise.withResolvers<void>();
    await using session = await talk([waiting(gate.promise), anthropicText("the second")]);
    const { screen, server } = session;
    await enterDuringRun(screen, `first words${enter}`, `second words${altEnter}`);
    screen.type(up);
    await isInEditor(screen, "second words");
    await screen.shows("1 queued");
    screen.type(ctrlU);
    await screen.hides("› second words");
    screen.type(up);
    await isInEditor(screen, "first words");
    await screen.hides("queued");
    gate.resolve();
    await screen.shows("the second");
    expect(server.requests[1]?.rawBody).not.toContain("words");
  });

  it("C6.1 text that is being typed stays when the run ends and when the session changes", async () => {
    const gate = Promise.withResolvers<void>();
    await using session = await talk([waiting(gate.promise), anthropicText("the second")]);
    const { screen } = session;
    await enterDuringRun(screen);
    screen.type("half a thought");
    await screen.shows("half a thought");
    gate.resolve();
    await screen.shows("the second");
    await screen.hides("Working");
    expect(screen.text).toContain("› half a thought");
  });

  it("C6.1 a failed run gives waiting words back", async () => {
    const gate = Promise.withResolvers<void>();
    const failing: ScriptedTurn = async () => {
      await gate.promise;
      return {
        status: 400,
        body: JSON.stringify({
          type: "error",
          error: { type: "invalid_request_error", message: "no such thing" },
        }),
      };
    };
    await using session = await talk([failing]);
    const { screen, server } = session;
    screen.type(`go${enter}`);
    await server.request(0);
    screen.type(`waiting words${enter}`);
    await screen.shows("1 queued");
    gate.resolve();
    await screen.shows("no such thing");
    await isInEditor(screen, "waiting words");
    expect(screen.exitCode).toBeUndefined();
  });

  it("C6.1 words entered while it starts are said when the agent is there", async () => {
    await using session = await talk([anthropicText("the answer")], {
      words: ["hello", "you"],
    });
    const { screen, server } = session;
    await screen.shows("the answer");
    expect(server.requests[0]?.rawBody).toContain("hello you");
  });
});
