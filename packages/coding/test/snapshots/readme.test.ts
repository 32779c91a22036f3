import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlocks, runReadme } from "@tau-ts/readme-runner";
import { expect, it, vi } from "vitest";
import { makeFolder } from "../support/files.ts";

const folder = join(import.meta.dirname, "../..");

it("U50 the README's example of undo does what it says", async () => {
  vi.stubEnv("TAU_HOME", join(makeFolder(), "home"));
  const blocks = codeBlocks(readFileSync(join(folder, "README.md"), "utf8"));
  const place = blocks.findIndex((block) => block.includes("snapshots.undo()"));
  expect(await runReadme(folder, [place])).toBe(
    `delete file greeting.txt
--- greeting.txt
+++ greeting.txt
@@ -1,1 +0,0 @@
-hello
\\ No newline at end of file

1 0
`,
  );
}, 30_000);
