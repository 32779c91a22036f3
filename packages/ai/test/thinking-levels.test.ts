import { describe, expect, it } from "vitest";
import type { ThinkingLevel } from "../src/index.ts";
import { knownLevel, type ThinkingWords } from "../src/thinking-levels.ts";

describe("the level a model is asked for", () => {
  it.each<[ThinkingLevel, ThinkingWords | undefined, ThinkingLevel]>([
    ["high", undefined, "high"],
    ["high", {}, "high"],
    ["medium", { medium: null }, "high"],
    ["xhigh", { xhigh: null, max: null }, "high"],
    ["minimal", { minimal: null, low: null, medium: null }, "high"],
    ["off", { off: null }, "off"],
    ["low", { minimal: null, low: null, medium: null, high: null, xhigh: null, max: null }, "off"],
  ])("C13.2 wanted %s of a model that knows %j: %s", (wanted, words, expected) => {
    expect(knownLevel(wanted, words)).toBe(expected);
  });
});
