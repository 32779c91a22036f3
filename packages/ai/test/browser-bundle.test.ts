import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";

async function bundle(): Promise<string> {
  const complaints: string[] = [];
  const input = fileURLToPath(new URL("support/browser-program.ts", import.meta.url));
  const build = await rolldown({
    input,
    platform: "browser",
    resolve: { conditionNames: ["tau-ts:source", "import", "browser", "default"] },
    onLog: (_level, log) => void complaints.push(log.message),
  });
  try {
    const { output } = await build.generate({ format: "iife", name: "program" });
    expect(complaints).toEqual([]);
    return output[0].code;
  } finally {
    await build.close();
  }
}

/** What a worker in a browser has, as far as it is used, and nothing of Node. */
const WEB_GLOBALS = [
  "AbortController",
  "AbortSignal",
  "DOMException",
  "Headers",
  "ReadableStream",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
  "Uint8Array",
  "atob",
  "btoa",
  "clearTimeout",
  "crypto",
  "performance",
  "setTimeout",
  "structuredClone",
];

describe("a bundle for browsers", () => {
  it("house rule 8: it builds, and runs where there are no globals but those of the web", async () => {
    const code = await bundle();
    expect(code).not.toMatch(/\bnode:|getBuiltinModule/);
    const globals: Record<string, unknown> = {};
    for (const name of WEB_GLOBALS) globals[name] = Reflect.get(globalThis, name);
    const context = createContext(globals, { microtaskMode: undefined });
    const results: unknown = await runInContext(`${code}\nprogram.run()`, context);
    expect(JSON.parse(JSON.stringify(results))).toEqual({
      called: "hello",
      sentTo: "https://api.anthropic.com/v1/messages",
      scripted: "one two",
      replayed: "one two",
    });
  }, 30_000);
});
