import { describe, expect, it } from "vitest";
import { firstMissing, isShownOutput } from "../checks/expected-output.ts";
import { blocksOf, moduleOf, promisedLines } from "../checks/page.ts";

const text = [
  "# Page",
  "```ts [agent.ts]",
  "export const name = 1;",
  "```",
  "1. in a list",
  "   ```sh exit-code-3",
  "   node agent.ts",
  "   ```",
  "```ts",
  "console.log(1 + 1); // 2",
  "```",
  "```ts",
  "console.log(3);",
  "```",
  "",
].join("\n");

describe("what is read of a page", () => {
  const blocks = blocksOf(text);

  it("blocks have a language, a file, further words and a line", () => {
    expect(blocks[0]).toMatchObject({ language: "ts", file: "agent.ts", line: 2 });
    expect(blocks[1]).toMatchObject({
      language: "sh",
      file: undefined,
      words: ["exit-code-3"],
      text: "node agent.ts\n",
    });
  });

  it("unnamed TypeScript is one module, and its comments are promises", () => {
    const code = moduleOf({ path: "page.md", text, blocks }) ?? "";
    expect(code).toBe("console.log(1 + 1); // 2\n\nconsole.log(3);\n");
    expect(promisedLines(code)).toEqual(["2"]);
  });
});

describe("what is compared", () => {
  it("output is as shown, where … is anything, and more or less is not", () => {
    expect(isShownOutput("a … c", "a b c\n")).toBe(true);
    expect(isShownOutput("first\n…\nlast", "first\n1\n2\nlast\n")).toBe(true);
    expect(isShownOutput("first\n…", "first\n1\n2\n")).toBe(true);
    expect(isShownOutput("a.c", "abc\n")).toBe(false);
    expect(isShownOutput("first", "first\nsecond\n")).toBe(false);
  });

  it("promised lines come in their order, with others between them", () => {
    expect(firstMissing(["1", "3"], "1\n2\n3\n")).toBeUndefined();
    expect(firstMissing(["3", "1"], "1\n2\n3\n")).toBe("1");
  });
});
