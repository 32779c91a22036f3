import { describe, expect, it } from "vitest";
import { stopPlaces } from "../src/testing/index.ts";
import { simulate } from "../scripts/simulate/simulate.ts";

describe("the simulation", () => {
  it(
    "C6.9 C3.4 C5.3 C4.10 500 random runs, stopped everywhere, break no invariant",
    { timeout: 60_000 },
    async () => {
      const { runs, violations, coverage } = await simulate({ seed: 4_000_000, runs: 500 });
      expect(violations).toEqual([]);
      expect(runs).toBe(500);
      const reached = stopPlaces.filter((place) =>
        (["soft", "hard"] as const).some((kind) => coverage.count({ place, kind }) > 0),
      );
      expect(reached).toEqual(stopPlaces);
    },
  );

  it("a seed alone says what happens in its run, wherever it is played", async () => {
    const alone = await simulate({ seed: 4_000_207, runs: 1 });
    const again = await simulate({ seed: 4_000_207, runs: 1 });
    expect(again.coverage.toString()).toBe(alone.coverage.toString());
  });
});
