import { createServer } from "node:net";
import { once } from "node:events";
import { anthropicText, startModelServer } from "@tau-ts/test-server";
import type { ScriptedTurn } from "@tau-ts/test-server";
import { scripts } from "./scripts.ts";

/** What answers while a page is followed, in place of every model and every address that the page names. */
export interface Answers extends AsyncDisposable {
  /** Variables that lead to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** A text of the page in which addresses are those of this machine. */
  here(text: string): string;
  /** Throws when the page did not ask for all that was to be answered. */
  check(): void;
}

/** Starts the model server with the turns that a page needs; a page without turns of its own is answered with a few words. */
export async function startAnswers(path: string): Promise<Answers> {
  const own: readonly ScriptedTurn[] | undefined = scripts[path];
  const server = await startModelServer(own ?? [anthropicText("It is 4.")], {
    repeatLast: own === undefined,
  });
  const port = await freePort();
  return {
    environment: {
      ANTHROPIC_API_KEY: "a key for tests",
      ANTHROPIC_BASE_URL: server.url,
      ACME_API_KEY: "a key for tests",
    },
    here: (text) =>
      text
        .replaceAll("http://localhost:8000", server.url)
        .replaceAll("https://models.acme.example", server.url)
        .replaceAll("8080", String(port)),
    check: () => {
      if (own !== undefined && server.requests.length !== own.length)
        throw new Error(
          `${path} asked the model ${server.requests.length} times, where ${own.length} answers are ready`,
        );
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port was given");
  return address.port;
}
