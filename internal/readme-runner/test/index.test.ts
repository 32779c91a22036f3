import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codeBlocks, runReadme } from "../src/index.ts";

const markdown = [
  "# title",
  "```sh",
  "exit 1",
  "```",
  "```ts",
  'const word: string = "one";',
  "console.log(word);",
  "```",
  "text",
  "```ts",
  'console.log(word, "two");',
  "```",
].join("\n");

describe("running a README", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "readme-test-"));
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({ name: "sample", exports: "./main.mjs" }),
    );
    await writeFile(join(folder, "main.mjs"), "export const answer = 42;");
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("finds the TypeScript blocks and nothing else", () => {
    expect(codeBlocks(markdown)).toEqual([
      'const word: string = "one";\nconsole.log(word);\n',
      'console.log(word, "two");\n',
    ]);
  });

  it("runs the first block, or several as one module", async () => {
    await writeFile(join(folder, "README.md"), markdown);
    expect(await runReadme(folder)).toBe("one\n");
    expect(await runReadme(folder, [0, 1])).toBe("one\none two\n");
  });

  it("runs in a new folder where the package is installed", async () => {
    const code =
      'import { readdirSync } from "node:fs";\nimport { answer } from "sample";\nconsole.log(answer, readdirSync("."));\n';
    await writeFile(join(folder, "README.md"), `\`\`\`ts\n${code}\`\`\`\n`);
    expect(await runReadme(folder)).toBe("42 [ 'node_modules', 'package.json' ]\n");
  });

  it("fails when the code fails, and when there is no such block", async () => {
    await writeFile(join(folder, "README.md"), "```ts\nthrow new Error('broken example');\n```\n");
    await expect(runReadme(folder)).rejects.toThrow("broken example");
    await expect(runReadme(folder, [1])).rejects.toThrow(
      "README.md has no TypeScript block 1, only 1",
    );
  });
});
