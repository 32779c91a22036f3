import { describe, expect, it } from "vitest";
import { allSucceeded, renderTable } from "../src/report.ts";
import type { Measurement } from "../src/rounds.ts";
import { runRounds } from "../src/rounds.ts";
import type { Sample } from "../src/run-once.ts";

const mebibyte = 1024 * 1024;

function command(name: string): Measurement["command"] {
  return { name, words: [name], environment: {} };
}

function sample(cpuMs: number, ending = "exit 0"): Sample {
  return {
    ending,
    cost: {
      userMs: cpuMs / 2,
      systemMs: cpuMs / 2,
      peakBytes: cpuMs * mebibyte,
      wallMs: cpuMs * 2,
    },
  };
}

describe("rounds", () => {
  it("run every command in turns and drop the warm-up", async () => {
    const order: string[] = [];
    const measurements = await runRounds(
      [command("a"), command("b")],
      { runs: 2, warmup: 1 },
      ({ name }) => Promise.resolve(sample(order.push(name))),
    );
    expect(order).toEqual(["a", "b", "a", "b", "a", "b"]);
    expect(measurements.map(({ samples }) => samples)).toEqual([
      [sample(3), sample(5)],
      [sample(4), sample(6)],
    ]);
  });
});

describe("the table", () => {
  it("shows median, range and the ratio to the first command's median", () => {
    const table = renderTable([
      { command: command("floor"), samples: [sample(10), sample(20), sample(30)] },
      { command: command("tool"), samples: [sample(50), sample(40), sample(90)] },
    ]);
    const [header, floor, tool] = table
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(header?.join("|")).toBe(
      "command|CPU ms|min–max|× floor|peak MiB|min–max|× floor|wall ms|min–max|× floor|ended",
    );
    expect(floor?.slice(0, 4).join("|")).toBe("floor|20.0|10.0–30.0|1.00");
    expect(tool?.join("|")).toBe(
      "tool|50.0|40.0–90.0|2.50|50.0|40.0–90.0|2.50|100.0|80.0–180.0|2.50|exit 0",
    );
  });

  it("counts different endings and leaves timed-out runs out of the numbers", () => {
    const measurements = [
      { command: command("floor"), samples: [sample(10)] },
      {
        command: command("mixed"),
        samples: [sample(20), sample(40, "exit 3"), { ending: "timeout" }],
      },
      { command: command("late"), samples: [{ ending: "timeout" }] },
    ];
    const [, floor, mixed, late] = renderTable(measurements).split("\n");
    expect(mixed).toMatch(
      /30\.0 +20\.0–40\.0 +3\.00 .* exit 0 \(1×\), exit 3 \(1×\), timeout \(1×\)$/,
    );
    expect(late).toMatch(/^late( +–){9} +timeout$/);
    expect(floor).toMatch(/exit 0$/);
    expect(allSucceeded(measurements)).toBe(false);
    expect(allSucceeded(measurements.slice(0, 1))).toBe(true);
  });

  it("shortens a long command", () => {
    const table = renderTable([{ command: command("x".repeat(99)), samples: [] }]);
    expect(table).toContain(`${"x".repeat(39)}… `);
  });
});
