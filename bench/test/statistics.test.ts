import { describe, expect, it } from "vitest";
import { median, summarize } from "../src/statistics.ts";

describe("statistics", () => {
  it("the median is the middle value by size, whatever the order", () => {
    expect(median([10, 9, 100])).toBe(10);
    expect(median([7])).toBe(7);
  });

  it("the median of an even number of values is the mean of the two in the middle", () => {
    expect(median([4, 1, 3, 100])).toBe(3.5);
  });

  it("values are not reordered in place", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it("a summary holds the median, the least and the greatest, and nothing is the summary of nothing", () => {
    expect(summarize([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
    expect(summarize([])).toBeUndefined();
  });
});
