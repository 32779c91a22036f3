import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlocks, runReadme } from "@tau-ts/readme-runner";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "..");

it("C11 the README's example of a whole agent has at most 15 lines and does what it says", async () => {
  const blocks = codeBlocks(readFileSync(join(folder, "README.md"), "utf8"));
  const place = blocks.findIndex((block) => block.includes("createCodingAgent({"));
  expect(blocks[place]?.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
  expect(await runReadme(folder, [place])).toBe(
    "write { path: 'greeting.txt', content: 'hello' }\ncompleted 1\n",
  );
}, 30_000);
