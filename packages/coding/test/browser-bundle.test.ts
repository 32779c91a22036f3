import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL("support/browser-program.ts", import.meta.url)),
    platform: "browser",
    resolve: { conditionNames: ["tau-ts:source", "import", "browser", "default"] },
    // What of the package needs Node is left out of the bundle; nothing of it may be left over in it.
    external: /^node:|^@vscode\/ripgrep$/,
  });
  try {
    const { output } = await build.generate({ format: "iife", name: "program" });
    const [chunk, ...others] = output;
    expect([...chunk.imports, ...chunk.dynamicImports, ...others]).toEqual([]);
    return chunk.code;
  } finally {
    await build.close();
  }
}

/** What a worker in a browser has, as far as it is used, and nothing of Node. */
const webGlobals = [
  "AbortController",
  "AbortSignal",
  "TextDecoder",
  "TextEncoder",
  "clearTimeout",
  "crypto",
  "setTimeout",
];

it(
  "C2.1 files and commands in memory are bundled for browsers, and work without anything of Node",
  { timeout: 30_000 },
  async () => {
    const code = await bundle();
    expect(code).not.toMatch(/\bBuffer\b|\brequire\(/);
    expect(code.length).toBeLessThan(60_000);
    const globals = Object.fromEntries(
      webGlobals.map((name) => [name, Reflect.get(globalThis, name)]),
    );
    const results: unknown = await runInContext(`${code}\nprogram.run()`, createContext(globals));
    expect(JSON.parse(JSON.stringify(results))).toEqual({
      file: "one é\n",
      other: "two",
      entries: [{ name: "src", kind: "directory" }],
      exitCode: 3,
      printed: "ready\n",
      timedOut: true,
      job: {
        exit: { exitCode: 0, signal: null, timedOut: false },
        shownLines: 2000,
        totalLines: 100_001,
        full: { problem: "there is no disk here" },
      },
    });
  },
);
