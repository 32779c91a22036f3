import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { docsFolder, moduleOf } from "./page.ts";
import type { Page } from "./page.ts";

/** Inside the package, so that its `node_modules` are found. */
const folder = join(docsFolder, "node_modules/.cache/blocks");

/** The compiler options a reader starts with, and the sources of the packages. */
const compilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  target: "es2023",
  lib: ["es2024", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  customConditions: ["tau-ts:source"],
};

/**
 * Type-checks every TypeScript block of the pages: each named file beside the other files of its page, and the unnamed
 * ones of a page as one module. Returns what the compiler says; empty when it is content.
 */
export function typeCheck(pages: readonly Page[]): string {
  rmSync(folder, { recursive: true, force: true });
  for (const page of pages) {
    const below = page.path.replace(/\.md$/, "");
    for (const { file, text } of page.blocks)
      if (file !== undefined) writeBelow(join(below, file), text);
    const code = moduleOf(page);
    if (code !== undefined) writeBelow(join(below, "page.ts"), `${code}\nexport {};\n`);
  }
  writeBelow("package.json", '{ "type": "module" }\n');
  writeBelow("tsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  return compile();
}

function writeBelow(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** By the compiler of the workspace: the one of this package is older and ten times slower. */
function compile(): string {
  const workspace = createRequire(join(docsFolder, "../package.json"));
  const compiler = join(dirname(workspace.resolve("typescript/package.json")), "bin/tsc");
  try {
    execFileSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}
