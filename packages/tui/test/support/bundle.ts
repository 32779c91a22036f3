import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The built command of the tests. */
    builtCommand: string;
  }
}

const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

/** What is needed before anything is known of the command line, and to print help and version: one file loads fastest. */
const startModules =
  /tui\/src\/cli\/(?:main|command-error|nearest|sub-commands|read-words|parse-arguments|options|version|help)\.ts$/;

/**
 * Builds the command once for all tests, as the package is built: it starts in a fraction of the time of its sources.
 * Returns what removes it.
 */
export default async function buildCommand(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(packageFolder, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "tau-test-"));
  const build = await rolldown({
    input: { bin: join(packageFolder, "src/bin.ts") },
    platform: "node",
    resolve: {
      conditionNames: ["tau-ts:source", "import", "default"],
      mainFields: ["module", "main"],
    },
    external: [/^node:/, /^@vscode\/ripgrep/],
  });
  await build.write({
    dir: join(folder, "dist"),
    format: "es",
    chunkFileNames: "program/[name]-[hash].js",
    codeSplitting: { groups: [{ name: "start", test: startModules }] },
  });
  await build.close();
  await cp(join(packageFolder, "package.json"), join(folder, "package.json"));
  project.provide("builtCommand", join(folder, "dist/bin.js"));
  return () => rm(folder, { recursive: true, force: true });
}
