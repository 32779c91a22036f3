// Opens the export of a hostile session in a real headless Chromium and looks whether anything ran, and everything shows.
//
// Usage: node --conditions=tau-ts:source scripts/prove-html.ts [chromium]
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sessionHtml } from "../src/export/html.ts";
import { hostileSession, hostileTexts } from "../test/support/hostile-session.ts";

const [program = "chromium"] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "tau-html-"));
const page = join(folder, "session.html");
await writeFile(page, sessionHtml(hostileSession()));
const browser = spawn(
  program,
  [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-port=0",
    `--user-data-dir=${join(folder, "profile")}`,
    pathToFileURL(page).href,
  ],
  { stdio: ["ignore", "ignore", "pipe"] },
);
try {
  const browserUrl = await debuggerUrl();
  const targets: unknown = await (
    await fetch(`http://${new URL(browserUrl).host}/json/list`)
  ).json();
  const target = Array.isArray(targets)
    ? targets.find((one: { type?: string }) => one.type === "page")
    : undefined;
  const facts = await evaluate(
    String(target?.webSocketDebuggerUrl),
    `(async () => {
      const before = window.hacked;
      for (const details of document.querySelectorAll("details")) details.open = true;
      for (const link of document.querySelectorAll("a")) link.click();
      await new Promise((done) => setTimeout(done, 500));
      return JSON.stringify({
        hacked: [before, window.hacked],
        url: location.href,
        text: document.body.innerText,
        scripts: document.querySelectorAll("script, iframe, svg, object, embed").length,
        handlers: Array.from(document.querySelectorAll("*")).filter((element) =>
          Array.from(element.attributes).some(({ name, value }) => name.startsWith("on") || /javascript:/i.test(value)),
        ).length,
        images: Array.from(document.images).map(({ src }) => src.slice(0, 22)),
      });
    })()`,
  );
  const { hacked, text, scripts, handlers, images, url } = JSON.parse(facts);
  const faults = [
    ...(hacked.some((value: unknown) => value !== undefined && value !== null)
      ? [`something ran: ${hacked}`]
      : []),
    ...(scripts > 0 ? [`${scripts} elements that could run something`] : []),
    ...(handlers > 0 ? [`${handlers} handlers`] : []),
    ...(url.startsWith(pathToFileURL(page).href) ? [] : [`it went to ${url}`]),
    ...(images.length === 1 ? [] : [`${images.length} pictures`]),
    ...hostileTexts.filter((part) => !text.includes(part)).map((part) => `not shown: ${part}`),
    ...["⟨U+001B⟩", "⟨U+0000⟩", "⟨U+202E⟩"]
      .filter((mark) => !text.includes(mark))
      .map((mark) => `not named: ${mark}`),
  ];
  process.stdout.write(
    faults.length === 0
      ? `nothing ran, and all ${hostileTexts.length} texts show (${text.length} characters on the page)\n`
      : `${faults.join("\n")}\n`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  const gone = new Promise((resolve) => browser.once("close", resolve));
  browser.kill();
  await gone;
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Where the browser can be spoken to: it says so on its standard error. */
function debuggerUrl(): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = "";
    browser.once("error", reject);
    browser.once("close", () => reject(new Error(`${program} ended: ${told}`)));
    browser.stderr.setEncoding("utf8").on("data", (text: string) => {
      told += text;
      const [, url] = /DevTools listening on (ws:\S+)/.exec(told) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

function evaluate(url: string, expression: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener("error", () => reject(new Error(`cannot speak to ${url}`)));
    socket.addEventListener("open", () => {
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params }));
    });
    socket.addEventListener("message", ({ data }) => {
      const answer = JSON.parse(String(data));
      if (answer.id !== 1) return;
      socket.close();
      const value: unknown = answer.result?.result?.value;
      if (typeof value === "string") resolve(value);
      else reject(new Error(String(data)));
    });
  });
}
