import { once } from "node:events";
import { access, copyFile } from "node:fs/promises";
import { createServer, request as requestFrom } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";
import { run } from "./run.ts";

/** What `turn()` of consumer/page.js.template answers. */
interface Turn {
  readonly deltas: number;
  readonly result: string;
  readonly outcome: string;
  readonly text: string;
}

/** What `stopEndlessReply()` answers. */
interface Stopped {
  readonly ending: string;
  readonly ms: number;
  readonly outcome: string;
  readonly kept: string;
  readonly next: string;
}

/**
 * Bundles the installed `ai` and `agent` for a page, and lets headless Chromium stream, call a tool and stop over real
 * HTTP. Resolves with what was seen.
 */
export async function proveBrowser(folder: string): Promise<string> {
  const endless = anthropicText(["One word", " and on", " and on"]);
  await using server = await startModelServer([
    anthropicToolCall({ name: "title", arguments: {}, text: "Let me look at the page." }),
    anthropicText(["It is", " called", " Alone."]),
    { ...endless, body: endless.body.slice(0, 4), ending: "stall" },
    anthropicText("Here I am."),
  ]);
  const program = await bundled(folder);
  await using site = await serve(program, server.url);
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    const turn = await page.evaluate<Turn>("turn()");
    expectSame(turn, {
      deltas: turn.deltas,
      result: "Alone",
      outcome: "completed",
      text: "It is called Alone.",
    });
    if (turn.deltas < 4)
      throw new Error(`the reply came in ${turn.deltas} pieces: it was not streamed`);
    const stopped = await page.evaluate<Stopped>("stopEndlessReply()");
    const { ms } = stopped;
    expectSame(stopped, {
      ending: "clean",
      ms,
      outcome: "aborted",
      kept: stopped.kept,
      next: "Here I am.",
    });
    if (!stopped.kept.startsWith("One word"))
      throw new Error(`of the stopped reply this was kept: ${stopped.kept}`);
    await (
      await server.request(2)
    ).settled;
    if (server.requests[2]?.closedByClient !== true)
      throw new Error("the server did not see the stop");
    return `${browser.version()}, ${turn.deltas} pieces of text, stopped in ${ms.toFixed(0)} ms`;
  } finally {
    await browser.close();
  }
}

function expectSame(seen: object, wanted: object): void {
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    throw new Error(`expected ${JSON.stringify(wanted)}, got ${JSON.stringify(seen)}`);
}

async function bundled(folder: string): Promise<string> {
  const input = join(folder, "page.js");
  await copyFile(join(import.meta.dirname, "../consumer/page.js.template"), input);
  const build = await rolldown({ input, platform: "browser" });
  try {
    const { output } = await build.generate({ format: "iife", codeSplitting: false });
    return output[0].code;
  } finally {
    await build.close();
  }
}

/** A site with the page, its program, and the model server behind every POST: all of one origin. */
async function serve(
  program: string,
  models: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    if (request.url === "/") response.setHeader("content-type", "text/html").end(page);
    else if (request.url === "/page.js")
      response.setHeader("content-type", "text/javascript").end(program);
    else if (request.method === "POST") pass(request, response, models);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site got no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const page = '<!doctype html><title>Alone</title><script src="/page.js"></script>';

function pass(request: IncomingMessage, response: ServerResponse, models: string): void {
  const { method, headers, url = "/" } = request;
  const forwarded = requestFrom(new URL(url, models), { method, headers });
  forwarded.on("response", (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  request.pipe(forwarded);
}

/** Debian's Chromium; it is installed when it is not there and this is root on such a system. */
async function chromiumPath(): Promise<string> {
  const path = "/usr/bin/chromium";
  const isThere = (): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  if (await isThere()) return path;
  await run("apt-get", ["update", "-q"], "/");
  await run("apt-get", ["install", "-yq", "--no-install-recommends", "chromium"], "/", {
    ...process.env,
    DEBIAN_FRONTEND: "noninteractive",
  });
  if (await isThere()) return path;
  throw new Error("there is no /usr/bin/chromium: install Debian's package `chromium`");
}
