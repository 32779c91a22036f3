import { anthropicText, startModelServer } from "@tau-ts/test-server";
import type { EventStreamTurn, ModelServer, ModelTurn, ScriptedTurn } from "@tau-ts/test-server";
import { TauScreen } from "./screen.ts";
import type { ScreenOptions } from "./screen.ts";
import { makePlace, modelWords } from "./tau.ts";
import type { Place } from "./tau.ts";

export const keys = {
  enter: "\r",
  altEnter: "\u001b\r",
  escape: "\u001b",
  /** Escape as terminals with the kitty protocol send it: what follows at once does not belong to it. */
  wholeEscape: "\u001b[27u",
  tab: "\t",
  up: "\u001b[A",
  down: "\u001b[B",
  shiftTab: "\u001b[Z",
  ctrlC: "\u0003",
  ctrlD: "\u0004",
  ctrlJ: "\n",
  ctrlO: "\u000f",
  ctrlU: "\u0015",
  ctrlZ: "\u001a",
} as const;

/** A conversation at a terminal: a place, a model server and the command on a screen. `await using` ends all three. */
export interface Talk extends AsyncDisposable {
  readonly place: Place;
  readonly server: ModelServer;
  readonly screen: TauScreen;
}

export interface TalkOptions extends ScreenOptions {
  readonly words?: readonly string[] | undefined;
  /** Called before the command starts. */
  readonly prepare?: ((place: Place) => Promise<unknown>) | undefined;
}

/** Starts the command with a model that plays the script, and waits until it takes keys. */
export async function talk(
  script: readonly ScriptedTurn[],
  { words = [], prepare, ...options }: TalkOptions = {},
): Promise<Talk> {
  const place = await makePlace();
  const server = await startModelServer(script);
  await prepare?.(place);
  const screen = new TauScreen([...words, ...modelWords(server.url)], place, options);
  const end = async (): Promise<void> => {
    await screen[Symbol.asyncDispose]();
    await server.close();
    await place[Symbol.asyncDispose]();
  };
  try {
    await screen.ready();
  } catch (error) {
    await end();
    throw error;
  }
  return { place, server, screen, [Symbol.asyncDispose]: end };
}

/** A reply that begins with `text` and then says nothing more. */
export function unfinished(text: string): ModelTurn {
  const turn = anthropicText([text, "never said"]);
  return cutAfter(turn, 3);
}

/** The first events of a reply; the rest never comes. */
export function cutAfter({ body, ...head }: EventStreamTurn, events: number): ModelTurn {
  return { ...head, body: body.slice(0, events), ending: "stall" };
}
