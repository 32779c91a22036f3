import { describe, expect, it } from "vitest";
import { age, duration, minute, nextSecondMs } from "../../src/wording/times.ts";

describe("times for people", () => {
  it("C14 are in their largest unit", () => {
    expect([0, 4000, 720_000, 7_200_000, 260_000_000].map(age)).toEqual([
      "now",
      "4 s ago",
      "12 min ago",
      "2 h ago",
      "3 d ago",
    ]);
  });

  it("C14 of the calendar are told to the minute", () => {
    expect(minute(1_767_632_635_999)).toBe("2026-01-05 17:03");
  });

  it("C14 that go on are as wide in each second of a minute, and read differently after a second", () => {
    expect([0, 8.9, 65, 7380].map(duration)).toEqual(["0s", "8s", "1m 05s", "2h 03m"]);
    expect(nextSecondMs(1000, 3400)).toBe(4000);
    expect(nextSecondMs(5000, 3400)).toBe(6000);
  });
});
