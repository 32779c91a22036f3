import { describe, expect, it } from "vitest";
import { fuzzyScore, fuzzyTarget, rank } from "../../../src/interactive/completion/fuzzy.ts";

function best(query: string, items: readonly string[]): readonly string[] {
  return rank(query, items, fuzzyTarget);
}

describe("ranking", () => {
  it("finds characters in their order, and nothing else", () => {
    expect(fuzzyScore("edst", fuzzyTarget("editor-state.ts"))).toBeGreaterThan(0);
    expect(fuzzyScore("tsed", fuzzyTarget("editor"))).toBeUndefined();
    expect(fuzzyScore("ÄÖ", fuzzyTarget("xäxö"))).toBeGreaterThan(0);
  });

  it("puts the whole name first, then starts, then the shorter path", () => {
    expect(best("model", ["remodel", "models", "model"])).toStrictEqual([
      "model",
      "models",
      "remodel",
    ]);
    expect(best("index.ts", ["src/index.ts/other.md", "a/b/index.ts", "index.test.ts"])[0]).toBe(
      "a/b/index.ts",
    );
    expect(best("test", ["src/contest.ts", "test/", "src/deep/test.ts"])[0]).toBe("test/");
  });

  it("means the last name of a path, and starts of words in it", () => {
    expect(best("ev", ["never/nothing.ts", "src/editor-view.ts"])[0]).toBe("src/editor-view.ts");
    expect(best("pH", ["graph.ts", "promptHistory.ts"])[0]).toBe("promptHistory.ts");
    expect(best("srced", ["other/reduced.ts", "src/editor.ts"])[0]).toBe("src/editor.ts");
  });

  it("looks for each word by itself, and keeps the order of what is as good", () => {
    expect(best("sonnet claude", ["claude-opus", "claude-sonnet"])).toStrictEqual([
      "claude-sonnet",
    ]);
    expect(best("a", ["ab", "ac"])).toStrictEqual(["ab", "ac"]);
    expect(best("  ", ["b", "a"])).toStrictEqual(["b", "a"]);
  });
});
