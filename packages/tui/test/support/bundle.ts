import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The built command of the tests. */
    builtCommand: string;
  }
}

const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Builds the command once for all tests, as the package is built: it starts in a fraction of the time of its sources.
 * Returns what removes it.
 */
export default async function buildCommand(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(packageFolder, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "tau-test-"));
  const bundler = fileURLToPath(new URL("../../../../scripts/bundle-package.mjs", import.meta.url));
  await promisify(execFile)(process.execPath, [bundler, "--program-to", join(folder, "dist")], {
    cwd: packageFolder,
  });
  await cp(join(packageFolder, "package.json"), join(folder, "package.json"));
  project.provide("builtCommand", join(folder, "dist/bin.js"));
  return () => rm(folder, { recursive: true, force: true });
}
