import { stopPlaces } from "../../src/testing/index.ts";
import type { ScenarioReport, StopSeen } from "./run-scenario.ts";

/** Counts where runs were stopped, and how they came out. */
export class Coverage {
  readonly #stops = new Map<string, number>();
  readonly #outcomes = new Map<string, number>();

  add({ stops, outcome }: ScenarioReport): void {
    for (const stop of stops) increase(this.#stops, keyOf(stop));
    increase(this.#outcomes, outcome);
  }

  count(stop: StopSeen): number {
    return this.#stops.get(keyOf(stop)) ?? 0;
  }

  /** The smallest count of any place and kind. */
  get least(): number {
    const counts = stopPlaces.flatMap((place) => [
      this.count({ place, kind: "soft" }),
      this.count({ place, kind: "hard" }),
    ]);
    return Math.min(...counts);
  }

  /** A table for people. */
  toString(): string {
    const rows = stopPlaces.map((place) =>
      row(place, this.count({ place, kind: "soft" }), this.count({ place, kind: "hard" })),
    );
    const outcomes = [...this.#outcomes].map(([outcome, count]) => `${outcome} ${count}`);
    return [row("stopped at", "softly", "hard"), ...rows, `outcomes: ${outcomes.join(", ")}`].join(
      "\n",
    );
  }
}

function keyOf({ place, kind }: StopSeen): string {
  return `${place} ${kind}`;
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function row(name: string, soft: string | number, hard: string | number): string {
  return `${name.padEnd(16)}${String(soft).padStart(8)}${String(hard).padStart(8)}`;
}
