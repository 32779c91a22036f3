import { onTestFinished } from "vitest";
import type { JsonObject } from "@tau-ts/ai";
import { LocalShell } from "../../src/shell/local-shell.ts";
import { bashTool } from "../../src/tools/bash.ts";
import type { BashToolOptions } from "../../src/tools/bash.ts";
import { makeFolder } from "./files.ts";

/** A bash tool whose background jobs end with the test, and its folder. */
export function makeBash(options: BashToolOptions = {}): {
  readonly bash: ReturnType<typeof bashTool>;
  readonly cwd: string;
} {
  const cwd = makeFolder();
  const shell = new LocalShell();
  onTestFinished(() => shell.dispose());
  return { bash: bashTool({ cwd, shell, spoolFolder: cwd, ...options }), cwd };
}

/** A detail that is a text, or an empty one. */
export function textIn(details: JsonObject, name: string): string {
  const value = details[name];
  return typeof value === "string" ? value : "";
}
