import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

describe("the first agent", () => {
  it("runs its own tool through its own model", () => {
    const args = ["--conditions=tau-ts:source", main, "one two three"];
    const output = execFileSync(process.execPath, args, { encoding: "utf8" });
    expect(output).toBe(
      'count_words answered [{"type":"text","text":"3"}]\ncompleted: That is 3 words.\n',
    );
  });

  it("is short, and imports nothing but @tau-ts/agent", () => {
    const source = readFileSync(main, "utf8");
    expect(source.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
    expect(source.match(/from "(.*?)"/g)).toEqual(['from "@tau-ts/agent"', 'from "@tau-ts/agent"']);
  });
});
