import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of the running test's own, removed when the test is over. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tau-coding-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
