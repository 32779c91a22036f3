import { describe, expect, it } from "vitest";
import { counted, shortCount } from "../../src/wording/counts.ts";

describe("counts for people", () => {
  it("C14 numbers of tokens are short", () => {
    expect([850, 12_345, 1_000_000, 1_250_000].map(shortCount)).toEqual([
      "850",
      "12k",
      "1M",
      "1.3M",
    ]);
  });

  it("C14 one thing is told apart from several", () => {
    expect([0, 1, 2].map((count) => counted(count, "job"))).toEqual(["0 jobs", "1 job", "2 jobs"]);
  });
});
